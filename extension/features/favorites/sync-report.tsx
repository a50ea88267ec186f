import { requestSync } from '../../platform/browser/messages.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { explain } from '../../remote/problem.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { AccountState } from '../account/account.ts'
import { heartsView, toRefusalText, toSignInText } from './attention.ts'
import type { Heart } from './favorites.ts'
import { acknowledge } from './favorites-store.ts'
import { type SyncStatus, syncStatusItem, toStatusOf } from './sync.ts'
import type { UseFavorites } from './use-favorites.ts'

export const syncView = {
  read: async () => {
    const [{ owner, waiting, refusals }, status] = await Promise.all([
      heartsView.read(),
      syncStatusItem.read(),
    ])
    return { waiting, refusals, status: toStatusOf(owner, status) }
  },
  onChange: (listener: () => void) => onAnyChange([heartsView, syncStatusItem], listener),
}

type SyncView = Awaited<ReturnType<typeof syncView.read>>

export const useSyncView = (initial: SyncView): SyncView =>
  useLoaded(syncView.read, [], syncView.onChange) ?? initial

interface SyncReportProps {
  account: AccountState['kind']
  view: SyncView
  host: string
  change: UseFavorites['change']
}

export const SyncReport = ({ account, view, host, change }: SyncReportProps) => {
  const { tone, text, detail } = toSyncWords({ account, host, ...view })
  const tryAgain = ({ wanted, favorite }: Heart) => change(wanted, favorite)
  return (
    <div class="sync">
      <p class="sync-line" role="status" data-tone={tone}>
        {text}
        {detail && <small>{detail}</small>}
      </p>
      {detail && (
        <button type="button" onClick={() => requestSync({ asked: true, details: true })}>
          {t('syncNow')}
        </button>
      )}
      {view.refusals.map((refusal) => (
        <div class="callout" key={refusal.favorite.id} role="alert">
          <p>{toRefusalText(refusal)}</p>
          <button type="button" onClick={() => tryAgain(refusal)}>
            {t('tryAgain')}
          </button>
          <button type="button" class="quiet" onClick={() => acknowledge(refusal)}>
            {t('dismiss')}
          </button>
        </div>
      ))}
    </div>
  )
}

export interface SyncState {
  account: AccountState['kind']
  waiting: number
  status: Pick<SyncStatus, 'problem' | 'syncedAt'>
  host: string
}

export const toSyncWords = ({ account, waiting, status, host }: SyncState) => {
  if (account === 'session-ended') return { tone: 'wait', text: toSignInText(waiting) }
  const { problem, syncedAt } = status
  if (!problem) {
    if (waiting > 0) return { tone: 'busy', text: tCount('syncSending', waiting) }
    if (syncedAt === 0) return { tone: 'busy', text: t('syncGetting') }
    return { tone: 'good', text: t('syncDone') }
  }
  const detail = t('sentence', { text: explain(problem, host) })
  const isOurs = problem.kind === 'unexpected' || problem.kind === 'storage-full'
  if (waiting === 0 || isOurs) return { tone: 'wait', text: t('syncListening'), detail }
  const forWhat = problem.kind === 'unreachable' ? 'syncForNetwork' : 'syncForServer'
  return { tone: 'wait', text: tCount(forWhat, waiting), detail }
}
