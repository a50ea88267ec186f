import { isNamed } from './storage-error.ts'

type Records = Map<IDBValidKey, unknown>

/**
 * A database in memory, with what the extension uses of IndexedDB. A Firefox that never remembers history refuses real ones.
 * Its transactions run one after another. None fails.
 */
const createMemoryDatabase = (names: readonly string[]) => {
  const stores = new Map(names.map((name): [string, Records] => [name, new Map()]))
  let lastEnd = Promise.resolve()
  const transaction = () => {
    const start = lastEnd
    const { promise, resolve } = Promise.withResolvers<void>()
    lastEnd = promise
    const ended = { oncomplete: () => {} }
    let underway = 0
    const run = (work: () => unknown) => {
      const request = { result: undefined as unknown, onsuccess: () => {} }
      const end = () => {
        if (--underway > 0) return
        ended.oncomplete()
        resolve()
      }
      underway++
      void start.then(() => {
        request.result = work()
        request.onsuccess()
        // Code that awaits the request may make another one before the timer fires.
        setTimeout(end)
      })
      return request
    }
    run(() => {})
    const objectStore = (name: string) => {
      const records: Records = stores.get(name) ?? new Map()
      return {
        get: (key: IDBValidKey) => run(() => records.get(key)),
        getKey: (key: IDBValidKey) => run(() => (records.has(key) ? key : undefined)),
        getAll: () => run(() => [...records.values()]),
        getAllKeys: () => run(() => [...records.keys()]),
        put: (value: unknown, key: IDBValidKey) => run(() => records.set(key, value)),
        delete: (key: IDBValidKey) => run(() => records.delete(key)),
        clear: () => run(() => records.clear()),
      }
    }
    return Object.assign(ended, { objectStore })
  }
  return Object.assign(new EventTarget(), { transaction, close: () => {} })
}

const databases = new Map<string, ReturnType<typeof createMemoryDatabase>>()

/**
 * Opens a database in memory if `error` is the refusal of a Firefox that never remembers history. After any other
 * error, such as that of a full disk, it opens nothing, because the real database may open again with its pictures.
 */
export const openInstead = (
  error: unknown,
  name: string,
  stores: readonly string[],
): IDBDatabase | undefined => {
  if (!isNamed(error, 'InvalidStateError')) return
  const database = databases.get(name) ?? createMemoryDatabase(stores)
  databases.set(name, database)
  return database as unknown as IDBDatabase
}

export const isInMemory = (name = 'fresco'): boolean => databases.has(name)
