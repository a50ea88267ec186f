import pTimeout from 'p-timeout'
import { createSingleFlight } from '../../../shared/async.ts'
import { isSame, toNumberOrNull, toRecord, toText } from '../../../shared/unknown.ts'
import { type PlainKey, t } from '../../platform/browser/texts.ts'
import type { ClerkConnection, ClerkConnector } from '../../platform/clerk/clerk-client.ts'
import type { ClerkFlows, ClerkStep } from '../../platform/clerk/clerk-flows.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import {
  type Account,
  AccountError,
  type AccountProblem,
  type AccountState,
  accountDeadlineMs,
  type Person,
  parseAccountState,
  type SignInInput,
  tooMany,
  unreachable,
} from './account.ts'

type ClerkAccountDeps = ClerkConnector & { deadlineMs?: number }
type Work = (clerk: ClerkFlows) => Promise<ClerkStep>

export const clerkStateItem = /* @__PURE__ */ createStoredItem<AccountState>({
  key: 'account.clerk',
  parse: (stored) => ({ ...parseAccountState(stored), provider: 'clerk' }),
})

export const createClerkAccount = (deps: ClerkAccountDeps): Account => {
  const { connect, forgetDevice, deadlineMs } = deps
  const { ask, drop } = reuseConnection(connect, deadlineMs)
  const keep = (next: AccountState) => clerkStateItem.update(() => next)

  const goOn = async (work: Work) => keep(toState(await ask(work)))
  const begin = (work: Work) => goOn((clerk) => work(clerk).catch(retryWithoutSession(clerk, work)))

  const fetchToken = async (fresh: boolean): Promise<ClerkToken | undefined> => {
    const fetched = await ask((clerk) => askForToken(clerk, fresh))
    const after = await clerkStateItem.update((known) => toStateAfterToken(known, fetched))
    // The person may have signed out while the token was fetched.
    return after.kind === 'signed-in' ? fetched : undefined
  }
  // Clerk's client caches the token, which is valid for a minute. Fresh tokens and cached tokens are requested separately.
  const once = createSingleFlight<ClerkToken | undefined>()

  return {
    current: clerkStateItem.read,
    signUp: ({ username, password, email = '' }) =>
      begin((clerk) => clerk.signUp({ username: username.trim(), email: email.trim(), password })),
    signIn: ({ identifier, password }: SignInInput) =>
      begin((clerk) => clerk.signIn(identifier.trim(), password)),
    verify: (code) => goOn((clerk) => clerk.verify(code.replace(/\s/g, ''))),
    resendCode: () => goOn((clerk) => clerk.resendCode()),
    signOut: async () => {
      // If Clerk cannot be reached, the device's secret is deleted, which makes the session unusable.
      await ask((clerk) => clerk.signOut()).catch(forgetDevice)
      drop()
      return keep({ provider: 'clerk', kind: 'signed-out' })
    },
    getToken: async ({ of, fresh = false } = {}) => {
      if ((await clerkStateItem.read()).kind !== 'signed-in') return
      const found = await once(fresh, () => fetchToken(fresh))
      return of && of.id !== found?.userId ? undefined : found?.jwt
    },
    refresh: async () => {
      if ((await clerkStateItem.read()).kind === 'signed-in')
        await once(true, () => fetchToken(true))
      return clerkStateItem.read()
    },
    onChange: clerkStateItem.onChange,
  }
}

interface ClerkToken {
  jwt: string
  userId: string | undefined
  person: Person | undefined
}

const askForToken = async (clerk: ClerkFlows, fresh: boolean): Promise<ClerkToken | undefined> => {
  const userId = clerk.person()?.id
  const jwt = await clerk.fetchToken({ fresh }).catch((cause) => {
    if (isGone(cause)) return
    throw cause
  })
  return jwt === undefined ? undefined : { jwt, userId, person: clerk.person() }
}

// A person may have ended the session or changed their name or picture on another device. The stored state follows.
const toStateAfterToken = (known: AccountState, fetched: ClerkToken | undefined): AccountState => {
  if (known.kind !== 'signed-in') return known
  if (!fetched) return { ...known, kind: 'session-ended' }
  const person = fetched.person ?? known.person
  return isSame(person, known.person) ? known : { ...known, person }
}

