import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'

/** Whether the person has been greeted; it outlives an update, and a reload by a developer. */
export const greetedItem = createStoredItem({
  key: 'greeted',
  parse: (stored) => stored === true,
})

interface GreetDeps {
  greeted: StoredItem<boolean>
  open(): Promise<void>
}

/** Opens the welcome, once in the life of a profile. */
export const createGreet =
  ({ greeted, open }: GreetDeps) =>
  async (): Promise<void> => {
    if (await greeted.read()) return
    await greeted.update(() => true)
    await open()
  }
