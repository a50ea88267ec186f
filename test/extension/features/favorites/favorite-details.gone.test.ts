import { beforeEach, describe, expect, it } from 'vitest'
import {
  checkedItems,
  createGoneCheck,
  listGone,
} from '../../../../extension/features/favorites/favorite-details.ts'
import {
  type Favorite,
  localOwner,
  type Owner,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'

const serverUrl = 'http://walls.test'
const item = checkedItems.of(serverUrl)
const favorite = (id: string): Favorite => ({
  id,
  title: id,
  color: '#102030',
  preview_url: `${serverUrl}/cache/${id}.jpg`,
})

describe('createGoneCheck', () => {
  const asked: string[] = []
  let now = 1_800_000_000_000
  const check = (ids: string[], gone: string[], isDown = false) =>
    createGoneCheck({
      favorites: {
        read: async () => ({ owner: toOwner(serverUrl, 'ada'), favorites: ids.map(favorite) }),
      },
      client: {
        describe: async (server, id) => {
          expect(server).toBe(serverUrl)
          asked.push(id)
          if (isDown) return
          return { ...favorite(id), ...(gone.includes(id) && { isGone: true }) }
        },
      },
      now: () => now,
    })()

  beforeEach(() => {
    asked.length = 0
    now += 60_000
  })

  it('finds those that have left the catalogue, and those that came back', async () => {
    await check(['a', 'b'], ['b'])
    expect([...listGone(await item.read())]).toEqual(['b'])
    now += 60_000
    await check(['a', 'b'], [])
    expect([...listGone(await item.read())]).toEqual([])
  })

  it('asks first about those that were never checked, and then about those checked longest ago', async () => {
    await item.update(() => ({ a: { at: 2, isGone: false }, b: { at: 1, isGone: false } }))
    await check(['a', 'b', 'c', 'd'], [])
    expect(asked).toEqual(['d', 'c', 'b', 'a'])
  })

  it('asks nothing twice in a short time', async () => {
    await check(['a', 'b'], [])
    await check(['a', 'b'], [])
    expect(asked.sort()).toEqual(['a', 'b'])
  })

  it('goes on where it ended when there are very many', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => `w${index}`)
    await check(ids, [])
    now += 60_000
    await check(ids, [])
    expect(new Set(asked)).toEqual(new Set(ids))
  })

  it('asks nobody without a server, and no server about pictures of other catalogues', async () => {
    const read = (owner: Owner, catalogue?: string) => async () => ({
      owner,
      favorites: [{ ...favorite('a'), ...(catalogue && { catalogue }) }],
    })
    const client = { describe: async (_: string, id: string) => void asked.push(id) }
    await createGoneCheck({ client, favorites: { read: read(localOwner) } })()
    const owner = toOwner(serverUrl, 'ada')
    await createGoneCheck({ client, favorites: { read: read(owner, 'built-in') } })()
    expect(asked).toEqual([])
  })

  it('stops at a server that does not answer, and believes what it knew', async () => {
    await check(['a', 'b'], ['a'])
    now += 60_000
    asked.length = 0
    const ids = ['a', 'b', ...Array.from({ length: 50 }, (_, index) => `w${index}`)]
    await check(ids, [], true)
    expect(asked.length).toBeLessThan(10)
    expect([...listGone(await item.read())]).toEqual(['a'])
  })

  it('forgets those that are no favorites any more', async () => {
    await check(['a', 'b'], ['a', 'b'])
    await check(['b'], [])
    expect(Object.keys(await item.read())).toEqual(['b'])
  })
})
