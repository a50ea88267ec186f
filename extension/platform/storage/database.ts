import { deckName, scope } from './scope.ts'
import { StorageError } from './storage-error.ts'

let standIn: typeof import('./memory-database.ts').openInstead | undefined

/** Sets the function that may open another database if one cannot be opened. */
export const setStandIn = (open: typeof standIn): void => {
  standIn = open
}

/** @throws StorageError if the browser's settings block databases */
export const openDatabase = (
  name = `fresco${deckName}`,
  stores: readonly string[] = ['deck', 'images'],
): Promise<IDBDatabase> =>
  open(name, stores).catch((error) => {
    const instead = import.meta.env.FIREFOX && standIn?.(error, name, stores)
    if (instead) return instead
    throw new StorageError(error)
  })

const open = async (name: string, stores: readonly string[]) => {
  const request = indexedDB.open(name + scope, 1)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store)
  }
  return closeWhenUnusable(await toPromise(request))
}

const closeWhenUnusable = (database: IDBDatabase): IDBDatabase => {
  const close = () => {
    database.close()
    // Browsers send the event `close` only for connections that they close themselves.
    database.dispatchEvent(new Event('close'))
  }
  // An open tab would block the update to a version of the extension that changes the structure of the database.
  database.onversionchange = close
  // After a transaction failed on a full disk, Firefox lets the next one on the same connection only delete. These listeners
  // capture the events, so they run before the caller learns of the failure.
  if (import.meta.env.FIREFOX)
    for (const failure of ['error', 'abort']) database.addEventListener(failure, close, true)
  return database
}

export const onClosed = (database: IDBDatabase, listener: () => void): void =>
  database.addEventListener('close', listener, { once: true })

/** Turns a database request into a promise. Awaiting it inside a transaction keeps the transaction open. */
export const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    // A full disk aborts the transaction, and then Firefox fails the requests that still wait with an AbortError.
    request.onerror = () => reject(new StorageError(request.transaction?.error ?? request.error))
  })

export const toDone = (transaction: IDBTransaction): Promise<unknown> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(new StorageError(transaction.error))
  })

/**
 * Returns a function that does work in one transaction of a database. It resolves when the work is stored.
 * @throws StorageError
 */
export const createTransact =
  <Name extends string>(database: string, names: readonly Name[]) =>
  async <T>(
    mode: IDBTransactionMode,
    work: (stores: Record<Name, IDBObjectStore>) => Promise<T> | T,
  ): Promise<T> => {
    const opened = await openDatabase(database, names)
    const transaction = opened.transaction([...names], mode)
    const done = toDone(transaction)
    opened.close()
    const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
    const [result] = await Promise.all([work(stores as Record<Name, IDBObjectStore>), done])
    return result
  }

/**
 * Returns how many bytes the extension has stored, and how many the browser allows. Returns `undefined` in Chromium, which
 * since version 138 always reports 10 GB more than are stored (https://chromestatus.com/feature/4977371751645184).
 */
export const estimateRoom = async (): Promise<StorageEstimate | undefined> =>
  import.meta.env.FIREFOX ? navigator.storage.estimate() : undefined

/**
 * Asks the browser not to delete anything when the disk gets full. Chromium decides without a question. Firefox would
 * show one, so it is not asked.
 */
export const requestPersistence = async (): Promise<void> => {
  if (!import.meta.env.FIREFOX) await navigator.storage.persist()
}
