import { describe, expect, it } from 'vitest'
import { toDeckWallpaper } from '../../../../extension/features/supply/deck-wallpaper.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

describe('toDeckWallpaper', () => {
  const image = { color: null, light: '0o'.repeat(48), luminance: null }
  const toEntry = (part: Parameters<typeof makeDetail>[0]) =>
    toDeckWallpaper({ ...makeDetail(part), catalogue: 'http://server.test' }, image)

  it.each([
    [null, ''],
    ['CC0', ''],
    ['All rights reserved', ''],
    ['CC BY-SA 4.0', 'credit'],
    ['CC BY-ND 4.0', 'credit whole'],
  ])('knows what the license %s demands', async (license, terms) => {
    const place = { light: image.light, focal: '20% 50%' }
    expect(await toEntry({ license, focal_point: { x: 0.2, y: 0.5 } })).toMatchObject({
      ...{ terms, ...place },
      // The picture is centered, and nothing is known of the background beside it.
      ...(terms.includes('whole') && { light: null, focal: null }),
    })
  })

  it('names both pictures of a pair, and what both licenses demand', async () => {
    const beside = makeDetail({ id: 'fern', title: 'Fern', credit: 'Ben', license: 'CC BY 4.0' })
    const tower = makeDetail({ id: 'tower', title: 'Tower', credit: 'Ada', focal_point: null })
    const found = { ...tower, beside, catalogue: 'http://server.test' }
    expect(await toDeckWallpaper(found, { ...image, position: '30% 50%' })).toMatchObject({
      ...{ id: 'tower', beside: 'fern', title: 'Tower · Fern', credit: 'Ada · Ben' },
      ...{ terms: 'credit', focal: '30% 50%' },
    })
  })

  it('has only links to the web', async () => {
    const entry = await toEntry({
      credit_url: 'javascript:alert(1)',
      license_url: '',
      source_url: 'https://photos.example/lake',
    })
    const source_url = 'https://photos.example/lake'
    expect(entry).toMatchObject({ credit_url: null, license_url: null, source_url })
  })
})
