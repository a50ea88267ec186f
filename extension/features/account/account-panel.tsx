import type { ComponentChildren } from 'preact'
import { t } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import type { Person } from './account.ts'
import { AccountForm, CodeForm } from './account-form.tsx'
import type { UseAccount } from './use-account.ts'

type AccountPanelProps = UseAccount & {
  server: string
  children: ComponentChildren
}

export const AccountPanel = ({ children, server, ...account }: AccountPanelProps) => {
  const { state, act } = account
  const signOut = () => act((service) => service.signOut())
  switch (state.kind) {
    case 'signed-out':
      return (
        <>
          <p class="lead">{t('accountLead')}</p>
          <AccountForm {...account} server={server} />
        </>
      )
    case 'code-sent':
      return <CodeForm {...account} email={state.email} />
    case 'session-ended':
    case 'signed-in':
      return (
        <>
          <PersonLine person={state.person} host={toHost(server)} signOut={signOut} />
          {children}
          {state.kind === 'session-ended' && (
            <AccountForm {...account} server={server} known={state.person.username ?? undefined} />
          )}
        </>
      )
  }
}

interface PersonLineProps {
  person: Person
  host: string
  signOut: () => void
}

const PersonLine = ({ person, host, signOut }: PersonLineProps) => (
  <div class="person">
    {person.image && <img src={person.image} alt="" width="44" height="44" />}
    <p>
      <strong>{person.name || person.username}</strong>
      <span>
        {person.username && `@${person.username} · `}
        {host}
      </span>
    </p>
    <button type="button" onClick={signOut}>
      {t('signOut')}
    </button>
  </div>
)
