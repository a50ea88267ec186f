import { createCoalescer, type RunBatch } from './coalescer.ts'
import { type FavoritesOperation, favoritesFull } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'

interface CoalescedStoreDeps {
  list: FavoritesStore['list']
  /** For each operation the list afterwards, or `undefined` when it did not fit. */
  runBatch: RunBatch<FavoritesOperation, readonly string[] | undefined>
}

/** A store that applies all changes of a user that wait in one go; those of others do not wait for them. */
export const createCoalescedStore = ({ list, runBatch }: CoalescedStoreDeps): FavoritesStore => {
  const coalescer = createCoalescer(runBatch)
  const submit = async (userId: string, operation: FavoritesOperation) => {
    const after = await coalescer.submit(userId, operation)
    if (after === undefined) throw favoritesFull()
    return after
  }
  return {
    waiting: coalescer.size,
    list,
    replace: (userId, ids) => submit(userId, { action: 'replace', ids }),
    change: submit,
  }
}
