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
  it('does without a card and copies', () => {
    const other = makeWallpaper({ id: 'dune', mainFile: 'dune.jpg' })
    expect(urls.page(other)).toBe(`${publicUrl}/wallpaper/dune/`)
    expect(urls.copies(other)).toEqual([])
    expect(urls.card(other)).toEqual({ url: `${publicUrl}/main/dune.jpg`, size: undefined })
  })
})
