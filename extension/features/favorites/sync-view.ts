import { type Refusal, toName } from './favorites.ts'
import { refusedLog } from './favorites-items.ts'
import { type OutboxView, outboxView } from './outbox-view.ts'
import { type SyncStatus, toStatusOf } from './sync-status.ts'
import { syncStatusItem } from './sync-status-item.ts'

/** How the favorites of the person are on their way to the account. */
export type SyncView = Omit<OutboxView, 'owner'> & { status: SyncStatus }

/** The state of the sync as pages read it. */
export const syncView = {
  read: async (): Promise<SyncView> => {
    const [{ owner, waiting, refusals }, status] = await Promise.all([
      outboxView.read(),
      syncStatusItem.read(),
    ])
    return { waiting, refusals, status: toStatusOf(owner, status) }
  },
  onChange: (listener: () => void): (() => void) => {
    const stops = [outboxView, syncStatusItem].map((source) => source.onChange(listener))
    return () => {
      for (const stop of stops) stop()
    }
  },
  /** The person has read it. */
  dismiss: async ({ reason, ...change }: Refusal): Promise<void> => {
    const refused = await refusedLog.list()
    const same = refused.filter(({ entry }) => toName(entry) === toName(change))
    await refusedLog.remove(same.map(({ key }) => key))
  },
}
