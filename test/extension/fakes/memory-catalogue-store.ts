import {
  type CatalogueState,
  type StoredCatalogue,
  toCatalogue,
  type WebCatalogueStore,
} from '../../../extension/features/sources/web/catalogue-store.ts'

export const createMemoryCatalogueStore = (): WebCatalogueStore => {
  const states = new Map<string, CatalogueState>()
  const lists = new Map<string, Omit<StoredCatalogue, 'state'>>()
  return {
    read: async (name) => {
      const [state, list] = [states.get(name), lists.get(name)]
      return state && list && structuredClone({ ...list, state })
    },
    write: async (name, { state, ...list }) => {
      states.set(name, state)
      lists.set(name, list)
    },
    update: async (name, change) => {
      const before = states.get(name)
      if (before) states.set(name, change(before))
    },
    deleteOthers: async (names) => {
      for (const name of states.keys()) {
        if (names.includes(toCatalogue(name))) continue
        lists.delete(name)
        states.delete(name)
      }
    },
  }
}
