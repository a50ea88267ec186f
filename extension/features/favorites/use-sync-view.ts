import { useEffect, useState } from 'preact/hooks'
import { type SyncView, syncView } from './sync-view.ts'

/** The state of the sync, in step with the background. */
export const useSyncView = (initial: SyncView): SyncView => {
  const [view, setView] = useState(initial)
  useEffect(() => {
    const refresh = async () => setView(await syncView.read())
    void refresh()
    return syncView.onChange(refresh)
  }, [])
  return view
}
