import bundle from 'virtual:bundled-wallpapers'
import { deckRules } from '../features/wallpaper/deck.ts'
import { createDeckStore } from '../features/wallpaper/deck-store.ts'
import { forDistantDeck, paintFirst } from '../features/wallpaper/first-paint.ts'
import { canPreload } from '../features/wallpaper/hint.ts'
import { inOwnOrder } from '../features/wallpaper/own-order.ts'
import { loadPicture } from '../features/wallpaper/show-image.ts'
import { startModule } from '../platform/browser/page-start.ts'
import { openDatabase } from '../platform/storage/database.ts'

/** This script runs in the head of the new tab and delays the first frame, so it must not do anything slow. */
export default {
  main: () => {
    // Without a preloaded picture, opening the database takes longest, so it starts before anything else.
    const deckStore = createDeckStore(canPreload ? undefined : openDatabase())
    const access = { bundle: inOwnOrder(bundle), deckStore, rules: deckRules, loadPicture }
    const shown = paintFirst(access)
    window.fresco = Object.assign(access, { shown })
    if (import.meta.env.FIREFOX) window.fresco.distant = forDistantDeck
    void shown.then(startModule)
  },
}
