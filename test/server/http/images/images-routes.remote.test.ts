import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../../server/catalogue/wallpaper-urls.ts'
import { toRemoteUrl } from '../../../../server/http/images/images-routes.ts'
import { makeWallpaper } from '../../../builders.ts'

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

  it('asks a Cloudinary that holds the file for exactly the size', () => {
    const filesUrl = 'https://res.cloudinary.com/demo/image/upload'
    const there = createWallpaperUrls('http://fresco.test', { filesUrl })
    const remote = (query: object) =>
      toRemoteUrl(makeWallpaper({ cacheFile: '' }), { fit: 'cover', ...query }, there)
    expect(remote({ w: 1201 })).toBe(
      `${filesUrl}/c_scale,h_676,w_1201/f_jpg,q_auto/main/lake-view.png`,
    )
    expect(remote({ w: 100, h: 100, format: 'webp' })).toMatch(
      /c_crop,g_north_west,h_100,w_100,x_39,y_0\/f_webp,q_auto\/main/,
    )
    expect(remote({})).toBe(`${filesUrl}/main/lake-view.png`)
  })

  it.each([{ width: undefined }, { cacheFile: '' }])('answers the original with %j', (fields) => {
    expect(toRemoteUrl(makeWallpaper(fields), { w: 100, fit: 'cover' }, urls)).toBe(full)
  })
})
