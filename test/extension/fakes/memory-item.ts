import type { StoredItem } from '../../../extension/platform/storage/stored-item.ts'

export const createMemoryItem = <T>(initial: T): StoredItem<T> => {
  let value = initial
  return {
    read: async () => value,
    update: async (change) => {
      value = change(value)
      return value
    },
    onChange: () => () => {},
  }
}
