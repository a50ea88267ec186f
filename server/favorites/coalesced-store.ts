import { type FavoritesOperation, favoritesFull } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'

interface CoalescedStoreDeps {
  list: FavoritesStore['list']
  /** Applies changes of one user. For each, returns the favorites afterwards, or `undefined` if the list was full. */
  runBatch: RunBatch<FavoritesOperation, readonly string[] | undefined>
  defer: Defer
}

export const createCoalescedStore = ({
  list,
  runBatch,
  defer,
}: CoalescedStoreDeps): FavoritesStore => {
  const coalescer = createCoalescer(runBatch, defer)
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

/**
 * Handles a batch of items and returns one result per item, in the same order. If it throws, every item fails. By
 * calling `fail`, it can report the failure early while the next batch of the same key still waits.
 */
type RunBatch<Item, Result> = (
  key: string,
  items: readonly Item[],
  fail: (error: unknown) => void,
) => Promise<readonly Result[]>

/** Runs `work` after the current turn of the event loop, so that all items of the turn share one batch. */
type Defer = (work: () => void) => void

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Groups items into batches and runs one batch at a time for each key. Items that arrive during a batch form the
 * next batch. Different keys do not wait for one another.
 */
export const createCoalescer = <Item, Result>(run: RunBatch<Item, Result>, defer: Defer) => {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const drain = async (key: string, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) await runAndSettle(run, key, queue.splice(0))
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
        defer(() => void drain(key, first))
      }),
    size: () => queues.size,
  }
}

const runAndSettle = async <Item, Result>(
  run: RunBatch<Item, Result>,
  key: string,
  batch: readonly Waiting<Item, Result>[],
) => {
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
