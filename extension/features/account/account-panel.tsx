import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { requestDataConsent } from '../../platform/browser/permissions.ts'
import { t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { getInstance } from '../../remote/connect.ts'
import { problemOf, toHost } from '../../remote/problem.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import {
  type AccountProblem,
  type AccountState,
  type Person,
  type Provider,
  toAccountProblem,
} from './account.ts'
import { type AccountRequest, accountStateItem, askAccount } from './account-messages.ts'
import { PairingCard, ProviderButton, usePairing } from './provider-sign-in.tsx'

type AccountPanelProps = UseAccount & {
  server: string
  children: ComponentChildren
}

export const AccountPanel = ({ children, server, ...account }: AccountPanelProps) => {
  const { state, act } = account
  const signOut = () => act({ call: 'signOut' })
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
      <strong dir="auto">{person.name || person.username}</strong>
      <span>
        {person.username && (
          <>
            <bdi>@{person.username}</bdi> ·{' '}
          </>
        )}
        <bdi>{host}</bdi>
      </span>
    </p>
    <button type="button" onClick={signOut}>
      {t('signOut')}
    </button>
  </div>
)

const AccountForm = ({
  state,
  isBusy,
  problem,
  act,
  server,
  known,
}: UseAccount & { server: string; known?: string | undefined }) => {
  const [wantsNew, setNew] = useState(false)
  const [input, setInput] = useState({ username: known ?? '', email: '', password: '', invite: '' })
  const [hasConsent, setConsent] = useState(true)
  const isAtClerk = state.provider === 'clerk'
  const instance = useInstance(isAtClerk ? undefined : server, problem)
  const pairing = usePairing(server)
  const mode = known ? undefined : instance?.signUp
  const isNew = wantsNew && mode !== 'closed'
  const needsInvite = isNew && (mode === 'invite' || problem?.field === 'invite')
  const bind = (name: keyof typeof input) => ({
    name,
    value: input[name],
    onInput: (value: string) => setInput((before) => ({ ...before, [name]: value })),
    problem: problem?.field === name ? problem.text : undefined,
  })

  const submit = async (event: Event) => {
    event.preventDefault()
    // The browser asks for consent only in direct response to a click, so the request comes before any wait.
    const consent = await requestDataConsent(toData(state.provider))
    setConsent(consent)
    if (!consent) return
    const { username, email, password, invite } = input
    const newcomer = { username, email, password, ...(needsInvite && { invite }) }
    const returning = { identifier: username, ...(password && { password }) }
    await act(isNew ? { call: 'signUp', input: newcomer } : { call: 'signIn', input: returning })
  }

  if (pairing.pairing) return <PairingCard pairing={pairing.pairing} cancel={pairing.cancel} />
  const provider = instance?.provider && (
    <ProviderButton {...pairing} name={instance.provider.name} />
  )
  if (provider && instance?.passwords === false) return provider
  return (
    <>
      <form class="account-form" onSubmit={submit} noValidate>
        {needsInvite && (
          <TextField
            {...bind('invite')}
            label={t('invite')}
            autocomplete="off"
            hint={t('inviteHint')}
          />
        )}
        <TextField
          {...bind('username')}
          label={t(isNew || state.provider === 'local' ? 'username' : 'usernameOrEmail')}
          autocomplete="username"
        />
        {isNew && isAtClerk && (
          <TextField {...bind('email')} type="email" label={t('email')} autocomplete="email" />
        )}
        <TextField
          {...bind('password')}
          type="password"
          label={t('password')}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          hint={isNew ? t('passwordHint') : isAtClerk ? t('passwordOrCode') : undefined}
        />
        <Problem problem={hasConsent ? problem : { code: 'refused', text: t('noConsent') }} />
        <div class="row">
          <button type="submit" class="primary" aria-busy={isBusy}>
            {toAction(isNew, isBusy)}
          </button>
          {!known && mode !== 'closed' && (
            <button type="button" class="quiet" onClick={() => setNew(!isNew)}>
              {t(isNew ? 'haveAccount' : 'wantAccount')}
            </button>
          )}
        </div>
        {mode === 'closed' && problem?.code !== 'sign-up-refused' && (
          <p class="hint">{t('signUpClosed')}</p>
        )}
      </form>
      {provider}
    </>
  )
}

// Asks a server how people sign in, and again when it has refused a sign-up. A server that does not answer counts as
// open, because its refusal says what is missing.
const useInstance = (server: string | undefined, problem: AccountProblem | undefined) => {
  const isRefused = problem?.code === 'sign-up-refused'
  const ask = async () => server && getInstance(server).catch((error) => void problemOf(error))
  return useLoaded(ask, [server, isRefused]) || undefined
}

const toData = (provider: Provider) =>
  provider === 'clerk'
    ? (['authenticationInfo', 'personallyIdentifyingInfo'] as const)
    : (['authenticationInfo'] as const)

const toAction = (isNew: boolean, isBusy: boolean): string => {
  if (isNew) return t(isBusy ? 'creatingAccount' : 'createAccount')
  return t(isBusy ? 'signingIn' : 'signIn')
}

const CodeForm = ({ email, isBusy, problem, act }: UseAccount & { email: string }) => {
  const [code, setCode] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    void act({ call: 'verify', code })
  }
  return (
    <form class="account-form" onSubmit={submit} noValidate>
      <p class="lead">{email ? t('codeSent', { email }) : t('codeSentSomewhere')}</p>
      <TextField
        label={t('code')}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        value={code}
        onInput={setCode}
        problem={problem?.field === 'code' ? problem.text : undefined}
      />
      <Problem problem={problem} />
      <div class="row">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {t(isBusy ? 'codeChecking' : 'codeCheck')}
        </button>
        <button type="button" onClick={() => act({ call: 'resendCode' })}>
          {t('codeAgain')}
        </button>
        <button type="button" class="quiet" onClick={() => act({ call: 'signOut' })}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

// A message about a single field is shown beside that field, so it is not repeated here.
const Problem = ({ problem }: { problem: AccountProblem | undefined }) => (
  <p class="report" role="alert" data-tone="bad">
    {problem && !problem.field && problem.text}
  </p>
)

type UseAccount = ReturnType<typeof useAccount>

export const useAccount = (initial: AccountState) => {
  const [state, setState] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AccountProblem>()
  useEffect(() => follow(accountStateItem, setState), [])
  useEffect(() => {
    // While the account service cannot be reached, the page shows what is stored.
    askAccount({ call: 'refresh' }).catch(() => undefined)
  }, [])

  const act = async (request: AccountRequest): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      setState(await askAccount(request))
    } catch (error) {
      setProblem(toAccountProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { state, isBusy, problem, act }
}
