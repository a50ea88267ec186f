import { useEffect } from 'preact/hooks'
import { type Favorite, isComplete } from './favorites.ts'
import { requestSync } from './sync-messages.ts'

/** Has it found out what each favorite is that comes while the page is open. */
export const useDetails = (favorites: readonly Favorite[]): void => {
  const unknown = favorites.filter((favorite) => !isComplete(favorite) && !favorite.isGone)
  const ids = unknown.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') void requestSync({ asked: false, details: true })
  }, [ids])
}
