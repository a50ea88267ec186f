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
  outbox.toSorted((a, b) => a.at - b.at).reduce(applyChange, confirmed)

const applyChange = (list: Favorite[], { action, favorite }: Change): Favorite[] => {
  const isPresent = list.some(({ id }) => id === favorite.id)
  if (action === 'add') return isPresent ? list : [...list, favorite]
  return isPresent ? list.filter(({ id }) => id !== favorite.id) : list
}

type Entry = { key: string; entry: Change }

/** Keys of the changes that a later one of the same wallpaper has made meaningless. */
export const listSuperseded = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ entry }) =>
      entries.some(
        ({ entry: other }) => other.favorite.id === entry.favorite.id && other.at > entry.at,
      ),
    )
    .map(({ key }) => key)

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
  }
}

/** A change as it was stored, or `undefined` when it names no wallpaper. */
export const parseChange = (value: unknown): Change | undefined => {
  const stored = toRecord(value)
  const favorite = parseFavorite(stored.favorite)
  if (!favorite) return
  const action = toOneOf(stored.action, ['add', 'remove'], 'add')
  return { action, favorite, at: toNumber(stored.at) }
}
