import { toList, toNumber, toOneOf, toRecord, toText } from '../../platform/unknown.ts'
import { toColor } from '../wallpaper/parse-deck.ts'
import { type Owner, parseOwner } from './owner.ts'

/** A hearted wallpaper, with as much of it as a list needs to show it. */
export interface Favorite {
  id: string
  title: string
  /** `#RRGGBB`: what to show where the preview cannot be loaded. */
  color: string | null
  /** Empty while only the id is known: another device has hearted it. */
  preview_url: string
  /** The catalogue says that it has no such wallpaper any more. */
  isGone?: boolean
}

/** What the person wants, not a toggle: applying it twice changes nothing. */
export interface Change {
  action: 'add' | 'remove'
  favorite: Favorite
  /** Milliseconds since 1970. */
  at: number
  owner: Owner
}

/** A change that the server would not make, with its reason. */
export type Refusal = Change & { reason: string }

/** `confirmed` is what the account is known to hold; the outbox is what it has not heard of yet. */
export interface Favorites {
  confirmed: Favorite[]
  outbox: Change[]
}

/** The favorites as the person sees them, the newest last. */
export const applyOutbox = ({ confirmed, outbox }: Favorites): Favorite[] =>
  outbox.toSorted((a, b) => a.at - b.at).reduce(applyChange, confirmed)

const applyChange = (list: Favorite[], { action, favorite }: Change): Favorite[] => {
  const isPresent = list.some(({ id }) => id === favorite.id)
  if (action === 'add') return isPresent ? list : [...list, favorite]
  return isPresent ? list.filter(({ id }) => id !== favorite.id) : list
}

/** A change with the key that it is stored under. */
export interface Waiting {
  key: string
  entry: Change
}

/** The name of its key. Of one owner no two changes have the same. */
export const toName = ({ at, favorite }: Change): string => `${at}/${favorite.id}`

/** The same for all changes of one wallpaper: the latest is the one that counts. */
export const toSlot = ({ owner, favorite }: Change): string => `${owner}/${favorite.id}`

/** Keys of the changes that a later one of the same wallpaper has made meaningless. */
export const listSuperseded = (entries: readonly Waiting[]): string[] =>
  entries
    .filter(({ entry }) =>
      entries.some(
        ({ entry: other }) =>
          other.owner === entry.owner &&
          other.favorite.id === entry.favorite.id &&
          other.at > entry.at,
      ),
    )
    .map(({ key }) => key)

/** The list of an account, with what is known of its wallpapers. */
export const toConfirmed = (ids: readonly string[], known: readonly Favorite[]): Favorite[] => {
  const complete = new Map(known.filter(isComplete).map((favorite) => [favorite.id, favorite]))
  const rest = new Map(known.map((favorite) => [favorite.id, favorite]))
  return ids.map((id) => complete.get(id) ?? rest.get(id) ?? toBare(id))
}

export const isComplete = ({ preview_url }: Favorite): boolean => preview_url !== ''

const toBare = (id: string): Favorite => ({ id, title: '', color: null, preview_url: '' })

export const isFavorite = (list: Favorite[], id: string): boolean =>
  list.some((favorite) => favorite.id === id)

export const parseConfirmed = (value: unknown): Favorite[] => toList(value, parseFavorite)

const parseFavorite = (value: unknown): Favorite | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toText(stored.title),
    color: toColor(stored.color),
    preview_url: toText(stored.preview_url),
    ...(stored.isGone === true && { isGone: true }),
  }
}

/** A change as it was stored, or `undefined` when it names no wallpaper. */
export const parseChange = (value: unknown): Change | undefined => {
  const stored = toRecord(value)
  const favorite = parseFavorite(stored.favorite)
  if (!favorite) return
  const action = toOneOf(stored.action, ['add', 'remove'], 'add')
  return { action, favorite, at: toNumber(stored.at), owner: parseOwner(stored.owner) }
}

export const parseRefusal = (value: unknown): Refusal | undefined => {
  const change = parseChange(value)
  return change && { ...change, reason: toText(toRecord(value).reason) }
}
