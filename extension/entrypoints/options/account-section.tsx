import type { AccountState } from '../../features/account/account.ts'
import type { AccountOfPage } from '../../features/account/account-messages.ts'
import { AccountPanel } from '../../features/account/account-panel.tsx'
import { useAccount } from '../../features/account/use-account.ts'
import { ShareLink } from '../../features/favorites/share-link.tsx'
import { SyncReport } from '../../features/favorites/sync-report.tsx'
import { type SyncView, useSyncView } from '../../features/favorites/sync-view.ts'
import type { UseFavorites } from '../../features/favorites/use-favorites.ts'
import { t } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'

interface AccountSectionProps {
  account: AccountOfPage
  accountState: AccountState
  view: SyncView
  server: string
  hearts: UseFavorites
}

export const AccountSection = ({ server, hearts, ...initial }: AccountSectionProps) => {
  const account = useAccount(initial.account, initial.accountState)
  const view = useSyncView(initial.view)
  const { state } = account
  const host = toHost(server)
  return (
    <section aria-labelledby="account">
      <h2 id="account">{t('account')}</h2>
      <AccountPanel key={state.kind} {...account} host={host}>
        {view && <SyncReport account={state.kind} view={view} host={host} change={hearts.change} />}
        {state.kind === 'signed-in' && (
          <ShareLink server={server} username={state.person.username} />
        )}
      </AccountPanel>
    </section>
  )
}
