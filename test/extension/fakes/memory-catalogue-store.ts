import {
  type CatalogueStore,
  type StoredCatalogue,
  withKnown,
} from '../../../extension/features/web-catalogue/catalogue-store.ts'

export const createMemoryCatalogueStore = (): CatalogueStore => {
  const stored = new Map<string, StoredCatalogue>()
  return {
    read: async (name) => structuredClone(stored.get(name)),
    write: async (name, catalogue) => {
      const state = withKnown(catalogue.state, stored.get(name)?.state)
      stored.set(name, { ...catalogue, state })
    },
    update: async (name, change) => {
      const before = stored.get(name)
      if (before) stored.set(name, { ...before, state: change(before.state) })
    },
    keepOnly: async (names) => {
      for (const name of stored.keys()) if (!names.includes(name)) stored.delete(name)
    },
  }
}
