/** The browser cannot read or write: the disk is full or damaged, or the browser's settings block the storage. */
export class StorageError extends Error {
  override name = 'StorageError'

  constructor(cause: unknown) {
    super('The browser cannot read or write', { cause })
  }
}

export const failAsStorage = (cause: unknown): Promise<never> =>
  Promise.reject(new StorageError(cause))

/** Returns whether an error, or the cause of a `StorageError`, is a `DOMException` of this name. */
export const isNamed = (error: unknown, name: string): boolean =>
  error instanceof StorageError
    ? isNamed(error.cause, name)
    : error instanceof DOMException && error.name === name

// `browser.storage` rejects with a plain `Error`. Only its text says that the disk is full.
export const isDiskFull = (error: unknown): boolean =>
  isNamed(error, 'QuotaExceededError') ||
  (error instanceof StorageError && /quota|no.space/i.test(String(error.cause)))

export const isStorageError = (error: unknown): boolean =>
  error instanceof StorageError || isDiskFull(error)

/** Handles the errors of work that may fail because of the storage. Every other error is a bug and is logged. */
export const ignoreStorageError = (error: unknown): undefined => {
  if (!isStorageError(error)) console.error(error)
}
