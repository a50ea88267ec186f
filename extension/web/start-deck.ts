import { coalesce } from '../../shared/async.ts'
import { settingsItem } from '../features/settings/settings.ts'
import type { CatalogueClient } from '../features/supply/catalogue-client.ts'
import { fetchStatusItem } from '../features/supply/fetch-status.ts'
import { followPages } from '../features/supply/follow-pages.ts'
import { createImageClient } from '../features/supply/image-client.ts'
import { createTopUp, screenItem } from '../features/supply/top-up.ts'
import type { DeckStore } from '../features/wallpaper/deck-store.ts'
import { convertPicture, type PreparedImage } from '../platform/browser/image-codec.ts'
import type { PictureFile } from '../platform/browser/picture-file.ts'
import type { ScreenSize } from '../platform/browser/screen.ts'
import { withLock } from '../platform/storage/stored-item.ts'

// The site of this page made the file, and `fetch` rejects a body that breaks off. So the file needs no check of its own,
// which would add 1.7 kB.
const prepare = async (file: Blob, screen: ScreenSize): Promise<PreparedImage> =>
  convertPicture(await file.arrayBuffer(), file.type as PictureFile['type'], screen)

/** Fills the deck, as the background does in the extension. */
export const startDeck = (deckStore: DeckStore, catalogue: CatalogueClient): void => {
  let timer = 0
  const deps = {
    deckStore,
    catalogue,
    images: createImageClient({ prepare }),
    status: fetchStatusItem,
    readSettings: settingsItem.read,
    readScreen: screenItem.read,
    listFavorites: async () => [],
    wakeAt: async (at: number | undefined) => {
      clearTimeout(timer)
      if (at !== undefined)
        timer = window.setTimeout(() => topUp({ asked: false }), at - Date.now())
    },
  }
  const fill = createTopUp(deps)
  // One tab at a time fills the deck, because each tab has a background of its own.
  const topUp = coalesce((options) => withLock('top-up', () => fill(options)))
  followPages(deps, topUp)
}
