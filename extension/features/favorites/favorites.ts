import { toList, toNumber, toRecord, toShortText, toText } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { firstServer } from '../settings/source-names.ts'
import { toColor } from '../wallpaper/parse-deck.ts'

/**
 * The owner of favorites: `{userId}@{server}`, or `@{server}` before a sign-in, or `@local` for catalogues without
 * accounts (docs/decisions/0015).
 */
export type Owner = string

export const toOwner = (server: string, userId = ''): Owner => `${userId}@${server}`

/** Until the background stores an owner, favorites belong to nobody at the server of the build. */
export const parseOwner = (stored: unknown): Owner =>
  typeof stored === 'string' ? stored : toOwner(firstServer)

export const serverOf = (owner: Owner): string => owner.slice(owner.indexOf('@') + 1)

/** Stands for the server of favorites from catalogues that have no accounts. */
export const thisDevice = 'local'
export const deviceOwner: Owner = toOwner(thisDevice)

export const isNobody = (owner: Owner): boolean => owner.startsWith('@')

export interface Favorite {
  id: string
  title: string
  /** `#RRGGBB`. */
  color: string | null
  /** The preview picture's address. Empty if another device added the favorite and only its id is known. */
  preview_url: string
  credits?: string
  /** The name of its catalogue. Absent if the favorite belongs to the owner's server. */
  catalogue?: string
}

/** A click says whether a wallpaper should be a favorite. Applying it twice has no further effect. */
export interface Click {
  wanted: boolean
  favorite: Favorite
  owner: Owner
}

/**
 * The latest click of an owner on one wallpaper, and what the server said about it. The newest click counts, wherever a
 * heart is stored. A click that is not acknowledged waits to be sent. An acknowledged one keeps older copies from being sent
 * again.
 */
export interface Heart extends Click {
  /** In milliseconds since 1970. Each click gets a later time than the one before, even if the device's clock is set back. */
  at: number
  /** The server has answered the click, or the click has become another owner's. */
  isAcknowledged?: boolean
  /** The click was made before the sign-in, when it belonged to nobody. */
  isAdopted?: true
  refused?: string
}

export const isWaiting = ({ isAcknowledged }: Heart): boolean => !isAcknowledged

/** Leaves out the clicks that are followed by another one of the same owner on the same wallpaper. */
export const listNewest = (clicks: readonly Heart[]): Heart[] => {
  const newest = new Map<string, Heart>()
  for (const click of clicks) {
    const { owner, favorite } = click
    const slot = [owner, favorite.catalogue, favorite.id].join(' ')
    const before = newest.get(slot)
    if (before === undefined || before.at < click.at) newest.set(slot, click)
  }
  return [...newest.values()]
}

export const applyWaiting = (confirmed: Favorite[], hearts: readonly Heart[]): Favorite[] =>
  hearts
    .filter(isWaiting)
    .toSorted((a, b) => a.at - b.at)
    .reduce(applyClick, confirmed)

export const applyClick = (list: Favorite[], { wanted, favorite }: Click): Favorite[] => {
  if (wanted === isFavorite(list, favorite)) return list
  return wanted ? [...list, favorite] : list.filter((one) => !isSameFavorite(one, favorite))
}

export const toConfirmed = (ids: readonly string[], known: readonly Favorite[]): Favorite[] => {
  const best = new Map([...known, ...known.filter(isComplete)].map((one) => [one.id, one]))
  return ids.map((id) => best.get(id) ?? toBare(id))
}

export const isComplete = ({ preview_url }: Favorite): boolean => preview_url !== ''

export const toBare = (id: string): Favorite => ({ id, title: '', color: null, preview_url: '' })

type Heartable = Omit<Favorite, 'credits'> &
  Partial<Pick<WallpaperDetail, 'credit' | 'license'>> & { catalogue: string }

/** Makes a favorite of a wallpaper. The name of the owner's server is left out. */
export const toFavorite = (wallpaper: Heartable, server: string): Favorite => {
  const { id, title, color, preview_url, catalogue, credit, license } = wallpaper
  const credits = [credit, license].filter(Boolean).join(' · ')
  return {
    ...{ id, title, color, preview_url },
    ...(credits && { credits }),
    ...(catalogue !== server && { catalogue }),
  }
}

type Named = Pick<Favorite, 'id' | 'catalogue'>

const isSameFavorite = (one: Named, other: Named) =>
  one.id === other.id && one.catalogue === other.catalogue

export const isFavorite = (list: readonly Favorite[], named: Named): boolean =>
  list.some((favorite) => isSameFavorite(favorite, named))

/** Whose list a favorite is in: the current owner's, or the list of this device, which needs no account. */
export const ownerOf = ({ catalogue }: Named, owner: Owner): Owner =>
  catalogue ? deviceOwner : owner

export const catalogueOf = ({ catalogue }: Named, owner: Owner): string =>
  catalogue ?? serverOf(owner)

export const parseConfirmed = (value: unknown): Favorite[] => toList(value, parseFavorite)

const parseFavorite = (value: unknown): Favorite | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toShortText(stored.title),
    color: toColor(stored.color),
    preview_url: toText(stored.preview_url),
    ...(toShortText(stored.credits) && { credits: toShortText(stored.credits) }),
    ...(toText(stored.catalogue) && { catalogue: toText(stored.catalogue) }),
  }
}

export const parseHeart = (value: unknown): Heart | undefined => {
  const { owner, wanted, at, isAdopted, favorite } = toRecord(value)
  const parsed = parseFavorite(favorite)
  if (!parsed) return
  return {
    owner: parseOwner(owner),
    favorite: parsed,
    // Any other value is taken for a heart, so that none is lost.
    wanted: wanted !== false,
    at: toNumber(at),
    ...(isAdopted === true && { isAdopted }),
  }
}

export const withAnswer = (heart: Heart, answer: unknown): Heart => {
  const { at, refused } = toRecord(answer)
  if (at !== heart.at) return heart
  return { ...heart, isAcknowledged: true, ...(typeof refused === 'string' && { refused }) }
}
