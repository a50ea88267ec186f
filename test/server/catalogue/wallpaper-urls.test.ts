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

  it('knows where other sizes can be had', () => {
    const of = (filesUrl: string | undefined) => {
      const urls = createWallpaperUrls('http://a.test', { filesUrl })
      const file = { mainFile: 'küste/lake view.png', hosted: undefined }
      return { haveSizes: urls.haveSizes(file), at: urls.atResizer(file) }
    }
    const cloud = 'https://res.cloudinary.com/demo/image/upload'
    expect(of(undefined)).toEqual({ haveSizes: true, at: undefined })
    expect(of(cloud)).toEqual({
      haveSizes: true,
      at: { resizer: cloud, path: 'main/k%C3%BCste/lake%20view.png' },
    })
    expect(of('https://files.test')).toEqual({ haveSizes: false, at: undefined })
  })

  it('asks Cloudinary for a small picture where the catalogue has no preview', () => {
    const preview = (filesUrl: string, cacheFile: string) =>
      createWallpaperUrls('http://a.test', { filesUrl }).preview({
        ...wallpaper,
        mainFile: 'lake view.jpg',
        cacheFile,
      })
    const small = 'c_limit,f_auto,h_600,q_auto,w_600/main/lake%20view.jpg'
    const shared = 'https://res.cloudinary.com/demo/image/upload'
    expect(preview(shared, '')).toBe(`${shared}/${small}`)
    expect(preview('https://img.test/image/upload', '')).toBe(
      `https://img.test/image/upload/${small}`,
    )
    expect(preview(shared, 'lake.webp')).toBe(`${shared}/cache/lake.webp`)
    expect(preview('https://files.test', '')).toBe('https://files.test/main/lake%20view.jpg')
  })
})
