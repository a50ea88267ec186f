import { describe, expect, it } from 'vitest'
import {
  createSearch,
  listSearched,
} from '../../../../extension/features/search/search-wallpapers.ts'
import type { Source } from '../../../../extension/features/sources/source.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { image } from '../../fakes/set-up-top-up.ts'

const walls = 'https://github.com/ada/walls'
const server = 'http://127.0.0.1:8787'

const answer =
  (total: number, ...ids: string[]) =>
  async () => ({
    total,
    wallpapers: ids.map((id) => makeDetail({ id })),
  })

const createSearchOf = (answers: Record<string, Source['search']>) =>
  createSearch(async (name) => ({
    find: async () => [],
    describe: async () => undefined,
    load: async () => image,
    ...(answers[name] && { search: answers[name] }),
  }))

describe('createSearch', () => {
  it('shows the best matches of each catalogue in turns', async () => {
    const search = createSearchOf({
      own: answer(1, 'own-lake'),
      [walls]: answer(40, 'lake-1', 'lake-2'),
      [server]: answer(1, 'misty-lake'),
    })
    const { total, wallpapers, failed } = await search(['own', walls, server], 'lake')
    expect(wallpapers.map(({ catalogue, id }) => [catalogue, id])).toEqual([
      ['own', 'own-lake'],
      [walls, 'lake-1'],
      [server, 'misty-lake'],
      [walls, 'lake-2'],
    ])
    expect(total).toBe(42)
    expect(failed).toEqual([])
  })

  it('shows matches also when a catalogue cannot be searched', async () => {
    const search = createSearchOf({
      own: answer(1, 'own-lake'),
      [walls]: async () => undefined,
      [server]: () => Promise.reject(new FetchError({ kind: 'unreachable' })),
    })
    const { wallpapers, failed } = await search([walls, server, 'own'], 'lake')
    expect(wallpapers.map(({ id }) => id)).toEqual(['own-lake'])
    expect(failed).toEqual([
      { catalogue: walls, problem: { kind: 'not-stored' } },
      { catalogue: server, problem: { kind: 'unreachable' } },
    ])
  })
})

describe('listSearched', () => {
  it('leaves out the built-in pictures, which are few, and Commons, which has subjects', () => {
    expect(listSearched(['built-in', 'commons.wikimedia.org', 'own', walls])).toEqual([
      'own',
      walls,
    ])
  })

  it('asks the first server if a backup brought two', () => {
    expect(listSearched(['https://a.test', 'https://b.test'])).toEqual(['https://a.test'])
  })
})
