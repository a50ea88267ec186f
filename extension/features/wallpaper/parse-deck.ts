import { parseLightMap } from '../../platform/browser/light-map.ts'
import {
  fromJson,
  toList,
  toNumber,
  toNumberOrNull,
  toOneOf,
  toRecord,
  toShortText,
  toText,
  toTextList,
  toTextOrNull,
} from '../../platform/unknown.ts'
import { rotations } from '../settings/setting-values.ts'
import type { BundledWallpaper, Current, Deck, DeckWallpaper, Upcoming } from './deck.ts'

export const parseDeck = (value: unknown): Deck => {
  const stored = toRecord(value)
  const filters = toText(stored.filters)
  // The first version did not store where a wallpaper comes from. It was the server in the deck's filters.
  const catalogue = toCatalogue(filters)
  return {
    rotation: toOneOf(stored.rotation, rotations, 'tab'),
    filters,
    current: parseCurrent(stored.current, catalogue),
    pinned: parseCurrent(stored.pinned, catalogue),
    upcoming: toList(stored.upcoming, parseUpcoming),
    history: toList(stored.history, (seen) => parseDeckWallpaper(seen, catalogue)),
    lastBundledId: toTextOrNull(stored.lastBundledId),
    darker: toText(stored.darker),
    wasDark: stored.wasDark === true,
  }
}

const toCatalogue = (filters: string): string => {
  const key = fromJson(filters)
  return Array.isArray(key) ? toText(key[0]) : ''
}

const parseCurrent = (value: unknown, catalogue: string): Current | null => {
  const stored = toRecord(value)
  const isBundled = stored.source === 'bundled'
  const wallpaper = parseDeckWallpaper(stored.wallpaper, isBundled ? '' : catalogue)
  if (!wallpaper) return null
  return { source: isBundled ? 'bundled' : 'catalogue', wallpaper, since: toNumber(stored.since) }
}

const parseUpcoming = (value: unknown): Upcoming | undefined => {
  const stored = toRecord(value)
  const filters = toText(stored.filters)
  const wallpaper = parseDeckWallpaper(stored.wallpaper, toCatalogue(filters))
  if (!wallpaper) return
  return {
    wallpaper,
    filters,
    bytes: toNumber(stored.bytes),
    forDark: stored.forDark === true,
    showFrom: toNumber(stored.showFrom),
  }
}

export const parseDeckWallpaper = (
  value: unknown,
  catalogue: string,
): DeckWallpaper | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toShortText(stored.title),
    description: toShortText(stored.description),
    category: toShortText(stored.category),
    type: (['desktop', 'mobile'] as const).find((type) => type === stored.type) ?? null,
    width: toNumberOrNull(stored.width),
    height: toNumberOrNull(stored.height),
    tags: toWords(stored.tags),
    colors: toWords(stored.colors),
    color: toColor(stored.color),
    luminance: toNumberOrNull(stored.luminance),
    light: parseLightMap(stored.light),
    focal: toTextOrNull(stored.focal),
    placeholder: toShortText(stored.placeholder) || null,
    credit: toShortText(stored.credit) || null,
    license: toShortText(stored.license) || null,
    url: toShortText(stored.url),
    preview_url: toShortText(stored.preview_url),
    image_url: toShortText(stored.image_url ?? stored.url),
    // Older versions stored the name under `server`, because all catalogues were servers.
    catalogue: toText(stored.catalogue, toText(stored.server, catalogue)),
  }
}

const toWords = (value: unknown): string[] =>
  toTextList(value)
    .slice(0, 100)
    .map((word) => word.slice(0, 100))

export const parseBundledWallpaper = (value: unknown): BundledWallpaper | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toText(stored.title),
    description: toText(stored.description),
    color: toColor(stored.color),
    luminance: toNumberOrNull(stored.luminance),
    light: parseLightMap(stored.light),
    focal: toTextOrNull(stored.focal),
  }
}

export const parseBundle = (value: unknown): BundledWallpaper[] =>
  toList(value, parseBundledWallpaper)

export const defaultColor = '#1F2A33'

/** Returns a `#RRGGBB` color, or `null` for any other value. No untrusted text may reach a style attribute. */
export const toColor = (value: unknown): string | null =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null

export const emptyDeck = /* @__PURE__ */ parseDeck({})
