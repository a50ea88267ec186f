import { dropWhere } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import type { OwnStore } from './own-store.ts'

interface RemoveDeps {
  /** The name of own pictures as a source. */
  catalogue: string
  store: Pick<OwnStore, 'remove'>
  deckStore: Pick<DeckStore, 'update'>
}

/** Deletes own pictures from the store, and from the deck's upcoming and earlier wallpapers. */
export const removePictures = async (
  ids: readonly string[],
  { catalogue: own, store, deckStore }: RemoveDeps,
): Promise<void> => {
  const removed = new Set(ids)
  await store.remove(ids)
  await deckStore.update((deck) =>
    dropWhere(deck, ({ catalogue, id }) => catalogue === own && removed.has(id)),
  )
}
