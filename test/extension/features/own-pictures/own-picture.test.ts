import { describe, expect, it } from 'vitest'
import {
  parseOwnPicture,
  toOwnChoices,
  toOwnDetail,
  toOwnId,
  toWallpaper,
} from '../../../../extension/features/own-pictures/own-picture.ts'
import { wallpaperSchema } from '../../../../shared/wallpaper.ts'
import { makeOwnPicture } from '../../fakes/memory-own-store.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer

describe('toOwnId', () => {
  it('names a picture by its bytes', async () => {
    expect(await toOwnId(bytesOf('abc'))).toBe('own-ba7816bf8f01cfea414140de5dae2223')
    expect(await toOwnId(bytesOf('abd'))).not.toBe(await toOwnId(bytesOf('abc')))
  })
})

describe('parseOwnPicture', () => {
  it('reads what was stored', () => {
    const picture = makeOwnPicture()
    expect(parseOwnPicture(structuredClone(picture))).toEqual(picture)
  })

  it('gives defaults for what a later version may leave out', () => {
    const { id } = makeOwnPicture()
    expect(parseOwnPicture({ id })).toMatchObject({ id, name: '', focalPoint: { x: 0.5, y: 0.5 } })
  })

  it.each([null, 'own-1', { id: 'lake' }])('refuses %j', (value) => {
    expect(parseOwnPicture(value)).toBeUndefined()
  })
})

describe('toWallpaper', () => {
  it('takes the title from the file and the category from the folder', () => {
    expect(toWallpaper(makeOwnPicture())).toMatchObject({
      title: 'Red lake',
      category: 'summer-2024',
      orientation: 'landscape',
      createdAt: '2024-07-01T12:00:00.000Z',
    })
  })

  it('has no category for a file that was chosen alone', () => {
    expect(toWallpaper(makeOwnPicture({ folder: '' })).category).toBe('')
  })
})

describe('toOwnDetail', () => {
  it('is a detail as a server would send it, with addresses that nothing can load', () => {
    const detail = toOwnDetail(toWallpaper(makeOwnPicture()))
    expect(wallpaperSchema.parse(detail)).toEqual(detail)
    expect(detail).toMatchObject({ type: 'desktop', format: 'jpg', image_url: `own:${detail.id}` })
  })
})

describe('toOwnChoices', () => {
  it('has a category for each folder, and the colors of the pictures', () => {
    const pictures = [
      makeOwnPicture({ folder: 'Holidays', primaryColors: ['blue'], secondaryColors: ['white'] }),
      makeOwnPicture({ folder: 'Holidays', primaryColors: ['blue'], secondaryColors: [] }),
      makeOwnPicture({ folder: '', primaryColors: ['red'], secondaryColors: [] }),
    ]
    expect(toOwnChoices(pictures)).toEqual({
      categories: [{ name: 'holidays', count: 2 }],
      colors: ['white', 'red', 'blue'],
    })
  })
})
