import { describe, expect, it } from 'vitest'
import { createWallpaperUrls } from '../../../server/catalogue/wallpaper-urls.ts'
import { bareDetail, matchesDetail, toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { readLicense } from '../../../shared/license.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { listWallpapers, makeCatalogue, makeIndexRow, makeWallpaper } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }

const urls = createWallpaperUrls('http://fresco.test', { filesUrl: undefined })

describe('toDetail', () => {
  it('says everything that the catalogue knows', () => {
    const wallpaper = makeWallpaper({
      primaryColors: ['blue', 'gold'],
      secondaryColors: ['gold', 'tan'],
      palette: ['#112233'],
      color: '#112233',
      luminance: 0.5,
      focalPoint: { x: 0.2, y: 0.5 },
      fileSize: 7_000_000,
      credit: 'Ada',
      creditUrl: 'https://ada.example/',
      license: readLicense('CC0-1.0'),
      sourceUrl: 'https://photos.example/lake',
      takenOn: '2019-05-13',
      place: 'Bern, Switzerland',
    })
    expect(toDetail(wallpaper, urls)).toEqual({
      id: 'lake-view',
      title: 'Lake view',
      description: 'A quiet lake.',
      category: 'nature',
      type: 'desktop',
      width: 3840,
      height: 2160,
      format: 'png',
      file_size: 7_000_000,
      tags: ['lake'],
      colors: ['blue', 'gold', 'tan'],
      palette: ['#112233'],
      color: '#112233',
      luminance: 0.5,
      placeholder: null,
      focal_point: { x: 0.2, y: 0.5 },
      credit: 'Ada',
      credit_url: 'https://ada.example/',
      license: 'CC0 1.0',
      license_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      source_url: 'https://photos.example/lake',
      created_at: '2026-01-04T16:25:58.520Z',
      taken_on: '2019-05-13',
      place: 'Bern, Switzerland',
      url: 'http://fresco.test/main/lake-view.png',
      preview_url: 'http://fresco.test/cache/lake-view.webp',
      image_url: 'http://fresco.test/images/lake-view',
    })
  })

  it('keeps the contract for every real row, and for a row that says nothing', () => {
    const index = [...sampleRows, { file_main_name: 'bare' }, makeIndexRow({ width: null })]
    for (const wallpaper of listWallpapers(makeCatalogue({ index }))) {
      const detail = toDetail(wallpaper, urls)
      expect(wallpaperSchema.parse(detail)).toEqual(detail)
    }
  })
})

describe('matchesDetail', () => {
  const lake = { ...bareDetail({ id: 'lake', url: '' }), category: 'nature', colors: ['blue'] }

  it('compares the values that details have', () => {
    const known = { ...lake, type: 'desktop' as const, tags: ['Lake'], luminance: 0.1 }
    const fitting = { category: 'art,nature', color: 'blue', tag: 'lake', type: 'desktop' } as const
    expect(matchesDetail(known, { ...fitting, tone: 'dark' })).toBe(true)
    expect(matchesDetail(known, { ...fitting, tone: 'light' })).toBe(false)
    expect(matchesDetail(known, { category: '-nature' })).toBe(false)
  })

  it('does not know whether a wallpaper matches whose details lack what a filter needs', () => {
    for (const filters of [{ type: 'mobile' }, { tag: 'lake' }, { tone: 'dark' }] as const)
      expect(matchesDetail(lake, filters)).toBeUndefined()
    for (const filters of [{ ratio: '16x9' }, { color: '336699' }, { license: 'free' }] as const)
      expect(matchesDetail(lake, filters)).toBeUndefined()
    expect(matchesDetail({ ...lake, category: '' }, { category: 'art' })).toBeUndefined()
    expect(matchesDetail(lake, { category: 'art', tone: 'dark' })).toBe(false)
  })
})
