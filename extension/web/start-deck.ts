import { coalesce } from '../../shared/async.ts'
import { matchesDetail } from '../../shared/catalogue/wallpaper-detail.ts'
import { readRetryAfter } from '../../shared/retry-after.ts'
import { toList, toRecord, toText } from '../../shared/unknown.ts'
import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import { commons } from '../features/settings/catalogues.ts'
import { settingsItem } from '../features/settings/settings.ts'
import type { Catalogue } from '../features/supply/all-catalogues.ts'
import type { CatalogueClient } from '../features/supply/catalogue-client.ts'
import { shuffle } from '../features/supply/find-wallpapers.ts'
import { followPages } from '../features/supply/follow-pages.ts'
import { createImageClient } from '../features/supply/image-client.ts'
import { createTopUp, screenItem, type TopUpDeps } from '../features/supply/top-up.ts'
import type { DeckStore } from '../features/wallpaper/deck-store.ts'
import { parseDeckWallpaper } from '../features/wallpaper/parse-deck.ts'
import { convertPicture, type PreparedImage } from '../platform/browser/image-codec.ts'
import type { PictureFile } from '../platform/browser/picture-file.ts'
import type { ScreenSize } from '../platform/browser/screen.ts'
import { withLock } from '../platform/storage/stored-item.ts'
import { type Fetch, failUnreachable, get } from '../remote/http.ts'
import { FetchError } from '../remote/problem.ts'

// The site of this page made its own files, and `fetch` rejects a body that breaks off. So they need no check, which would add
// 1.7 kB.
const prepare = async (file: Blob, screen: ScreenSize): Promise<PreparedImage> =>
  convertPicture(await file.arrayBuffer(), file.type as PictureFile['type'], screen)

/** Fills the deck, as the background does in the extension. */
export const startDeck = (deckStore: DeckStore): void => {
  const own = import.meta.env.WXT_EXPORTED
    ? createPartsCatalogue(Number(document.documentElement.dataset.parts))
    : createOwnCatalogue()
  const ownImages = createImageClient({ prepare })
  let timer = 0
  const deps: TopUpDeps = {
    deckStore,
    catalogue: {
      find: async (filters, exclude) =>
        ((await commonsFor(filters.catalogue)) ?? own).find(filters, exclude),
    },
    images: {
      load: async (wallpaper, screen) =>
        ((await commonsFor(wallpaper.catalogue)) ?? ownImages).load(wallpaper, screen),
    },
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

// Few people choose Wikimedia Commons, so its code is loaded when it is asked.
let fromCommons: Catalogue | undefined
const commonsFor = async (catalogue: string): Promise<Catalogue | undefined> => {
  if (catalogue !== commons) return
  const { createCommonsOfPage } = await import('./sources.tsx').catch(failUnreachable)
  fromCommons ??= createCommonsOfPage()
  return fromCommons
}

const count = 10
const deadlineMs = 10_000

/**
 * Finds wallpapers on the server of this page. The client that the extension uses also understands other servers, and
 * would add 40 kB for zod.
 */
export const createOwnCatalogue = (fetch?: Fetch): CatalogueClient => ({
  find: async ({ catalogue, type, atleast }, exclude) => {
    const query = new URLSearchParams({
      include: 'details',
      count: `${count}`,
      ...(type && { type }),
      ...(atleast && { atleast }),
      exclude: exclude.join(),
    })
    const response = await get(`${catalogue}/api/wallpapers?${query}`, { deadlineMs, fetch })
    const answer = toRecord(await response.json().catch(() => undefined))
    if (response.ok && Array.isArray(answer.items))
      return toList(answer.items, (item) => toDetail(item))
    // The server answers 404 with an error if no wallpaper is left.
    if (response.status === 404 && answer.error) return []
    const { status } = response
    throw new FetchError(response.ok ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }, {
      retryAfterMs: readRetryAfter(response),
    })
  },
})

/**
 * Finds wallpapers on the exported site of this page. Loading the whole index would take too long, so the site has
 * parts of it, each with wallpapers from anywhere in the index.
 * @param parts how many parts the site has
 */
export const createPartsCatalogue = (
  parts: number,
  fetch?: Fetch,
  random: () => number = Math.random,
): CatalogueClient => {
  const find: CatalogueClient['find'] = async (filters, exclude) => {
    const { catalogue, type } = filters
    const screen = await screenItem.read()
    const toItem = (item: unknown) => {
      const detail = toDetail(item)
      const copies = toList(toRecord(item).renditions, toRecord)
      const copy = copies.find(
        ({ width, height }) =>
          screen && Number(width) >= screen.width && Number(height) >= screen.height,
      )
      return detail && { ...detail, image_url: toText(copy?.url, detail.url) }
    }
    const first = Math.floor(random() * parts)
    for (let step = 0; step < parts; step++) {
      const part = ((first + step) % parts) + 1
      const url = new URL(`api/wallpapers/${part}.json`, catalogue).href
      const answer = await get(url, { deadlineMs, fetch })
        .then((response) => response.json())
        .catch(failUnreachable)
      const left = toList(answer, toItem).filter(
        (item) => !exclude.includes(item.id) && matchesDetail(item, { type }) === true,
      )
      if (left.length > 0) return shuffle(left, random).slice(0, count)
    }
    // A catalogue without wallpapers of the screen's shape shows all others, as on a server.
    return type ? find({ ...filters, type: undefined }, exclude) : []
  }
  return { find }
}

const toDetail = (item: unknown): WallpaperDetail | undefined => {
  const wallpaper = parseDeckWallpaper(item)
  if (!wallpaper) return
  const { light, focal, terms, catalogue: _, ...detail } = wallpaper
  return {
    ...detail,
    format: '',
    palette: [],
    focal_point: toPoint(toRecord(toRecord(item).focal_point)),
    file_size: null,
    created_at: null,
  }
}

const toPoint = ({ x, y }: Record<string, unknown>): WallpaperDetail['focal_point'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null
