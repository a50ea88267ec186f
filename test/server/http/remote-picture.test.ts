import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../server/catalogue/wallpaper-urls.ts'
import { toRemoteUrl } from '../../../server/http/remote-picture.ts'
import { makeWallpaper } from '../../builders.ts'

const urls = createWallpaperUrls('http://fresco.test', { filesUrl: 'https://files.example' })
const full = 'https://files.example/main/lake-view.png'
const preview = 'https://files.example/cache/lake-view.webp'

describe('toRemoteUrl', () => {
  it.each([
    [{}, full],
    [{ w: 600 }, preview],
    [{ w: 601 }, full],
    [{ w: 600, h: 337 }, preview],
    [{ w: 600, h: 338 }, full],
    [{ w: 600, h: 600, fit: 'contain' as const }, preview],
    [{ h: 337 }, preview],
    [{ h: 400 }, full],
  ])('answers %j with the smaller file that is large enough', (query, url) => {
    expect(toRemoteUrl(makeWallpaper(), { fit: 'cover', ...query }, urls)).toBe(url)
  })

  it.each([{ width: undefined }, { cacheFile: '' }])('answers the original with %j', (fields) => {
    expect(toRemoteUrl(makeWallpaper(fields), { w: 100, fit: 'cover' }, urls)).toBe(full)
  })
})
