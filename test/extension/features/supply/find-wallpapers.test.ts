import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import {
  defaultSettings,
  type Filters,
  toFilters,
} from '../../../../extension/features/settings/settings.ts'
import {
  findAllowed,
  listExclusions,
} from '../../../../extension/features/supply/find-wallpapers.ts'
import { makeDeck, makeDetail, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const seen = (count: number) =>
  Array.from({ length: count }, (_, index) => makeWallpaper({ id: `seen-${index}` }))

describe('listExclusions', () => {
  it('leaves out the whole history first, gives up the oldest first, and what waits never', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('waits')], history: seen(50) })
    const tries = listExclusions(deck, '')
    expect(tries.map(({ length }) => length)).toEqual([51, 39, 26, 14, 6, 2, 1])
    expect(tries.at(-2)).toEqual(['waits', 'seen-49'])
    expect(tries.at(-1)).toEqual(['waits'])
  })

  it('leaves out only what comes from the catalogue that is asked', () => {
    const elsewhere = makeWallpaper({ id: 'elsewhere', catalogue: 'built-in' })
    const deck = makeDeck({ history: [elsewhere, ...seen(2)] })
    expect(listExclusions(deck, 'http://server.test')[0]).toEqual(['seen-0', 'seen-1'])
    expect(listExclusions(deck, 'built-in')[0]).toEqual(['elsewhere'])
  })
})

const filters = toFilters(defaultSettings, { width: 1920, height: 1080 }, '')
const block = (kind: Blocked['kind'], name: string): Blocked => ({ kind, name, title: '' })
const nature = block('category', 'nature')

const catalogue = (asked: (readonly string[])[] = [], last = 'tech') => ({
  find: async (_: unknown, exclude: readonly string[]) => {
    asked.push(exclude)
    return Array.from({ length: 21 }, (_, index) =>
      makeDetail({ id: `w${index}`, category: index < 20 ? 'nature' : last }),
    )
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
  },
})

describe('findAllowed', () => {
  it('asks the server to leave out blocked wallpapers', async () => {
    const asked: string[][] = []
    const blocked = [block('wallpaper', 'w1')]
    const found = await findAllowed(catalogue(asked), { filters, blocked }, ['w0'])
    expect(asked).toEqual([['w0', 'w1']])
    expect(found[0]?.id).toBe('w2')
  })

  it('asks a server to leave out blocked kinds, the newest ones first', async () => {
    const asked: Filters[] = []
    const client = {
      find: async (query: Filters) => {
        asked.push(query)
        return [makeDetail({ id: 'w1', category: 'tech' })]
      },
    }
    const blocked = [nature, ...Array.from({ length: 30 }, (_, at) => block('tag', `t${at}`))]
    for (const catalogue of ['http://server.test', 'built-in'])
      await findAllowed(
        client,
        { filters: { ...filters, catalogue, category: 'art' }, blocked },
        [],
      )
    expect(asked.map(({ category }) => category)).toEqual(['art,-nature', 'art'])
    expect(asked[0]?.tag?.split(',')).toHaveLength(20)
    expect(asked[0]?.tag).toMatch(/^-t29,-t28,/)
    expect(asked[1]?.tag).toBeUndefined()
  })

  it('asks a server to leave out only what fits into a query', async () => {
    const asked: Filters[] = []
    const client = {
      find: async (query: Filters) => {
        asked.push(query)
        return []
      },
    }
    const blocked = ['a,b', ' ', '山'.repeat(300), 'fog'].map((name) => block('tag', name))
    await findAllowed(client, { filters: { ...filters, catalogue: 'http://a.test' }, blocked }, [])
    expect(asked.map(({ tag }) => tag)).toEqual(['-fog'])
  })

  it('asks again until something is not of a blocked kind', async () => {
    const found = await findAllowed(catalogue(), { filters, blocked: [nature] }, [])
    expect(found.map(({ id }) => id)).toEqual(['w20'])
  })

  it('leaves out pictures of another ratio if the server ignores the ratio', async () => {
    const sizes = [
      { id: 'wide', width: 3840, height: 2160 },
      { id: 'ultrawide', width: 3440, height: 1440 },
      { id: 'unknown', width: null, height: null },
    ]
    const find = async () => sizes.map(makeDetail)
    const fit: Filters = { ...filters, ratio: '2560x1080' }
    const found = await findAllowed({ find }, { filters: fit, blocked: [] }, [])
    expect(found.map(({ id }) => id)).toEqual(['ultrawide', 'unknown'])
  })

  it('finds nothing where all there is is blocked, and never asks for more than a server takes', async () => {
    const asked: string[][] = []
    const many = Array.from({ length: 400 }, (_, index) => block('wallpaper', `x${index}`))
    const blocked = [...many, nature]
    expect(await findAllowed(catalogue(asked, 'nature'), { filters, blocked }, [])).toEqual([])
    expect(Math.max(...asked.map((exclude) => exclude.length))).toBe(200)
  })
})
