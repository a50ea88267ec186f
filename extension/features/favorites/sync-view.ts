import { type Refusal, toName } from './favorites.ts'
import { outboxLog, ownerItem, refusedLog, syncStatusItem } from './favorites-items.ts'
import { type SyncStatus, toStatusOf } from './sync-status.ts'

/** How the favorites of the person are on their way to the account. */
export type SyncView = { waiting: number; status: SyncStatus; refusals: Refusal[] }

/** The state of the sync as pages read it. */
export const syncView = {
  read: async (): Promise<SyncView> => {
    const owner = await ownerItem.read()
    const [outbox, refused, status] = await Promise.all([
      outboxLog.list(),
      refusedLog.list(),
      syncStatusItem.read(),
    ])
    return {
      waiting: outbox.filter(({ entry }) => entry.owner === owner).length,
      status: toStatusOf(owner, status),
      refusals: refused.map(({ entry }) => entry).filter((refusal) => refusal.owner === owner),
    }
  },
  onChange: (listener: () => void): (() => void) => {
    const sources = [ownerItem, outboxLog, refusedLog, syncStatusItem]
    const stops = sources.map((source) => source.onChange(listener))
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
