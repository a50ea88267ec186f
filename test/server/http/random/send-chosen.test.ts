import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../../server/catalogue/wallpaper-urls.ts'
import { headersOf } from '../../../../server/http/random/send-chosen.ts'
import { readLicense } from '../../../../shared/license.ts'
import { makeWallpaper } from '../../../builders.ts'
import { publicUrl } from '../../../test-app.ts'

describe('headersOf', () => {
  const urls = createWallpaperUrls(publicUrl, { filesUrl: undefined })
  const options = { urls, type: 'image/jpeg', caching: 'no-store' } as const

  it('leaves out a credit and a license that are too long for a proxy', () => {
    const license = readLicense(`https://license.example/${'a'.repeat(9_000)}`)
    const wallpaper = makeWallpaper({ credit: 'é'.repeat(3_000), license })
    const headers = headersOf(wallpaper, options)
    expect(headers).not.toHaveProperty('X-Wallpaper-Credit')
    expect(headers).not.toHaveProperty('X-Wallpaper-License')
    expect(headers.Link).toMatch(/^<[^<>]+>; rel="describedby"; type="text\/html"$/)
    expect(JSON.stringify(headers).length).toBeLessThan(2_000)
  })
})
