interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Gives one result for each item, in their order; a failure is the failure of all of them. `fail`
 * tells it to those who wait while the run, and with it the key's turn, still goes on.
 */
export type RunBatch<Item, Result> = (
  key: string,
  items: readonly Item[],
  fail: (error: unknown) => void,
) => Promise<readonly Result[]>

/**
 * Runs what comes in for one key in batches, one batch at a time: while one is under way, all that
 * arrives waits and becomes the next. Keys do not wait for each other.
 */
export const createCoalescer = <Item, Result>(run: RunBatch<Item, Result>) => {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const drain = async (key: string, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) await settle(run, key, queue.splice(0))
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
        // What arrives in the same turn of the event loop already shares the first batch.
        setImmediate(() => drain(key, first))
      }),
    /** How many keys have work: none is kept after its last batch. */
    size: () => queues.size,
  }
}

const settle = async <Item, Result>(
  run: RunBatch<Item, Result>,
  key: string,
  batch: readonly Waiting<Item, Result>[],
) => {
  const fail = (error: unknown) => {
    for (const { reject } of batch) reject(error)
  }
  try {
    const results = await run(
      key,
      batch.map(({ item }) => item),
      fail,
    )
    for (const [position, { resolve }] of batch.entries()) resolve(results[position] as Result)
  } catch (error) {
    fail(error)
  }
}
