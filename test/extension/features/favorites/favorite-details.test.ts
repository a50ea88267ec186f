import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  createLookUp,
  goneItems,
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
const goneItem = goneItems.of(server)
const confirmed = confirmedItems.of(ada)
const bare = (id: string) => makeFavorite(id, { title: '' })
const whole = (id: string) => makeFavorite(id, { preview_url: `${server}/${id}` })

describe('createLookUp', () => {
  const asked: string[] = []
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
    })()

  beforeEach(() => {
    asked.length = 0
  })

  it('fills in the details that are not known, and keeps the order', async () => {
    const list = [bare('a'), whole('b'), bare('c')]
    await confirmed.update(() => list)
    await lookUp(list, (id) => (id === 'c' ? 'gone' : whole(id)))
    expect(asked).toEqual(['c', 'a'])
    expect(await confirmed.read()).toEqual([whole('a'), whole('b'), bare('c')])
    expect(await goneItem.read()).toEqual(['c'])
    await lookUp(list)
    expect(await goneItem.read()).toEqual([])
  })

  it('writes nothing of which it learns nothing new', async () => {
    const list = [whole('a'), bare('b')]
    await confirmed.update(() => list)
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await lookUp(list, bare)
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
  })

  it('asks nobody without a server, and no server about pictures of other catalogues', async () => {
    await lookUp([bare('a')], whole, deviceOwner)
    await lookUp([{ ...bare('a'), catalogue: 'built-in' }])
    expect(asked).toEqual([])
  })

  it('stops at a server that does not answer, and believes what it knew', async () => {
    await lookUp([bare('a')], () => 'gone')
    asked.length = 0
    const ids = ['a', ...Array.from({ length: 50 }, (_, index) => `w${index}`)]
    await lookUp(ids.map(bare), () => undefined)
    expect(asked.length).toBeLessThan(10)
    expect(await goneItem.read()).toEqual(['a'])
  })
})
