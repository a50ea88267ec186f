import { describe, expect, it } from 'vitest'
import type { Favorite } from '../../../../extension/features/favorites/favorites.ts'
import {
  addToAccount,
  groupByPicture,
  isSamePicture,
  listMoved,
  listOffers,
} from '../../../../extension/features/favorites/merge-offer.tsx'
import { FrescoError } from '../../../../shared/client/fresco-error.ts'
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

describe('addToAccount', () => {
  /** A server that has the wallpapers `has` and gives no answer about those of `silent`. */
  const setUp = ({ has = [] as string[], silent = [] as string[], unsaved = [] as string[] }) => {
    const added: Favorite[] = []
    const find = async (id: string) => {
      if (silent.includes(id)) throw new FrescoError('UNREACHABLE', 'No answer')
      if (has.includes(id)) return makeDetail({ id })
      throw new FrescoError('REFUSED', 'Wallpaper not found', { status: 404 })
    }
    const add = async (favorite: Favorite) => {
      if (unsaved.includes(favorite.id)) return false
      added.push(favorite)
      return true
    }
    const run = (ids: readonly string[]) =>
      addToAccount(
        ids.map((id) => makeFavorite(id, walls)),
        { find, add },
      )
    return { run, added }
  }

  it('adds those that the server has, as its own favorites', async () => {
    const { run, added } = setUp({ has: ['lake'] })
    expect(await run(['lake', 'gone'])).toEqual({ left: [], problem: undefined })
    expect(added).toEqual([
      {
        id: 'lake',
        title: 'A lake',
        color: '#204060',
        preview_url: 'http://server.test/cache/lake.jpg',
      },
    ])
  })

  it('returns those about which the server gave no answer, and why', async () => {
    const { run, added } = setUp({ has: ['lake', 'moss'], silent: ['moss'] })
    const { left, problem } = await run(['lake', 'gone', 'moss'])
    expect(added.map(({ id }) => id)).toEqual(['lake'])
    expect(left.map(({ id }) => id)).toEqual(['moss'])
    expect(problem).toEqual({ kind: 'unreachable' })
  })

  it('asks no more after a request without an answer', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `lake-${at}`)
    const { run } = setUp({ has: ids.slice(1), silent: ids.slice(0, 1) })
    const { left } = await run(ids)
    expect(left.length).toBeGreaterThan(90)
  })

  it('returns those that the browser could not store', async () => {
    const { run } = setUp({ has: ['lake', 'moss'], unsaved: ['lake'] })
    expect((await run(['lake', 'moss'])).left.map(({ id }) => id)).toEqual(['lake'])
  })
})

describe('listMoved', () => {
  it('lists hearts of catalogues that are not chosen, if the account has confirmed the picture', () => {
    const other = 'https://ada.github.io/index.json'
    const [lake, moss, fern] = [
      makeFavorite('lake', walls),
      makeFavorite('moss', walls),
      makeFavorite('fern', other),
    ]
    const confirmed = [makeFavorite('lake'), makeFavorite('fern')]
    expect(listMoved([lake, moss, fern, ...confirmed], confirmed, [other])).toEqual([lake])
    const elsewhere = { ...makeFavorite('lake'), preview_url: 'https://server.test/1.webp' }
    expect(listMoved([lake], [elsewhere], [])).toEqual([])
  })
})
