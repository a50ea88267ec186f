import { useEffect, useState } from 'preact/hooks'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { type Refusal, toName } from './favorites.ts'
import { type OutboxView, outboxView, refusedLog } from './favorites-store.ts'
import { type SyncStatus, syncStatusItem, toStatusOf } from './sync-status.ts'

export type SyncView = Omit<OutboxView, 'owner'> & { status: SyncStatus }

export const syncView = {
  read: async (): Promise<SyncView> => {
    const [{ owner, waiting, refusals }, status] = await Promise.all([
      outboxView.read(),
      syncStatusItem.read(),
    ])
    return { waiting, refusals, status: toStatusOf(owner, status) }
  },
  onChange: (listener: () => void) => onAnyChange([outboxView, syncStatusItem], listener),
  dismiss: async ({ reason, ...change }: Refusal): Promise<void> => {
    const refused = await refusedLog.list()
    const same = refused.filter(({ entry }) => toName(entry) === toName(change))
    await refusedLog.remove(same.map(({ key }) => key))
  },
}

export const useSyncView = (initial: SyncView): SyncView => {
  const [view, setView] = useState(initial)
  useEffect(() => {
    const refresh = async () => setView(await syncView.read())
    void refresh()
    return syncView.onChange(refresh)
  }, [])
  return view
}
