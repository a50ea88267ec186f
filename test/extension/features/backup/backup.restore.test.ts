import { describe, expect, it } from 'vitest'
import { restoreFavorites } from '../../../../extension/features/backup/backup.ts'
import { serverOf, toOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  favoritesStore,
  ownerItem,
} from '../../../../extension/features/favorites/favorites-store.ts'

const favorite = (id: string) => ({ id, title: id, color: null, preview_url: '' })
const restore = (server: string, ids: string[]) =>
  restoreFavorites({ server, list: ids.map(favorite), local: [] }, { store: favoritesStore })
const listIds = async () => (await favoritesStore.read()).favorites.map(({ id }) => id)

describe('restoreFavorites', () => {
  it('adds missing favorites in the order of the file, and keeps those that exist', async () => {
    const { owner } = await favoritesStore.read()
    await favoritesStore.record({ action: 'add', favorite: favorite('mine'), owner })
    expect(await restore(serverOf(owner), ['a', 'mine', 'b'])).toBe(2)
    expect(await listIds()).toEqual(['mine', 'a', 'b'])
  })

  it('changes nothing when the same file is restored twice', async () => {
    const { owner } = await favoritesStore.read()
    await restore(serverOf(owner), ['a', 'b'])
    expect(await restore(serverOf(owner), ['a', 'b'])).toBe(0)
  })

  it('brings back the favorites of catalogues without accounts, each once', async () => {
    const local = [{ ...favorite('dawn'), catalogue: 'built-in' }]
    const backed = { server: 'https://walls.test', list: [favorite('dawn')], local }
    expect(await restoreFavorites(backed, { store: favoritesStore })).toBe(2)
    expect((await favoritesStore.read()).favorites).toEqual(local)
    await restoreFavorites(backed, { store: favoritesStore })
    expect((await favoritesStore.read()).favorites).toEqual(local)
  })

  it('shows favorites of another server only on that server', async () => {
    await restore('https://walls.test', ['a'])
    expect(await listIds()).toEqual([])
    await ownerItem.update(() => toOwner('https://walls.test'))
    expect(await listIds()).toEqual(['a'])
  })
})
