import type { StoredItem } from './stored-item.ts'

/**
 * Calls back with what is stored by now and with every value after it, so that nothing is missed between
 * reading and listening; returns the unsubscribe.
 */
export const follow = <T>(
  { read, onChange }: Pick<StoredItem<T>, 'read' | 'onChange'>,
  listener: (value: T) => void,
): (() => void) => {
  let isOvertaken = false
  const stop = onChange((value) => {
    isOvertaken = true
    listener(value)
  })
  void read().then((value) => isOvertaken || listener(value))
  return stop
}
