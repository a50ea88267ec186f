import { t } from '../../platform/browser/texts.ts'
import type { ClerkConnector } from '../../platform/clerk/clerk-client.ts'
import type { ClerkFlows, ClerkStep } from '../../platform/clerk/clerk-flows.ts'
import {
  type ClerkToken,
  type ClerkTokenItem,
  parseClerkToken,
} from '../../platform/clerk/clerk-token-item.ts'
import type { StoredItem } from '../../platform/storage/stored-item.ts'
import { type Account, type AccountState, personOf, type SignInWish } from './account.ts'
import { AccountError } from './account-error.ts'
import { keepConnection } from './clerk-connection.ts'
import { isGone, isSessionInTheWay } from './clerk-problem.ts'

/** A token that is about to expire would be refused on its way. */
const refreshMarginMs = 10_000

export type ClerkAccountDeps = ClerkConnector & {
  state: StoredItem<AccountState>
  token: ClerkTokenItem
  deadlineMs?: number
  now?: () => number
}

const signedOut: AccountState = { provider: 'clerk', kind: 'signed-out' }

/** An account at Clerk. What is known is stored: the service is asked only when it must be. */
export const createClerkAccount = (deps: ClerkAccountDeps): Account => {
  const { connect, forgetDevice, state, token, deadlineMs, now = Date.now } = deps
  const { ask, drop } = keepConnection(connect, deadlineMs)
  const keep = (next: AccountState) => state.update(() => next)

  const begin = async (work: (clerk: ClerkFlows) => Promise<ClerkStep>) => {
    await token.clear()
    return keep(toState(await ask((clerk) => work(clerk).catch(retryWithoutSession(clerk, work)))))
  }
  const goOn = async (work: (clerk: ClerkFlows) => Promise<ClerkStep>) =>
    keep(toState(await ask(work)))

  const isUsable = (cached: ClerkToken | undefined, marginMs: number): cached is ClerkToken =>
    cached !== undefined && cached.expiresAt - now() > marginMs

  const fetchToken = async (fresh: boolean): Promise<string | undefined> => {
    const fetched = await ask((clerk) => askForToken(clerk, fresh, isUsable))
    const after = await state.update((known) => toStateAfterToken(known, fetched))
    // Nobody, or nobody any more: the answer may have come after the person has signed out.
    if (!fetched || after.kind !== 'signed-in') return void (await token.clear())
    await token.write(fetched.token)
    return fetched.token.jwt
  }
  const fetchTokenOnce = singleFlight(fetchToken)

  return {
    current: state.read,
    signUp: ({ username, password, email = '' }) =>
      begin((clerk) => clerk.signUp({ username: username.trim(), email: email.trim(), password })),
    signIn: ({ identifier, password }: SignInWish) =>
      begin((clerk) => clerk.signIn(identifier.trim(), password)),
    verify: (code) => goOn((clerk) => clerk.verify(code.replace(/\s/g, ''))),
    resendCode: () => goOn((clerk) => clerk.resendCode()),
    signOut: async () => {
      await token.clear()
      // A session that cannot be ended at Clerk is out of reach once its secret is forgotten.
      await ask((clerk) => clerk.signOut()).catch(forgetDevice)
      drop()
      return keep(signedOut)
    },
    getToken: async ({ fresh = false } = {}) => {
      if ((await state.read()).kind !== 'signed-in') return
      const cached = await token.read()
      if (!fresh && isUsable(cached, refreshMarginMs)) return cached.jwt
      try {
        return await fetchTokenOnce(fresh)
      } catch (error) {
        if (!fresh && isUsable(cached, 0)) return cached.jwt
        throw error
      }
    },
    onChange: state.onChange,
  }
}

interface Fetched {
  token: ClerkToken
  clerk: ClerkFlows
}

/** `undefined` when Clerk says that there is no session. */
const askForToken = async (
  clerk: ClerkFlows,
  fresh: boolean,
  isUsable: (token: ClerkToken | undefined, marginMs: number) => boolean,
): Promise<Fetched | undefined> => {
  const fetch = async (options: { fresh: boolean }) => {
    const jwt = await clerk.fetchToken(options).catch((cause) => {
      if (isGone(cause)) return
      throw cause
    })
    return jwt === undefined ? undefined : parseClerkToken(jwt)
  }
  const first = await fetch({ fresh })
  if (!first) return
  // Clerk's own cache is content with less than our margin.
  const token = fresh || isUsable(first, refreshMarginMs) ? first : await fetch({ fresh: true })
  return token && { token, clerk }
}

/** The person may have changed name or picture elsewhere; the session may have been ended there. */
const toStateAfterToken = (known: AccountState, fetched: Fetched | undefined): AccountState => {
  // Signed out meanwhile: the answer is late.
  if (known.kind !== 'signed-in') return known
  if (!fetched) return { ...known, kind: 'session-ended' }
  const person = fetched.clerk.person() ?? known.person
  return JSON.stringify(person) === JSON.stringify(personOf(known)) ? known : { ...known, person }
}

/** A sign-in whose answer was lost has left a session here, and Clerk allows one at a time. */
const retryWithoutSession =
  (clerk: ClerkFlows, work: (clerk: ClerkFlows) => Promise<ClerkStep>) =>
  async (cause: unknown): Promise<ClerkStep> => {
    if (!isSessionInTheWay(cause)) throw cause
    await clerk.signOut()
    return work(clerk)
  }

const toState = (step: ClerkStep): AccountState => {
  if (step.kind === 'done') return { provider: 'clerk', kind: 'signed-in', person: step.person }
  if (step.kind === 'code-sent') return { provider: 'clerk', ...step }
  throw new AccountError({
    code: 'refused',
    text: t('clerkUnsupported', { need: step.need }),
  })
}

/** Calls at the same time share one run; a run that must be fresh is not shared with one that need not. */
const singleFlight = <T>(run: (fresh: boolean) => Promise<T>) => {
  const running = new Map<boolean, Promise<T>>()
  return (fresh: boolean): Promise<T> => {
    const shared = running.get(fresh) ?? run(fresh).finally(() => running.delete(fresh))
    running.set(fresh, shared)
    return shared
  }
}
