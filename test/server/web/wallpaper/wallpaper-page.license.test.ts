import { describe, expect, it } from 'vitest'
import { findLicenseUrl } from '../../../../server/web/wallpaper/wallpaper-page.ts'

describe('findLicenseUrl', () => {
  it.each([
    ['CC0-1.0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
    ['CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/'],
    ['CC-BY-NC-ND-3.0', 'https://creativecommons.org/licenses/by-nc-nd/3.0/'],
    ['MIT', 'https://spdx.org/licenses/MIT.html'],
    ['https://licence.example/1', 'https://licence.example/1'],
    ['ask me', undefined],
    ['javascript:alert(1)', undefined],
  ])('of %s is %s', (license, url) => {
    expect(findLicenseUrl(license)).toBe(url)
  })
})
