import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { onOnline, whenIdle } from '../../platform/browser/page.ts'
import { applyChange, type Click, type Favorite, type Owner, ownerOf } from './favorites.ts'
import type { FavoritesStore, Shelf } from './favorites-store.ts'
import { requestSync } from './sync-messages.ts'

export interface UseFavorites {
  favorites: Favorite[]
  owner: Owner
  change(action: Click['action'], favorite: Favorite): void
}

export const useFavorites = (store: FavoritesStore, initial: Shelf): UseFavorites => {
  const [{ owner, favorites }, setShelf] = useState(initial)
  const unsaved = useRef(0)
  const reads = useRef(0)

  const refresh = useCallback(async () => {
    const read = ++reads.current
    const shelf = await store.read()
    // A list of favorites that was read before the last click or before a later read is out of date and not shown.
    if (unsaved.current === 0 && read === reads.current) setShelf(shelf)
  }, [store])
  useEffect(() => {
    void refresh()
    return store.onChange(refresh)
  }, [store, refresh])

  const change: UseFavorites['change'] = async (action, favorite) => {
    const click = { action, favorite, owner: ownerOf(favorite, owner) }
    setShelf((shelf) => ({ ...shelf, favorites: applyChange(shelf.favorites, click) }))
    unsaved.current++
    await store.record(click).finally(() => unsaved.current--)
    await refresh()
  }
  return { favorites, owner, change }
}

export const useSync = ({ details }: { details: boolean }): void => {
  useEffect(() => {
    // Only the settings page asks for details. A person is looking at the favorites there, so its sync does not wait.
    whenIdle(() => requestSync({ asked: details, details }))
    return onOnline(() => requestSync({ asked: true, details }))
  }, [details])
}
