import { useEffect } from 'preact/hooks'
import { onOnline } from '../../platform/online.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { type Favorite, isComplete } from './favorites.ts'
import { requestSync } from './sync-messages.ts'

/** Has the favorites brought up to date: now, and when the network comes back. */
export const useSync = ({ details }: { details: boolean }): void => {
  useEffect(() => {
    // Somebody looks at the list; the new tab only wants it to be right some time soon.
    whenIdle(() => requestSync({ asked: details, details }))
    return onOnline(() => requestSync({ asked: true, details }))
  }, [details])
}

/** Has it found out what each favorite is that comes while the page is open. */
export const useDetails = (favorites: readonly Favorite[]): void => {
  const unknown = favorites.filter((favorite) => !isComplete(favorite) && !favorite.isGone)
  const ids = unknown.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') requestSync({ asked: false, details: true })
  }, [ids])
}
