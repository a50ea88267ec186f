import { useEffect } from 'preact/hooks'
import { onOnline } from '../../platform/browser/network.ts'
import { whenIdle } from '../../platform/browser/when-idle.ts'
import { requestSync } from './sync-messages.ts'

/** Has the favorites brought up to date: now, and when the network comes back. */
export const useSync = ({ details }: { details: boolean }): void => {
  useEffect(() => {
    // Somebody looks at the list; the new tab only wants it to be right some time soon.
    whenIdle(() => requestSync({ asked: details, details }))
    return onOnline(() => requestSync({ asked: true, details }))
  }, [details])
}
