import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { AccountState } from '../../../../extension/features/account/account.ts'
import {
  checkedItems,
  createGoneCheck,
  createLookUp,
} from '../../../../extension/features/favorites/favorite-details.ts'
import {
  deviceOwner,
  type Favorite,
  type Owner,
  thisDevice,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import { confirmedItems } from '../../../../extension/features/favorites/favorites-store.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const server = 'http://walls.test'
const person = { id: 'ada', username: 'ada', name: 'Ada', image: '' }
const confirmed = confirmedItems.of(toOwner(server, 'ada'))
const bare = (id: string) => makeFavorite(id, { title: '' })
const whole = (id: string) => makeFavorite(id, { preview_url: `${server}/${id}` })

describe('createLookUp', () => {
  const asked: string[] = []
  const state: AccountState = { provider: 'local', kind: 'signed-in', person }
  const lookUp = (catalogue: Record<string, Favorite>, asAt = server) =>
    createLookUp({
      account: { current: async () => state },
      readServer: async () => asAt,
      client: {
        describe: async (_, id) => {
          asked.push(id)
          return catalogue[id]
        },
      },
    })()

  beforeEach(() => {
    asked.length = 0
  })

  it('asks about what is not known, and keeps the order', async () => {
    await confirmed.update(() => [bare('a'), whole('b'), bare('c')])
    await lookUp({ a: whole('a'), c: { ...bare('c'), isGone: true } })
    expect(asked).toEqual(['c', 'a'])
    expect(await confirmed.read()).toEqual([whole('a'), whole('b'), { ...bare('c'), isGone: true }])
  })

  it('asks again about what was gone: the catalogue may have it back', async () => {
    await confirmed.update(() => [{ ...bare('a'), isGone: true }])
    await lookUp({ a: whole('a') })
    expect(await confirmed.read()).toEqual([whole('a')])
  })

  it('leaves a server alone that does not answer', async () => {
    await confirmed.update(() => Array.from({ length: 50 }, (_, n) => bare(`w${n}`)))
    await lookUp({})
    expect(asked.length).toBeLessThan(10)
  })

  it('stores nothing when it learns nothing new', async () => {
    const gone = { ...bare('a'), isGone: true }
    await confirmed.update(() => [gone, bare('b')])
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await lookUp({ a: gone, b: bare('b') })
    expect(asked).toEqual(['b', 'a'])
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
  })

  it('asks nobody without a server', async () => {
    await confirmedItems.of(toOwner(thisDevice, 'ada')).update(() => [bare('a')])
    await lookUp({}, thisDevice)
    expect(asked).toEqual([])
  })
})

const item = checkedItems.of(server)

describe('createGoneCheck', () => {
  const asked: string[] = []
  let now = 1_800_000_000_000
  const check = (ids: string[], gone: string[], isDown = false) =>
    createGoneCheck({
      favorites: {
        read: async () => ({ owner: toOwner(server, 'ada'), favorites: ids.map(whole) }),
      },
      client: {
        describe: async (asAt, id) => {
          expect(asAt).toBe(server)
          asked.push(id)
          if (isDown) return
          return { ...whole(id), ...(gone.includes(id) && { isGone: true }) }
        },
      },
      now: () => now,
    })()

  const listGone = async () => {
    const checked = await item.read()
    return Object.keys(checked).filter((id) => checked[id]?.isGone)
  }

  beforeEach(() => {
    asked.length = 0
    now += 60_000
  })

  it('finds those that have left the catalogue, and those that came back', async () => {
    await check(['a', 'b'], ['b'])
    expect(await listGone()).toEqual(['b'])
    now += 60_000
    await check(['a', 'b'], [])
    expect(await listGone()).toEqual([])
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
      favorites: [{ ...whole('a'), ...(catalogue && { catalogue }) }],
    })
    const client = { describe: async (_: string, id: string) => void asked.push(id) }
    await createGoneCheck({ client, favorites: { read: read(deviceOwner) } })()
    const owner = toOwner(server, 'ada')
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
    expect(await listGone()).toEqual(['a'])
  })

  it('forgets the details of wallpapers that are no longer favorites', async () => {
    await check(['a', 'b'], ['a', 'b'])
    await check(['b'], [])
    expect(Object.keys(await item.read())).toEqual(['b'])
  })
})
