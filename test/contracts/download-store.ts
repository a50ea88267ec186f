import { describe, expect, it } from 'vitest'
import type { DownloadStore } from '../../server/catalogue/download-counts.ts'

/** Two stores that share their data, as in two server processes. One object may serve as both. */
type Stores = readonly [DownloadStore, DownloadStore]

const counted = (id: string, count: number, updatedAt: number) => ({ id, count, updatedAt })

/** A shared test suite for every store of download counts. `open` runs once per test and opens an empty one. */
export const downloadStoreContract = (name: string, open: () => Promise<Stores>) => {
  describe(`${name} as a download store`, () => {
    it('begins with no counts, and adds nothing for an empty list', async () => {
      const [store] = await open()
      await store.add([])
      expect(await store.listMost(10)).toEqual([])
    })

    it('lists the most downloaded first, and of equal ones the last downloaded', async () => {
      const [store] = await open()
      await store.add([counted('a', 1, 10), counted('b', 3, 20), counted('c', 1, 30)])
      const order = [counted('b', 3, 20), counted('c', 1, 30), counted('a', 1, 10)]
      expect(await store.listMost(10)).toEqual(order)
      expect(await store.listMost(2)).toEqual(order.slice(0, 2))
    })

    it('adds to a count, and keeps the later time', async () => {
      const [store, other] = await open()
      await store.add([counted('a', 2, 50)])
      await other.add([counted('a', 3, 40)])
      expect(await store.listMost(10)).toEqual([counted('a', 5, 50)])
      await other.add([counted('a', 1, 60)])
      expect(await other.listMost(10)).toEqual([counted('a', 6, 60)])
    })

    it('counts beyond 32 bits, and every id that a wallpaper may have', async () => {
      const [store] = await open()
      const now = 1_795_000_000_000
      const ids = ["it's", 'a b', 'folder/海', 'İ"$1', 'x'.repeat(255)]
      await store.add(ids.map((id, at) => counted(id, 5_000_000_000 - at, now)))
      expect((await store.listMost(10)).map(({ id, count }) => [id, count])).toEqual(
        ids.map((id, at) => [id, 5_000_000_000 - at]),
      )
    })

    it('loses nothing when two servers add the same 500 wallpapers in different orders', async () => {
      const stores = await open()
      const all = Array.from({ length: 500 }, (_, at) => counted(`id-${at}`, 1, at))
      const rounds = Array.from({ length: 10 }, (_, round) =>
        stores.map((store, at) => store.add((round + at) % 2 === 0 ? all : all.toReversed())),
      )
      await Promise.all(rounds.flat())
      const list = await stores[0].listMost(1_000)
      expect(list).toHaveLength(500)
      expect(new Set(list.map(({ count }) => count))).toEqual(new Set([20]))
    })
  })
}
