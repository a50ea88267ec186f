import locales from 'virtual:locales'
import { fromJson } from '../../shared/unknown.ts'
import { deckRules } from '../features/wallpaper/deck.ts'
import { createDeckStore } from '../features/wallpaper/deck-store.ts'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { parseBundle } from '../features/wallpaper/parse-deck.ts'
import { openDatabase } from '../platform/storage/database.ts'
import { loadTexts } from './browser.ts'
import 'virtual:first-frame.css'
import './web.css'

// `openDatabase` throws at once if the browser's settings forbid databases. `async` makes that a rejection.
const open = async (): Promise<IDBDatabase> => openDatabase()

const start = async (): Promise<void> => {
  const deckStore = createDeckStore(open())
  const bundle = parseBundle(fromJson(document.querySelector('#bundle')?.textContent ?? null))
  const painting = paintFirst(bundle, deckStore)
  const loading = loadTexts(locales).catch(() => undefined)
  const shown = await painting
  const [{ startControls }, web, { SlideshowTools }] = await Promise.all([
    import('../entrypoints/newtab/controls.tsx'),
    import('./start-deck.ts'),
    import('./slideshow.tsx'),
    loading,
  ])
  const parts = Number(document.documentElement.dataset.parts)
  const isExported = import.meta.env.MODE === 'tab-export'
  web.startDeck(deckStore, isExported ? web.createPartsCatalogue(parts) : web.createOwnCatalogue())
  await startControls(shown, { bundle, deckStore, rules: deckRules }, { Tools: SlideshowTools })
  document.title = 'Fresco'
  // Only a Fresco server sends the header that lets the service worker handle `/tab` as well as `/tab/`.
  await navigator.serviceWorker
    ?.register('./service-worker.js', { scope: isExported ? './' : '../tab' })
    .catch(() => undefined)
}

void start()
