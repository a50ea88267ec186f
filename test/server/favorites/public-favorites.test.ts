import { describe, expect, it } from 'vitest'
import { createPublicFavorites } from '../../../server/favorites/public-favorites.ts'

const create = (maxAgeMs?: number) => {
  const asked: string[] = []
  let now = 0
  let list: readonly string[] | Error = ['a']
  const find = createPublicFavorites({
    identity: {
      findProfile: async (username) => {
        asked.push(username)
        if (username.startsWith('nobody')) return undefined
        return { userId: '1', username, displayName: 'Ada', imageUrl: 'https://i.example/1' }
      },
    },
    favorites: {
      list: async () => {
        if (list instanceof Error) throw list
        return list
      },
    },
    ...(maxAgeMs !== undefined && { cache: { maxAgeMs, clock: () => now } }),
  })
  return {
    find,
    asked,
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

  it('looks up few unknown names, and never refuses a person it has found before', async () => {
    const { find, asked, wait } = create(5_000)
    await find('ada')
    const refused: unknown[] = []
    for (let n = 0; n < 1_000; n += 1)
      await find(`nobody-${n}`).catch((error: unknown) => refused.push(error))
    expect(asked).toHaveLength(61)
    expect(refused).toHaveLength(940)
    expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
    wait(5_000)
    expect((await find('ada'))?.favorites).toEqual(['a'])
    expect((await find('eve'))?.favorites).toEqual(['a'])
  })

  it('does not count the look-ups of many people who exist', async () => {
    const { find, asked } = create(5_000)
    for (let n = 0; n < 500; n += 1) await find(`user-${n}`)
    expect(asked).toHaveLength(500)
  })

  it('never uses a failure again', async () => {
    const { find, become } = create(5_000)
    become(new Error('down'))
    await expect(find('ada')).rejects.toThrow('down')
    become(['a'])
    expect((await find('ada'))?.favorites).toEqual(['a'])
  })

  it('keeps a limited number of answers', async () => {
    const { find, asked } = create(5_000)
    for (let n = 0; n < 3_000; n += 1) await find(`user-${n}`)
    await find('user-0')
    expect(asked).toHaveLength(3_001)
  })
})
