import { describe, expect, it } from 'vitest'
import { createStaticUrls } from '../../../server/catalogue/static-urls.ts'
import { makeWallpaper } from '../../builders.ts'

const publicUrl = 'https://ada.example/walls'
const small = { file: 'images/夜 景/1-1280.webp', width: 1280, height: 720 }
const wallpaper = makeWallpaper({ width: 1920, height: 1080, renditions: [small] })
const urls = createStaticUrls({
  publicUrl,
  pageNames: new Map([[wallpaper.id, '夜 景']]),
  cards: new Map([[wallpaper.id, 'images/夜 景/2-card.jpg']]),
})

describe('createStaticUrls', () => {
  it('leads only to files, with their names encoded', () => {
    const folder = `${publicUrl}/images/%E5%A4%9C%20%E6%99%AF`
    expect(urls.page(wallpaper)).toBe(`${publicUrl}/wallpaper/%E5%A4%9C%20%E6%99%AF/`)
    expect(urls.full(wallpaper)).toBe(`${publicUrl}/main/lake-view.png`)
    expect(urls.preview(wallpaper)).toBe(`${publicUrl}/cache/lake-view.webp`)
    expect(urls.image(wallpaper)).toBe(urls.full(wallpaper))
    expect(urls.copies(wallpaper)).toEqual([
      { url: `${folder}/1-1280.webp`, width: 1280, height: 720 },
    ])
    expect(urls.card(wallpaper)).toEqual({
      url: `${folder}/2-card.jpg`,
      size: { width: 1200, height: 630 },
    })
  })

  it('does without a card and copies', () => {
    const other = makeWallpaper({ id: 'dune', mainFile: 'dune.jpg' })
    expect(urls.page(other)).toBe(`${publicUrl}/wallpaper/dune/`)
    expect(urls.copies(other)).toEqual([])
    expect(urls.card(other)).toEqual({ url: `${publicUrl}/main/dune.jpg`, size: undefined })
  })
})
