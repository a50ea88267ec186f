import { toList, toNumber, toOneOf, toRecord, toText } from '../../platform/unknown.ts'
import { toColor } from '../wallpaper/parse-deck.ts'

/** A hearted wallpaper, with as much of it as a list needs to show it. */
export type Favorite = {
  id: string
  title: string
  /** `#RRGGBB`: what to show where the preview cannot be loaded. */
  color: string | null
  preview_url: string
}

/** What the person wants, not a toggle: applying it twice changes nothing. */
export type Change = {
  action: 'add' | 'remove'
  favorite: Favorite
  /** Milliseconds since 1970. */
  at: number
}

/** `confirmed` is what the account is known to hold; the outbox is what it has not heard of yet. */
export type Favorites = { confirmed: Favorite[]; outbox: Change[] }

/** The favorites as the person sees them, the newest last. */
export const applyOutbox = ({ confirmed, outbox }: Favorites): Favorite[] =>
  outbox.reduce(applyChange, confirmed)

const applyChange = (list: Favorite[], { action, favorite }: Change): Favorite[] => {
  const isPresent = list.some(({ id }) => id === favorite.id)
  if (action === 'add') return isPresent ? list : [...list, favorite]
  return isPresent ? list.filter(({ id }) => id !== favorite.id) : list
}

/** The outbox with one more change; it takes the place of an earlier one of the same wallpaper. */
export const recordChange = (outbox: Change[], change: Change): Change[] => [
  ...outbox.filter(({ favorite }) => favorite.id !== change.favorite.id),
  change,
]

export const isFavorite = (list: Favorite[], id: string): boolean =>
  list.some((favorite) => favorite.id === id)

export const parseConfirmed = (value: unknown): Favorite[] => toList(value, parseFavorite)

export const parseOutbox = (value: unknown): Change[] => toList(value, parseChange)

const parseFavorite = (value: unknown): Favorite | undefined => {
  const stored = toRecord(value)
  const id = toText(stored.id)
  if (!id) return
  return {
    id,
    title: toText(stored.title),
    color: toColor(stored.color),
    preview_url: toText(stored.preview_url),
  }
}

const parseChange = (value: unknown): Change | undefined => {
  const stored = toRecord(value)
  const favorite = parseFavorite(stored.favorite)
  if (!favorite) return
  const action = toOneOf(stored.action, ['add', 'remove'], 'add')
  return { action, favorite, at: toNumber(stored.at) }
}
