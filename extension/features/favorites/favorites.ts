import {
  toList,
  toNumber,
  toOneOf,
  toRecord,
  toShortText,
  toText,
} from '../../../shared/unknown.ts'
import { firstServer } from '../settings/catalogues.ts'
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

/** In place of a server, for favorites of catalogues that have no accounts. */
export const local = 'local'
export const localOwner: Owner = toOwner(local)

export const isNobody = (owner: Owner): boolean => owner.startsWith('@')

export interface Favorite {
  id: string
  title: string
  /** `#RRGGBB`. */
  color: string | null
  /** The preview picture's address. Empty if another device added the favorite and only its id is known. */
  preview_url: string
  /** The name of its catalogue. Absent if the favorite belongs to the owner's server. */
  catalogue?: string
  isGone?: boolean
}

/** A click says whether a wallpaper should be a favorite. Applying it twice has no further effect. */
export interface Click {
  action: 'add' | 'remove'
  favorite: Favorite
  owner: Owner
}

export interface Change extends Click {
  /** Orders the changes of this device. It is the time of the click, in milliseconds since 1970, or a little later. */
  at: number
  /**
   * The server has answered this change. It stays in the outbox as a mark, so that no note of an earlier click counts
   * any more.
   */
  isSettled?: true
}

export type Refusal = Change & { reason: string }

export const applyOutbox = (confirmed: Favorite[], outbox: readonly Change[]): Favorite[] =>
  outbox.toSorted((a, b) => a.at - b.at).reduce(applyChange, confirmed)

export const applyChange = (list: Favorite[], { action, favorite }: Click): Favorite[] => {
  const isPresent = isFavorite(list, favorite)
  if (action === 'add') return isPresent ? list : [...list, favorite]
  return isPresent ? list.filter((one) => !isSameFavorite(one, favorite)) : list
}

export interface Waiting {
  key: string
  entry: Change
}

export const toSlot = ({ owner, favorite: { id, catalogue } }: Change): string =>
  [owner, ...(catalogue ? [catalogue] : []), id].join('/')

/** The last part of a change's storage key. If localStorage is full, clicks in two tabs may have the same time. */
export const toName = (change: Change): string => `${change.at}/${toSlot(change)}`

/**
 * Tells whether a change no longer counts because of another one. What was clicked before a sign-in also yields to what
 * the person clicks afterwards.
 */
export const overcomes = (later: Change, earlier: Change): boolean =>
  isSameFavorite(later.favorite, earlier.favorite) &&
  (later.at > earlier.at || (later.at === earlier.at && later.isSettled === true)) &&
  (later.owner === earlier.owner ||
    (isNobody(earlier.owner) && later.owner.endsWith(earlier.owner)))

/** Returns the changes that count, in the order of the clicks. */
export const listCurrent = (entries: readonly Waiting[]): Waiting[] => {
  const byId = Map.groupBy(entries, ({ entry }) => entry.favorite.id)
  const counts = (one: Waiting, all: readonly Waiting[] = []) =>
    !all.some((other) => other !== one && overcomes(other.entry, one.entry))
  return entries
    .filter((one) => counts(one, byId.get(one.entry.favorite.id)))
    .sort((a, b) => a.entry.at - b.entry.at)
}

export const toConfirmed = (ids: readonly string[], known: readonly Favorite[]): Favorite[] => {
  const complete = new Map(known.filter(isComplete).map((favorite) => [favorite.id, favorite]))
  const rest = new Map(known.map((favorite) => [favorite.id, favorite]))
  return ids.map((id) => complete.get(id) ?? rest.get(id) ?? toBare(id))
}

export const isComplete = ({ preview_url }: Favorite): boolean => preview_url !== ''

export const toBare = (id: string, catalogue?: string): Favorite => ({
  id,
  title: '',
  color: null,
  preview_url: '',
  ...(catalogue && { catalogue }),
})

type Named = Pick<Favorite, 'id' | 'catalogue'>

const isSameFavorite = (one: Named, other: Named) =>
  one.id === other.id && one.catalogue === other.catalogue

export const isFavorite = (list: readonly Favorite[], named: Named): boolean =>
  list.some((favorite) => isSameFavorite(favorite, named))

/** Whose list a favorite is in: the current owner's, or the list of this device, which needs no account. */
export const ownerOf = ({ catalogue }: Named, owner: Owner): Owner =>
  catalogue ? localOwner : owner

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
    ...(toText(stored.catalogue) && { catalogue: toText(stored.catalogue) }),
    ...(stored.isGone === true && { isGone: true }),
  }
}

export const parseChange = (value: unknown): Change | undefined => {
  const stored = toRecord(value)
  const favorite = parseFavorite(stored.favorite)
  if (!favorite) return
  const action = toOneOf(stored.action, ['add', 'remove'], 'add')
  return {
    action,
    favorite,
    at: toNumber(stored.at),
    owner: parseOwner(stored.owner),
    ...(stored.isSettled === true && { isSettled: true }),
  }
}

export const parseRefusal = (value: unknown): Refusal | undefined => {
  const change = parseChange(value)
  return change && { ...change, reason: toText(toRecord(value).reason) }
}
