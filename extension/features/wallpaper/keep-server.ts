import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { fromJson, toRecord } from '../../platform/unknown.ts'
import { parseCatalogues } from '../settings/catalogues.ts'
import { settingsItem } from '../settings/settings.ts'
import type { DeckStore } from './deck-store.ts'

const hasSettings = createStoredItem({
  key: 'settings',
  parse: (stored) => Object.keys(toRecord(stored)).length > 0,
})

/**
 * Older versions used a server without a choice. A person who changed no setting there keeps the server, whose address
 * is only in the deck.
 */
export const keepServer = async (deckStore: Pick<DeckStore, 'read'>): Promise<void> => {
  if (await hasSettings.read()) return
  const key = fromJson((await deckStore.read()).filters)
  const catalogues = parseCatalogues(Array.isArray(key) ? [key[0]] : [])
  if (catalogues.length > 0) await settingsItem.update((before) => ({ ...before, catalogues }))
}
