import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  checkedItems,
  createLookUp,
} from '../../../../extension/features/favorites/favorite-details.ts'
import {
  deviceOwner,
  type Favorite,
  type Owner,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import { confirmedItems } from '../../../../extension/features/favorites/favorites-store.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const server = 'http://walls.test'
const ada = toOwner(server, 'ada')
const item = checkedItems.of(server)
const confirmed = confirmedItems.of(ada)
const bare = (id: string) => makeFavorite(id, { title: '' })
const whole = (id: string) => makeFavorite(id, { preview_url: `${server}/${id}` })

describe('createLookUp', () => {
  const asked: string[] = []
  let now = 1_800_000_000_000
  const lookUp = (
    favorites: Favorite[],
    answer: (id: string) => Favorite | 'gone' | undefined = whole,
    owner: Owner = ada,
  ) =>
    createLookUp({
      favorites: { read: async () => ({ owner, favorites }) },
      client: {
        describe: async (asAt, id) => {
          expect(asAt).toBe(server)
          asked.push(id)
          return answer(id)
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

  it('fills in the details that are not known, and keeps the order', async () => {
    const list = [bare('a'), whole('b'), bare('c')]
    await confirmed.update(() => list)
    await lookUp(list, (id) => (id === 'c' ? 'gone' : whole(id)))
    expect(asked).toEqual(['c', 'a', 'b'])
    expect(await confirmed.read()).toEqual([whole('a'), whole('b'), bare('c')])
    expect(await listGone()).toEqual(['c'])
  })

  it('finds those that have left the catalogue, and those that came back', async () => {
    const list = [whole('a'), bare('b')]
    await lookUp(list, () => 'gone')
    expect(await listGone()).toEqual(['b', 'a'])
    now += 60_000
    await lookUp(list)
    expect(await listGone()).toEqual([])
  })

  it('does not write a list of which it learns nothing new', async () => {
    const list = [whole('a'), bare('b')]
    await confirmed.update(() => list)
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await lookUp(list, bare)
    const checked = { [`favorites.checked/${server}`]: expect.anything() }
    expect(set).toHaveBeenCalledExactlyOnceWith(checked)
    set.mockRestore()
  })

  it('asks first about those that were never checked, and then about those checked longest ago', async () => {
    await item.update(() => ({ a: { at: 2, isGone: false }, b: { at: 1, isGone: false } }))
    await lookUp(['a', 'b', 'c', 'd'].map(whole))
    expect(asked).toEqual(['d', 'c', 'b', 'a'])
  })

  it('asks nothing twice in a short time', async () => {
    await lookUp([whole('a'), bare('b')])
    await lookUp([whole('a'), bare('b')])
    expect(asked.sort()).toEqual(['a', 'b'])
  })

  it('goes on where it ended when there are very many', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => `w${index}`)
    await lookUp(ids.map(whole))
    now += 60_000
    await lookUp(ids.map(whole))
    expect(new Set(asked)).toEqual(new Set(ids))
  })

  it('asks nobody without a server, and no server about pictures of other catalogues', async () => {
    await lookUp([whole('a')], whole, deviceOwner)
    await lookUp([{ ...whole('a'), catalogue: 'built-in' }])
    expect(asked).toEqual([])
  })

  it('stops at a server that does not answer, and believes what it knew', async () => {
    await lookUp([whole('a'), whole('b')], (id) => (id === 'a' ? 'gone' : whole(id)))
    now += 60_000
    asked.length = 0
    const ids = ['a', 'b', ...Array.from({ length: 50 }, (_, index) => `w${index}`)]
    await lookUp(ids.map(whole), () => undefined)
    expect(asked.length).toBeLessThan(10)
    expect(await listGone()).toEqual(['a'])
  })

  it('forgets wallpapers that are no longer favorites', async () => {
    await lookUp([whole('a'), whole('b')])
    await lookUp([whole('b')])
    expect(Object.keys(await item.read())).toEqual(['b'])
  })
})
