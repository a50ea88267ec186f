const name = 'fresco'
const version = 1

/** `deck` holds the records `deck` and `kept` (favorites at hand offline); `images`, Blobs by wallpaper. */
export type StoreName = 'deck' | 'images'

/** Opens the extension's IndexedDB, making it the first time. */
export const openDatabase = (factory: IDBFactory = indexedDB): Promise<IDBDatabase> => {
  const request = factory.open(name, version)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('deck')
    request.result.createObjectStore('images')
  }
  return toPromise(request).then(closeOnUpgrade)
}

/** An open tab must not keep a newer version of the extension from changing the stores. */
const closeOnUpgrade = (database: IDBDatabase): IDBDatabase => {
  database.onversionchange = () => {
    database.close()
    // The browser reports only what it closes itself.
    database.dispatchEvent(new Event('close'))
  }
  return database
}

/** Calls back when the connection is of no use any more, whoever closed it. */
export const onClosed = (database: IDBDatabase, listener: () => void): void =>
  database.addEventListener('close', listener, { once: true })

/** The result of one request; inside a transaction it may be awaited without ending it. */
export const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves when the transaction is stored, rejects when none of it was. */
export const toDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
