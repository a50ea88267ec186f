/** As in browsers, `Object.keys` lists the stored entries but not the methods. */
class MemoryStorage {
  [slot: string]: unknown
  getItem(slot: string) {
    return (this[slot] as string | undefined) ?? null
  }
  setItem(slot: string, note: string) {
    this[slot] = note
  }
  removeItem(slot: string) {
    delete this[slot]
  }
  get length() {
    return Object.keys(this).length
  }
}

export const createMemoryStorage = () => new MemoryStorage() as unknown as Storage
