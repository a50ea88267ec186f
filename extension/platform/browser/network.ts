import { toRecord, toText } from '../unknown.ts'

/**
 * Whether the person, the browser or the network asks for less data: `Save-Data`, a mobile connection, or a
 * slow one. Firefox and Safari tell nothing: false.
 * https://wicg.github.io/netinfo/
 */
export const isCostly = (connection: unknown = Reflect.get(navigator, 'connection')): boolean => {
  const { saveData, type, effectiveType } = toRecord(connection)
  return saveData === true || type === 'cellular' || /^(slow-)?2g$|^3g$/.test(toText(effectiveType))
}

/** Calls back when the network comes back, in a page or the background; returns the unsubscribe. */
export const onOnline = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}
