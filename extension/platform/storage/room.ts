/** Says how many bytes the extension has stored, and how many the browser allows. */
export const estimateRoom = (): Promise<StorageEstimate> => navigator.storage.estimate()

/**
 * Asks the browser not to delete anything when the disk gets full. Chromium decides without a question. Firefox would
 * show one, so it is not asked.
 */
export const keepStored = async (): Promise<void> => {
  if (!import.meta.env.FIREFOX) await navigator.storage.persist()
}
