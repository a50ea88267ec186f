import { coalesce } from '../../shared/async.ts'
import { readFilters, writeFilters } from '../../shared/filters.ts'
import { words } from '../features/settings/address-words.ts'
import { type Filters, settingsItem } from '../features/settings/settings.ts'
import { createOpener } from '../features/sources/all.ts'
import { createImageClient } from '../features/sources/image-client.ts'
import { followPages } from '../features/supply/follow-pages.ts'
import { isSaving } from '../features/supply/saving.ts'
import { createTopUp, screenItem, type TopUpDeps } from '../features/supply/top-up.ts'
import type { DeckStore } from '../features/wallpaper/deck-store.ts'
import { convertPicture, type PreparedImage } from '../platform/browser/image-codec.ts'
import type { PictureFile } from '../platform/browser/picture-file.ts'
import type { ScreenSize } from '../platform/browser/screen.ts'
import { deckName } from '../platform/storage/scope.ts'
import { withLock } from '../platform/storage/stored-item.ts'
import type { Fetch } from '../remote/http.ts'
import { isOff } from './slideshow.tsx'

// The site of this page made its own files, and `fetch` rejects a body that breaks off. So they need no check, which would add
// 1.7 kB.
const prepare = async (file: Blob, screen: ScreenSize): Promise<PreparedImage> =>
  convertPicture(await file.arrayBuffer(), file.type as PictureFile['type'], screen)

/** Words of the address that this site does not answer are left out. */
const readAddress = (): Partial<Filters> => {
  const asked = new URLSearchParams(location.search)
  const { license, ...written } = writeFilters(readFilters((name) => asked.get(name) ?? undefined))
  return {
    ...written,
    ...(license && !import.meta.env.WXT_EXPORTED && { license }),
    // A shape in the address replaces that of the screen.
    ...(written.ratio && { type: written.type }),
  }
}

/** Shows a private server the session of the person, or the key in the address. Other servers see neither. */
const admittedFetch: Fetch = (input, init) => {
  if (import.meta.env.WXT_EXPORTED) return fetch(input, init)
  const headers = new Headers(init?.headers)
  const key = new URLSearchParams(location.search).get('key')
  if (key && String(input).startsWith(`${location.origin}/`))
    headers.set('Authorization', `Bearer ${key}`)
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

export const startDeck = async (deckStore: DeckStore): Promise<void> => {
  const address = readAddress()
  const withWords = (filters: Filters): Filters => ({ ...filters, ...address })
  const open = createOpener({
    fetch: admittedFetch,
    connectImages: (fetch) => createImageClient({ prepare, fetch }),
    bundle: [],
    readSizing: async () => ({
      screen: await screenItem.read(),
      saves: isSaving(await settingsItem.read()),
    }),
  })
  let timer = 0
  const deps: TopUpDeps = {
    deckStore,
    catalogue: {
      find: async (filters, exclude) =>
        (await open(filters.catalogue)).find(withWords(filters), exclude),
    },
    images: {
      load: async (wallpaper, screen) => (await open(wallpaper.catalogue)).load(wallpaper, screen),
    },
    ...(words.settings.rotation === 'today' && {
      days: (await import('../features/supply/days.ts')).createDays(async (filters, date) =>
        (await open(filters.catalogue)).findDay?.(withWords(filters), date),
      ),
    }),
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
  const topUp = coalesce(async (options: { asked: boolean }) => {
    if (!isOff()) await withLock(`top-up${deckName}`, () => fill(options))
  })
  followPages(deps, topUp)
}
