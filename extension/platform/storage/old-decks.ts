import { fromJson, toTextList } from '../../../shared/unknown.ts'
import { readLocal, writeLocal } from './local-text.ts'
import { deckName, framedDeck, scope } from './scope.ts'

const key = 'fresco.decks'
const most = 12

/** Deletes the decks of addresses that were not opened for long. Each may take 20 MB. */
export const forgetOldDecks = (): void => {
  if (deckName === '' || deckName === framedDeck) return
  const others = toTextList(fromJson(readLocal(key))).filter((name) => name !== deckName)
  const names = [...others, deckName]
  for (const name of names.slice(0, -most)) indexedDB.deleteDatabase(`fresco${name}${scope}`)
  writeLocal(key, JSON.stringify(names.slice(-most)))
}
