import type { Refusal } from './favorites.ts'
import { outboxLog, ownerItem, refusedLog } from './favorites-items.ts'
import type { Owner } from './owner.ts'

/** What the account has not heard of yet, and what its server would not do. */
export interface OutboxView {
  owner: Owner
  waiting: number
  refusals: Refusal[]
}

/** As every new tab reads it: only what may concern the person there. */
export const outboxView = {
  read: async (): Promise<OutboxView> => {
    const owner = await ownerItem.read()
    const [outbox, refused] = await Promise.all([outboxLog.list(), refusedLog.list()])
    return {
      owner,
      waiting: outbox.filter(({ entry }) => entry.owner === owner).length,
      refusals: refused.map(({ entry }) => entry).filter((refusal) => refusal.owner === owner),
    }
  },
  onChange: (listener: () => void): (() => void) => {
    const stops = [ownerItem, outboxLog, refusedLog].map((source) => source.onChange(listener))
    return () => {
      for (const stop of stops) stop()
    }
  },
}
