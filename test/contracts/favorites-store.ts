import { describe, expect, it } from 'vitest'
import { maxFavorites } from '../../server/favorites/favorites.ts'
import type { FavoritesStore } from '../../server/favorites/favorites-store.ts'

interface Subject {
  /** Two stores that share their data, as in two server processes. One object may serve as both. */
  stores: readonly [FavoritesStore, FavoritesStore]
  addUser: () => Promise<string>
  /** How many favorites the store accepts for one user, if their ids have seven characters. */
  limit?: number
}

const ids = (count: number) =>
  Array.from({ length: count }, (_, position) => `id-${String(position).padStart(4, '0')}`)
const add = (id: string) => ({ action: 'add', id }) as const
const remove = (id: string) => ({ action: 'remove', id }) as const
const code = (code: string) => expect.objectContaining({ code })

/** What every favorites store must pass. `subject` creates it once per test. */
export const favoritesStoreContract = (name: string, subject: () => Promise<Subject>) => {
  describe(`${name} as a favorites store`, () => {
    const start = async () => {
      const { stores, addUser, limit = maxFavorites } = await subject()
      return { store: stores[0], other: stores[1], addUser, limit, user: await addUser() }
    }

    it('stores no list that is too large to be sent in one request', async () => {
      const { store, user, limit } = await start()
      const long = Array.from({ length: 400 }, (_, n) => `${n}-${'海'.repeat(250)}`)
      await expect(store.replace(user, long)).rejects.toEqual(code('FAVORITES_FULL'))
      const fitting = long.slice(0, limit < maxFavorites ? 8 : 344)
      expect(await store.replace(user, fitting)).toHaveLength(fitting.length)
      const addFive = async () => {
        for (const id of long.slice(-5)) await store.change(user, add(id))
      }
      await expect(addFive()).rejects.toEqual(code('FAVORITES_FULL'))
      const stored = await store.list(user)
      expect(Buffer.byteLength(JSON.stringify({ favorites: stored }))).toBeLessThanOrEqual(262_144)
      expect(stored.slice(0, fitting.length)).toEqual(fitting)
    })

    it('keeps the order in which ids were added', async () => {
      const { store, user } = await start()
      for (const id of ['b', 'c', 'a']) await store.change(user, add(id))
      expect(await store.change(user, remove('c'))).toEqual(['b', 'a'])
      expect(await store.change(user, add('c'))).toEqual(['b', 'a', 'c'])
      expect(await store.list(user)).toEqual(['b', 'a', 'c'])
    })

    it('changes nothing when a present id is added or an absent one removed', async () => {
      const { store, user } = await start()
      await store.replace(user, ['a', 'b'])
      expect(await store.change(user, add('a'))).toEqual(['a', 'b'])
      expect(await store.change(user, remove('z'))).toEqual(['a', 'b'])
    })

    it('replaces the list, in order and without repeats', async () => {
      const { store, user } = await start()
      await store.replace(user, ['a', 'b'])
      expect(await store.replace(user, ['z', 'a', 'z'])).toEqual(['z', 'a'])
      expect(await store.replace(user, [])).toEqual([])
      expect(await store.list(user)).toEqual([])
    })

    it('accepts every character that an id may have', async () => {
      const { store, user } = await start()
      const odd = ["o'brien", '"quoted"', '$1', 'ünï-😀', 'folder/name', '漢字', '{}', '[1]']
      expect(await store.replace(user, odd)).toEqual(odd)
      expect(await store.change(user, remove('漢字'))).not.toContain('漢字')
      expect(await store.list(user)).toHaveLength(odd.length - 1)
    })

    it('keeps the lists of two users apart', async () => {
      const { store, user, addUser } = await start()
      const friend = await addUser()
      await store.change(user, add('mine'))
      await store.change(friend, add('theirs'))
      expect(await store.list(user)).toEqual(['mine'])
      expect(await store.list(friend)).toEqual(['theirs'])
    })

    it('refuses an id beyond the limit, and still removes one', async () => {
      const { store, user, limit } = await start()
      const full = ids(limit)
      expect(await store.replace(user, full)).toHaveLength(limit)
      await expect(store.change(user, add('id-more'))).rejects.toEqual(code('FAVORITES_FULL'))
      expect(await store.change(user, add('id-0000'))).toEqual(full)
      expect(await store.change(user, remove('id-0000'))).toHaveLength(limit - 1)
      expect(await store.change(user, add('id-more'))).toHaveLength(limit)
    })

    it('refuses a replacement that is too long, and keeps what was there', async () => {
      const { store, user } = await start()
      await store.replace(user, ['a'])
      await expect(store.replace(user, ids(10_000))).rejects.toEqual(code('FAVORITES_FULL'))
      expect(await store.list(user)).toEqual(['a'])
    })

    it('rejects changes of a user who no longer exists', async () => {
      const { store } = await start()
      const unauthorized = { code: 'UNAUTHORIZED', message: 'Unauthorized' }
      await expect(store.change('nobody', add('a'))).rejects.toMatchObject(unauthorized)
      await expect(store.replace('nobody', ['a'])).rejects.toMatchObject(unauthorized)
    })

    it('makes no change that nobody awaits when its turn comes', async () => {
      const { store, user } = await start()
      await store.replace(user, ['a'])
      const isAwaited = () => false
      const changes = [
        store.change(user, remove('a'), isAwaited),
        store.replace(user, [], isAwaited),
      ]
      const message = 'The change was not made in time: send it again'
      for (const change of changes)
        await expect(change).rejects.toMatchObject({ code: 'BUSY', message })
      expect(await store.list(user)).toEqual(['a'])
    })

    it('loses nothing when many change one list at the same time', async () => {
      const { store, other, user } = await start()
      await store.replace(user, ['gone', 'kept'])
      const added = ids(100)
      await Promise.all([
        ...added.map((id, position) => (position % 2 ? store : other).change(user, add(id))),
        other.change(user, remove('gone')),
      ])
      expect((await store.list(user)).toSorted()).toEqual([...added, 'kept'].toSorted())
    })

    it('never exceeds the limit when many add at the same time', async () => {
      const { store, other, user, limit } = await start()
      await store.replace(user, ids(limit - 3))
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? store : other).change(user, add(`id-n00${n}`)),
        ),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await store.list(user)).toHaveLength(limit)
    })
  })
}
