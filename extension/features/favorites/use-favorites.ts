import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { applyOutbox, type Change, type Favorite } from './favorites.ts'
import type { FavoritesStore, Shelf } from './favorites-store.ts'
import type { Owner } from './owner.ts'

export interface UseFavorites {
  favorites: Favorite[]
  /** Whose they are. */
  owner: Owner
  /** Changes what is shown in the same frame, and what is stored soon after. */
  change(action: Change['action'], favorite: Favorite): void
}

/** The favorites of a page, in step with all other pages. */
export const useFavorites = (store: FavoritesStore, initial: Shelf): UseFavorites => {
  const [{ owner, favorites }, setShelf] = useState(initial)
  const unsaved = useRef(0)
  const reads = useRef(0)
  const lastAt = useRef(0)

  const refresh = useCallback(async () => {
    const read = ++reads.current
    const shelf = await store.read()
    // A list from before the last click, or before a later list, must not come back for a moment.
    if (unsaved.current === 0 && read === reads.current) setShelf(shelf)
  }, [store])
  useEffect(() => {
    void refresh()
    return store.onChange(refresh)
  }, [store, refresh])

  const change: UseFavorites['change'] = async (action, favorite) => {
    // Later than the one before, whatever the clock says.
    lastAt.current = Math.max(Date.now(), lastAt.current + 1)
    const made = { action, favorite, at: lastAt.current, owner }
    setShelf((shelf) => ({
      ...shelf,
      favorites: applyOutbox({ confirmed: shelf.favorites, outbox: [made] }),
    }))
    unsaved.current++
    await store.record(made).finally(() => unsaved.current--)
    await refresh()
  }
  return { favorites, owner, change }
}
