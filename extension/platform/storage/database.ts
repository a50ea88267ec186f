export const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('fresco', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('deck')
    request.result.createObjectStore('images')
  }
  return toPromise(request).then(closeOnUpgrade)
}

// An open tab must not block an update of the extension that changes the stores of the database.
const closeOnUpgrade = (database: IDBDatabase): IDBDatabase => {
  database.onversionchange = () => {
    database.close()
    // Browsers send this event only for connections that they close themselves.
    database.dispatchEvent(new Event('close'))
  }
  return database
}

export const onClosed = (database: IDBDatabase, listener: () => void): void =>
  database.addEventListener('close', listener, { once: true })

/** Awaiting this inside a transaction keeps the transaction open. */
export const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export const toDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
