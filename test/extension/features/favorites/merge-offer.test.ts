import { describe, expect, it } from 'vitest'
import type { Favorite } from '../../../../extension/features/favorites/favorites.ts'
import {
  findAtServer,
  groupByPicture,
  isSamePicture,
  listOffers,
} from '../../../../extension/features/favorites/merge-offer.tsx'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const walls = 'https://github.com/ada/walls'

const makeFavorite = (id: string, catalogue?: string): Favorite => ({
  id,
  title: id,
  color: null,
  preview_url: `https://raw.githubusercontent.com/ada/walls/HEAD/cache/${id}.webp`,
  ...(catalogue && { catalogue }),
})

describe('listOffers', () => {
  it('groups favorites of catalogues on the web that the account does not have', () => {
    const other = 'https://ada.github.io/index.json'
    const favorites = [
      makeFavorite('lake', walls),
      makeFavorite('moss', walls),
      makeFavorite('fern', other),
      makeFavorite('lake'),
      makeFavorite('hills', 'built-in'),
      makeFavorite('own-1', 'own'),
    ]
    const listed = listOffers(favorites, new Set()).map(({ catalogue, favorites: { length } }) => [
      catalogue,
      length,
    ])
    expect(listed).toEqual([
      [walls, 1],
      [other, 1],
    ])
  })

  it('leaves out what the person declined', () => {
    expect(listOffers([makeFavorite('lake', walls)], new Set([walls]))).toEqual([])
  })
})

describe('isSamePicture', () => {
  it('needs the same file, because two catalogues may give an id to different pictures', () => {
    const favorite = makeFavorite('lake', walls)
    expect(isSamePicture(favorite, makeDetail({ id: 'lake' }))).toBe(true)
    const elsewhere = { url: 'http://server.test/main/1.jpg', preview_url: '' }
    expect(isSamePicture(favorite, makeDetail({ id: 'lake', ...elsewhere }))).toBe(false)
    expect(isSamePicture({ ...favorite, preview_url: '' }, makeDetail(elsewhere))).toBe(false)
  })
})

describe('groupByPicture', () => {
  it('puts the heart of a catalogue on the web with the heart of the same picture in the account', () => {
    const [lake, fern] = [makeFavorite('lake'), makeFavorite('fern')]
    const [walls1, walls2] = [makeFavorite('lake', walls), makeFavorite('moss', walls)]
    const other = { ...makeFavorite('fern', walls), preview_url: 'https://ada.test/1.webp' }
    expect([...groupByPicture([lake, fern, walls1, walls2, other]).values()]).toEqual([
      [lake, walls1],
      [fern],
      [walls2],
      [other],
    ])
  })

  it('leaves hearts of two catalogues on the web apart', () => {
    const copies = [makeFavorite('lake', walls), makeFavorite('lake', `${walls}-2`)]
    expect(groupByPicture(copies).size).toBe(2)
  })
})

describe('findAtServer', () => {
  it('finds those that the server has, as its own favorites', async () => {
    const favorites = [makeFavorite('lake', walls), makeFavorite('gone', walls)]
    const find = async (id: string) => (id === 'lake' ? makeDetail({ id }) : undefined)
    expect(await findAtServer(favorites, find)).toEqual([
      {
        id: 'lake',
        title: 'A lake',
        color: '#204060',
        preview_url: 'http://server.test/cache/lake.jpg',
      },
    ])
  })
})
