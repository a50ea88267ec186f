import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'

export const greetedItem = createStoredItem({
  key: 'greeted',
  parse: (stored) => stored === true,
})

export const createGreet =
  ({ greeted, open }: { greeted: StoredItem<boolean>; open(): Promise<void> }) =>
  async (): Promise<void> => {
    if (await greeted.read()) return
    await greeted.update(() => true)
    await open()
  }
