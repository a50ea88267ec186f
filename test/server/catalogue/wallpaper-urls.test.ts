import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../server/catalogue/wallpaper-urls.ts'
import { makeWallpaper } from '../../builders.ts'

const wallpaper = makeWallpaper()
const versionOf = (file: string) => (file === wallpaper.mainFile ? 'v1' : undefined)
const imageUrl = (filesUrl: string | undefined, known = versionOf) =>
  createWallpaperUrls('http://a.test', { filesUrl }, known).image(wallpaper)

describe('createWallpaperUrls', () => {
  it('names the version of a picture that is here as soon as it is known', () => {
    expect(imageUrl(undefined, () => undefined)).toBe('http://a.test/images/lake-view')
    expect(imageUrl(undefined)).toBe('http://a.test/images/lake-view/v1')
  })

  it('knows no version of a picture elsewhere', () => {
    expect(imageUrl('https://files.test')).toBe('http://a.test/images/lake-view')
  })
})
