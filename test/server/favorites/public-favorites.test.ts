import { describe, expect, it } from 'vitest'
import {
  createPublicFavorites,
  getPublicFavorites,
  splitFavorites,
} from '../../../server/favorites/public-favorites.ts'
import type { AttemptCounter } from '../../../server/identity/attempt-limits.ts'
import { makeWallpaper } from '../../builders.ts'

/** Counts without a window of time. */
const createCounter = (max: number): AttemptCounter => {
  const counts = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    counts.set(key, count)
    return count
  }
  return {
    count: async (key) => (add(key, 1) > max ? 7 : undefined),
    forgive: async (key) => void add(key, -1),
    forget: async (key) => void counts.delete(key),
  }
}

const create = (maxAgeMs?: number) => {
  const asked: string[] = []
  const deleted = new Set<string>()
  let now = 0
  let list: readonly string[] | Error = ['a']
  const find = createPublicFavorites({
    identity: {
      findProfile: async (username) => {
        asked.push(username)
        if (username.startsWith('nobody') || deleted.has(username)) return undefined
        return { userId: '1', username, displayName: 'Ada', imageUrl: 'https://i.example/1' }
      },
    },
    favorites: {
      list: async () => {
        if (list instanceof Error) throw list
        return list
      },
    },
    ...(maxAgeMs !== undefined && {
      cache: {
        maxAgeMs,
        clock: () => now,
        unknown: {
          ofClient: createCounter(60),
          ofAll: createCounter(100),
          keyOf: (client: string) => client,
        },
      },
    }),
  })
  return {
    find: (username: string, client = 'client') => find(username, client),
    asked,
    deleted,
    wait: (ms: number) => (now += ms),
    become: (next: typeof list) => (list = next),
  }
}

describe('createPublicFavorites', () => {
  it('is always fresh unless told otherwise', async () => {
    const { find, become, asked } = create()
    await find('ada')
    become(['b'])
    expect((await find('ada'))?.favorites).toEqual(['b'])
    expect(asked).toHaveLength(2)
  })

  it('uses an answer again for a while', async () => {
    const { find, asked, wait, become } = create(5_000)
    await Promise.all([find('ada'), find('ada'), find('ada')])
    become(['b'])
    expect((await find('ada'))?.favorites).toEqual(['a'])
    expect(asked).toHaveLength(1)
    wait(5_000)
    expect((await find('ada'))?.favorites).toEqual(['b'])
  })

  it('never answers one person with the favorites of another whose name differs only in case', async () => {
    const { find } = create(5_000)
    expect((await find('Anna'))?.profile.username).toBe('Anna')
    expect((await find('anna'))?.profile.username).toBe('anna')
  })

  it('remembers that there is nobody of a name', async () => {
    const { find, asked } = create(5_000)
    expect(await find('nobody')).toBeUndefined()
    expect(await find('nobody')).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it('asks nobody about a name that nobody can have', async () => {
    const { find, asked } = create()
    expect(await find('no body')).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('looks up few unknown names, and never refuses a person it has found before', async () => {
    const { find, asked, wait } = create(5_000)
    await find('ada')
    const refused: unknown[] = []
    for (let n = 0; n < 1_000; n += 1)
      await find(`nobody-${n}`).catch((error: unknown) => refused.push(error))
    expect(asked).toHaveLength(61)
    expect(refused).toHaveLength(940)
    expect(refused[0]).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many unknown usernames: try again in 7 seconds',
      retryAfterSeconds: 7,
    })
    wait(5_000)
    expect((await find('ada'))?.favorites).toEqual(['a'])
    expect((await find('eve', 'another client'))?.favorites).toEqual(['a'])
  })

  it('limits all clients together, to leave calls for the favorites of everybody', async () => {
    const { find, asked } = create(5_000)
    for (let n = 0; n < 1_000; n += 1)
      await find(`nobody-${n}`, `client ${n % 50}`).catch(() => undefined)
    expect(asked).toHaveLength(100)
  })

  it('does not count the look-ups of many people who exist', async () => {
    const { find, asked } = create(5_000)
    for (let n = 0; n < 500; n += 1) await find(`user-${n}`)
    expect(asked).toHaveLength(500)
  })

  it('counts the look-ups of a deleted account, as of every unknown name', async () => {
    const { find, deleted, asked, wait } = create(1)
    await find('ada')
    deleted.add('ada')
    for (let n = 0; n < 100; n += 1) {
      wait(1)
      await find('ada').catch(() => {})
    }
    expect(asked).toHaveLength(62)
  })

  it('never uses a failure again', async () => {
    const { find, become } = create(5_000)
    become(new Error('down'))
    await expect(find('ada')).rejects.toThrow('down')
    become(['a'])
    expect((await find('ada'))?.favorites).toEqual(['a'])
  })
})

describe('getPublicFavorites', () => {
  it('tells the log why the favorites could not be read', async () => {
    const cause = new Error('down')
    const failing = getPublicFavorites(() => Promise.reject(cause), 'ada', 'client')
    await expect(failing).rejects.toMatchObject({ code: 'FAVORITES_UNAVAILABLE', cause })
  })
})

describe('splitFavorites', () => {
  it('lists the latest favorites first, apart from those that have left the catalogue', () => {
    const catalogue = new Map(['a', 'b'].map((id) => [id, makeWallpaper({ id })]))
    const { present, gone } = splitFavorites(['a', 'a.jpg', 'b', 'y'], {
      find: (text) => catalogue.get(text.replace('.jpg', '')),
    })
    expect(present.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(gone).toEqual(['y', 'a.jpg'])
  })
})
