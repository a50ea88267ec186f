import { t, tCount } from '../../platform/browser/texts.ts'
import { explain } from '../../remote/problem.ts'
import type { AccountState } from '../account/account.ts'
import { toSignInText } from './attention.ts'
import type { SyncStatus } from './sync-status.ts'

export interface SyncState {
  account: AccountState['kind']
  /** How many changes the account has not heard of yet. */
  waiting: number
  status: Pick<SyncStatus, 'problem' | 'syncedAt'>
  /** Host of the server, as the person knows it. */
  host: string
}

export interface SyncWords {
  tone: 'good' | 'busy' | 'wait'
  text: string
  /** What went wrong the last time. */
  detail?: string
}

/** Where the person's hearts are, in plain words. */
export const toSyncWords = ({ account, waiting, status, host }: SyncState): SyncWords => {
  if (account === 'session-ended') return { tone: 'wait', text: toSignInText(waiting) }
  const { problem, syncedAt } = status
  if (!problem) {
    if (waiting > 0) return { tone: 'busy', text: tCount('syncSending', waiting) }
    if (syncedAt === 0) return { tone: 'busy', text: t('syncGetting') }
    return { tone: 'good', text: t('syncDone') }
  }
  const detail = t('sentence', { text: explain(problem, host) })
  if (waiting === 0) return { tone: 'wait', text: t('syncListening'), detail }
  const forWhat = problem.kind === 'unreachable' ? 'syncForNetwork' : 'syncForServer'
  return { tone: 'wait', text: tCount(forWhat, waiting), detail }
}
