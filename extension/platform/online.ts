/** Calls back when the network comes back, in a page or the background; returns the unsubscribe. */
export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}
