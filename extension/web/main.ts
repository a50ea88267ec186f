import locales from 'virtual:locales'
import 'virtual:first-frame.css'
import { fromJson } from '../../shared/unknown.ts'
import { startControls } from '../entrypoints/newtab/controls.tsx'
import { words } from '../features/settings/address-words.ts'
import { deckRules } from '../features/wallpaper/deck.ts'
import { createDeckStore } from '../features/wallpaper/deck-store.ts'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { parseBundle } from '../features/wallpaper/parse-deck.ts'
import { loadPicture } from '../features/wallpaper/show-image.ts'
import { openDatabase } from '../platform/storage/database.ts'
import { deckName, framedDeck, scope } from '../platform/storage/scope.ts'
import { loadTexts, setBackground } from './browser.ts'
import { toCaption } from './caption.ts'
import { isOff, SlideshowTools } from './slideshow.tsx'
import './web.css'

const start = async (): Promise<void> => {
  const { title } = document
  if (isOff()) document.body.dataset.off = ''
  if (deckName === framedDeck) indexedDB.deleteDatabase(`fresco${deckName}${scope}`)
  // An installed page starts with the words of its address.
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (manifest) manifest.href += location.search
  const deckStore = createDeckStore(openDatabase())
  const bundle = parseBundle(fromJson(document.querySelector('#bundle')?.textContent ?? null))
  const deck = { bundle, deckStore, rules: deckRules, loadPicture }
  const [shown] = await Promise.all([paintFirst(deck), loadTexts(locales).catch(() => undefined)])
  // The first message loads what fetches wallpapers, because the first picture must not wait for that code.
  setBackground(async () => (await import('./start-deck.ts')).startDeck(deckStore))
  await startControls(shown, deck, {
    Tools: SlideshowTools,
    toCaption: words.caption ? toCaption : undefined,
    watchAttention: async (listener) => {
      if (location.search)
        listener((await import('./check-words.ts')).explainWords(location.search))
    },
  })
  document.title = title
  // Only a Fresco server sends the header that lets the service worker handle `/tab` as well as `/tab/`.
  await navigator.serviceWorker
    ?.register('./service-worker.js', {
      scope: import.meta.env.WXT_EXPORTED ? './' : '../tab',
    })
    .catch(() => undefined)
}

void start()
