import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'

/** Whether the welcome page has been shown. */
export const greetedItem = createStoredItem({
  key: 'greeted',
  parse: (stored) => stored === true,
})

interface GreetDeps {
  greeted: StoredItem<boolean>
  open(): Promise<void>
}

export const createGreet =
  ({ greeted, open }: GreetDeps) =>
  async (): Promise<void> => {
    if (await greeted.read()) return
    await greeted.update(() => true)
    await open()
  }
