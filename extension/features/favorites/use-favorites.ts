import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { applyOutbox, type Change, type Favorite } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'

export type UseFavorites = {
  favorites: Favorite[]
  /** Changes what is shown in the same frame, and what is stored soon after. */
  change(action: Change['action'], favorite: Favorite): void
}

/** The favorites of a page, in step with all other pages. */
export const useFavorites = (store: FavoritesStore, initial: Favorite[]): UseFavorites => {
  const [favorites, setFavorites] = useState(initial)
  const unsaved = useRef(0)

  const refresh = useCallback(async () => {
    const list = await store.list()
    // A list from before the last click must not undo it for a moment.
    if (unsaved.current === 0) setFavorites(list)
  }, [store])
  useEffect(() => store.onChange(refresh), [store, refresh])

  const change: UseFavorites['change'] = async (action, favorite) => {
    const made = { action, favorite, at: Date.now() }
    setFavorites((list) => applyOutbox({ confirmed: list, outbox: [made] }))
    unsaved.current++
    await store.record(made).finally(() => unsaved.current--)
    await refresh()
  }
  return { favorites, change }
}
