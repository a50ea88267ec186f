import {
  type CatalogueState,
  isOutdated,
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
    readState: async (name) => structuredClone(states.get(name)),
    write: async (name, { state, ...list }) => {
      if (isOutdated(state, states.get(name))) return false
      states.set(name, state)
      lists.set(name, list)
      return true
    },
    update: async (name, change) => {
      const before = states.get(name)
      if (!before) return
      const after = change(before)
      states.set(name, after)
      return after
    },
    deleteOthers: async (names) => {
      for (const [name, { known }] of states) {
        if (names.includes(toCatalogue(name))) continue
        lists.delete(name)
        if (known.length === 0) states.delete(name)
      }
    },
  }
}