// Clerk allows one session at a time. If the answer to a sign-in was lost, its session still exists. The
// extension ends it and tries the sign-in again.
const retryWithoutSession =
  (clerk: ClerkFlows, work: Work) =>
  async (cause: unknown): Promise<ClerkStep> => {
    if (!isSessionInTheWay(cause)) throw cause
    await clerk.signOut()
    return work(clerk)
  }

const toState = (step: ClerkStep): AccountState => {
  if (step.kind === 'done') return { provider: 'clerk', kind: 'signed-in', person: step.person }
  if (step.kind === 'code-sent') return { provider: 'clerk', ...step }
  const text = t(step.kind === 'expired' ? 'clerkExpired' : 'clerkUnsupported')
  throw new AccountError({ code: 'refused', text })
}

// Creating Clerk's client costs two requests, so it is created once and reused. It is dropped when Clerk does
// not answer in time, because it would retry for minutes.
const reuseConnection = (connect: () => ClerkConnection, deadlineMs = accountDeadlineMs) => {
  let current: ClerkConnection | undefined
  const drop = () => {
    current?.abandon()
    current = undefined
  }
  return {
    drop,
    ask: async <T>(work: (clerk: ClerkFlows) => Promise<T>): Promise<T> => {
      current ??= connect()
      const mine = current
      let hasLoaded = false
      try {
        const clerk = await pTimeout(mine.flows, { milliseconds: deadlineMs })
        hasLoaded = true
        return await pTimeout(work(clerk), { milliseconds: deadlineMs })
      } catch (cause) {
        const error = toClerkError(cause)
        if (current === mine && (!hasLoaded || error.code === 'unreachable')) drop()
        throw error
      }
    },
  }
}

// The errors of Clerk that the extension explains in its own words, by Clerk's error code.
const problems: Record<string, AccountProblem & { text: PlainKey }> = {
  form_identifier_not_found: {
    code: 'wrong-credentials',
    field: 'username',
    text: 'noSuchAccount',
  },
  form_password_incorrect: { code: 'wrong-credentials', field: 'password', text: 'wrongPassword' },
  form_code_incorrect: { code: 'wrong-code', field: 'code', text: 'codeWrong' },
  verification_expired: { code: 'code-expired', field: 'code', text: 'codeOld' },
  verification_failed: { code: 'code-expired', field: 'code', text: 'codeTooMany' },
  form_password_pwned: { code: 'invalid', field: 'password', text: 'passwordLeaked' },
  native_api_disabled: { code: 'refused', text: 'clerkNativeApi' },
  captcha_missing_token: { code: 'refused', text: 'clerkBotProtection' },
}

const fields: Record<string, AccountProblem['field']> = {
  identifier: 'username',
  username: 'username',
  email_address: 'email',
  password: 'password',
  code: 'code',
}

export const toClerkError = (cause: unknown): AccountError => {
  if (cause instanceof AccountError) return cause
  return new AccountError(toClerkProblem(readClerkError(cause)), { cause })
}

const toClerkProblem = ({ status, code, text, param, retryAfter }: ClerkError): AccountProblem => {
  if (status === 429) return tooMany(retryAfter && retryAfter * 1000)
  const known = problems[code]
  if (known) return { ...known, text: t(known.text) }
  if (status === undefined || status >= 500) return unreachable()
  const field = fields[param]
  const kind = code === 'form_identifier_exists' ? 'taken' : field ? 'invalid' : 'refused'
  return { code: kind, text: text || t('clerkRefused'), ...(field && { field }) }
}

const isGone = (cause: unknown): boolean => {
  const { status } = readClerkError(cause)
  return status === 401 || status === 404
}

const isSessionInTheWay = (cause: unknown): boolean =>
  ['session_exists', 'identifier_already_signed_in'].includes(readClerkError(cause).code)

type ClerkError = ReturnType<typeof readClerkError>

const readClerkError = (cause: unknown) => {
  const { status, errors, retryAfter } = toRecord(cause)
  const first = toRecord(Array.isArray(errors) ? errors[0] : undefined)
  const meta = toRecord(first.meta)
  return {
    status: toNumberOrNull(status) ?? undefined,
    code: toText(first.code),
    text: toText(first.longMessage) || toText(first.long_message) || toText(first.message),
    param: toText(meta.paramName) || toText(meta.param_name),
    /** Seconds until Clerk accepts another attempt. */
    retryAfter: toNumberOrNull(retryAfter) ?? undefined,
  }
}
