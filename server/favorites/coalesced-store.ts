import { DomainError } from '../domain-error.ts'
import {
  applyRequests,
  type FavoritesOperation,
  type FavoritesRequest,
  type Fits,
} from './favorites.ts'
import type { FavoritesStore, IsAwaited } from './favorites-store.ts'

/** Turns the stored list of one user into the list to store. */
export type ApplyRequests = (stored: readonly string[], fits: Fits) => readonly string[]

interface CoalescedStoreDeps {
  list: FavoritesStore['list']
  /**
   * Reads the list of one user, applies all waiting requests, and returns the list that is stored afterwards. Nothing
   * else may change the list in the meantime. Calling `fail` reports a failure early.
   */
  updateList: (
    userId: string,
    apply: ApplyRequests,
    fail: (error: unknown) => void,
  ) => Promise<readonly string[]>
}

export const createCoalescedStore = ({ list, updateList }: CoalescedStoreDeps): FavoritesStore => {
  const runBatch: RunBatch<FavoritesRequest, DomainError | readonly string[]> = async (
    userId,
    requests,
    fail,
  ) => {
    let errors: readonly (DomainError | undefined)[] = []
    const apply: ApplyRequests = (stored, fits) => {
      const applied = applyRequests(stored, requests, fits)
      errors = applied.errors
      return applied.list
    }
    const after = await updateList(userId, apply, fail)
    return errors.map((error) => error ?? after)
  }
  const coalescer = createCoalescer(runBatch)
  const submit = async (
    userId: string,
    operation: FavoritesOperation,
    isAwaited: IsAwaited = () => true,
  ) => {
    const outcome = await coalescer.submit(userId, { operation, isAwaited })
    if (outcome instanceof DomainError) throw outcome
    return outcome
  }
  return {
    waiting: coalescer.size,
    list,
    replace: (userId, ids, isAwaited) => submit(userId, { action: 'replace', ids }, isAwaited),
    change: submit,
  }
}

/**
 * Handles a batch of items and returns one result per item, in the same order. If it throws, every item fails. By
 * calling `fail`, it can report the failure early while the next batch of the same key still waits.
 */
type RunBatch<Item, Result> = (
  key: string,
  items: readonly Item[],
  fail: (error: unknown) => void,
) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Groups items into batches and runs one batch at a time for each key. Items that arrive in one turn of the event loop
 * share a batch, and items that arrive during a batch form the next one. Different keys do not wait for one another.
 */
export const createCoalescer = <Item, Result>(run: RunBatch<Item, Result>) => {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const drain = async (key: string, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0)
      const fail = (error: unknown) => {
        for (const { reject } of batch) reject(error)
      }
      try {
        const items = batch.map(({ item }) => item)
        const results = await run(key, items, fail)
        for (const [position, { resolve }] of batch.entries()) resolve(results[position] as Result)
      } catch (error) {
        fail(error)
      }
    }
    queues.delete(key)
  }
  return {
    submit: (key: string, item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject }
        const queue = queues.get(key)
        if (queue !== undefined) return void queue.push(waiting)
        const first = [waiting]
        queues.set(key, first)
        setImmediate(() => void drain(key, first))
      }),
    size: () => queues.size,
  }
}
