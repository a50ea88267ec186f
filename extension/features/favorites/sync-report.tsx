import { t } from '../../platform/browser/texts.ts'
import type { AccountState } from '../account/account.ts'
import { toRefusalText } from './attention.ts'
import type { Refusal } from './favorites.ts'
import { requestSync } from './sync-messages.ts'
import { type SyncView, syncView } from './sync-view.ts'
import { toSyncWords } from './sync-words.ts'
import type { UseFavorites } from './use-favorites.ts'

interface SyncReportProps {
  account: AccountState['kind']
  view: SyncView
  host: string
  change: UseFavorites['change']
}

/** Where the person's hearts are, and those that the account did not take. */
export const SyncReport = ({ account, view, host, change }: SyncReportProps) => {
  const { tone, text, detail } = toSyncWords({ account, host, ...view })
  const tryAgain = async (refusal: Refusal) => {
    await syncView.dismiss(refusal)
    change(refusal.action, refusal.favorite)
  }
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
        <div class="refusal" key={refusal.favorite.id} role="alert">
          <p>{toRefusalText(refusal)}</p>
          <button type="button" onClick={() => tryAgain(refusal)}>
            {t('tryAgain')}
          </button>
          <button type="button" class="quiet" onClick={() => syncView.dismiss(refusal)}>
            {t('dismiss')}
          </button>
        </div>
      ))}
    </div>
  )
}
