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
export const keepStored = async (): Promise<void> => {
  if (!import.meta.env.FIREFOX) await navigator.storage.persist()
}
