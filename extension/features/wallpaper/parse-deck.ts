import {
  toList,
  toNumber,
  toNumberOrNull,
  toOneOf,
  toRecord,
  toShortText,
  toText,
  toTextList,
  toTextOrNull,
} from '../../../shared/unknown.ts'
import { parseLightMap } from '../../platform/browser/light-map.ts'
import { rotations } from '../settings/setting-values.ts'
import type { BundledWallpaper, Current, Deck, DeckWallpaper, Upcoming } from './deck.ts'

export const parseDeck = (value: unknown): Deck => {
  const stored = toRecord(value)
  return {
    rotation: toOneOf(stored.rotation, [...rotations, 'once'] as const, 'tab'),
    filters: toText(stored.filters),
    current: parseCurrent(stored.current),
    pinned: parseCurrent(stored.pinned),
    upcoming: toList(stored.upcoming, parseUpcoming),
    history: toList(stored.history, parseDeckWallpaper),
    earlier: toList(stored.earlier, parseDeckWallpaper),
    lastBundledId: toTextOrNull(stored.lastBundledId),
    darker: toText(stored.darker),
    wasDark: stored.wasDark === true,
  }
}

const parseCurrent = (value: unknown): Current | null => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper)
  if (!wallpaper) return null
  const kind = stored.kind === 'bundled' ? 'bundled' : 'catalogue'
  return { kind, wallpaper, since: toNumber(stored.since) }
}

const parseUpcoming = (value: unknown): Upcoming | undefined => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper)
  if (!wallpaper) return
  return {
    wallpaper,
    filters: toText(stored.filters),
    bytes: toNumber(stored.bytes),
    forDark: stored.forDark === true,
    showFrom: toNumberOrNull(stored.showFrom),
  }
}

export const parseDeckWallpaper = (value: unknown): DeckWallpaper | undefined => {
  const known = parseBundledWallpaper(value)
  if (!known) return
  const stored = toRecord(value)
  return {
    ...known,
    palette: toList(stored.palette, toColor).slice(0, 6),
    category: toShortText(stored.category),
    type: toOneOf(stored.type, ['desktop', 'mobile'], null),
    width: toNumberOrNull(stored.width),
    height: toNumberOrNull(stored.height),
    colors: toWords(stored.colors),
    credit: toShortText(stored.credit) || null,
    credit_url: toShortText(stored.credit_url) || null,
    license: toShortText(stored.license) || null,
    license_url: toShortText(stored.license_url) || null,
    source_url: toShortText(stored.source_url) || null,
    taken_on: toShortText(stored.taken_on) || null,
    place: toShortText(stored.place) || null,
    tags: toWords(stored.tags),
    terms: toShortText(stored.terms),
    url: toShortText(stored.url),
    preview_url: toShortText(stored.preview_url),
    image_url: toShortText(stored.image_url),
    catalogue: toText(stored.catalogue),
    beside: toText(stored.beside),
    ...(import.meta.env.WXT_WEB && { created_at: toTextOrNull(stored.created_at) }),
  }
}

const toWords = (value: unknown): string[] =>
  toTextList(value)
    .slice(0, 100)
    .map((word) => word.slice(0, 100))

const parseBundledWallpaper = (value: unknown): BundledWallpaper | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toShortText(stored.title),
    description: toShortText(stored.description),
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
