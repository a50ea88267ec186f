import type {
  StoredCatalogue,
  WebCatalogueStore,
} from '../../../extension/features/sources/web/catalogue-store.ts'

export const createMemoryCatalogueStore = (): WebCatalogueStore => {
  const lists = new Map<string, StoredCatalogue>()
  return {
    read: async (name) => structuredClone(lists.get(name)),
    write: async (name, list) => void lists.set(name, list),
    update: async (name, change) => {
      const before = lists.get(name)
      if (before) lists.set(name, { ...before, state: change(before.state) })
    },
    deleteOthers: async () => {},
  }
}
