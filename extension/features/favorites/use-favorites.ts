import { useEffect, useState } from 'preact/hooks'
import { requestSync } from '../../platform/browser/messages.ts'
import { onOnline, whenIdle } from '../../platform/browser/page.ts'
import { isStorageError } from '../../platform/storage/storage-error.ts'
import { applyClick, type Favorite, isComplete, ownerOf } from './favorites.ts'
import type { FavoritesStore, Shelf } from './favorites-store.ts'

export interface UseFavorites extends Shelf {
  /** Resolves with false if the browser could not store the click. */
  change(wanted: boolean, favorite: Favorite): Promise<boolean>
}

const readAgainMs = 1_000

/** The hearts of one page. `show` is called with each new list of favorites, and at a click before anything is stored. */
export const createHearts = (
  store: FavoritesStore,
  initial: Shelf,
  show: (shelf: Shelf) => void,
) => {
  let shelf = initial
  let unsaved = 0
  let reads = 0
  const update = (next: Shelf) => {
    shelf = next
    show(next)
  }
  const refresh = async (): Promise<void> => {
    const read = ++reads
    try {
      const next = await store.read()
      // A list of favorites that was read before the last click or before a later read is out of date and not shown.
      if (unsaved === 0 && read === reads) update(next)
    } catch (error) {
      if (isStorageError(error)) setTimeout(refresh, readAgainMs)
      else console.error(error)
    }
  }
  const change: UseFavorites['change'] = async (wanted, favorite) => {
    const click = { wanted, favorite, owner: ownerOf(favorite, shelf.owner) }
    update({ ...shelf, favorites: applyClick(shelf.favorites, click) })
    unsaved++
    const isSaved = await store.record(click).then(
      () => true,
      () => false,
    )
    unsaved--
    await refresh()
    return isSaved
  }
  return { refresh, change }
}

export const useFavorites = (store: FavoritesStore, initial: Shelf): UseFavorites => {
  const [shelf, show] = useState(initial)
  const [{ refresh, change }] = useState(() => createHearts(store, initial, show))
  useEffect(() => {
    void refresh()
    return store.onChange(refresh)
  }, [store, refresh])
  return { ...shelf, change }
}

/** Asks the background for a sync now and whenever the network comes back. Returns how to end this. */
export const syncOnline = ({ details }: { details: boolean }): (() => void) => {
  // With `details`, the page shows the favorites or the state of the sync, so a planned wait is cut short.
  whenIdle(() => requestSync({ asked: details, details }))
  return onOnline(() => requestSync({ asked: true, details }))
}

export const useSync = ({ details }: { details: boolean }): void => {
  useEffect(() => syncOnline({ details }), [details])
}

export const useDetails = (favorites: readonly Favorite[]): void => {
  const unknown = favorites.filter((favorite) => !isComplete(favorite))
  const ids = unknown.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') void requestSync({ asked: false, details: true })
  }, [ids])
}
