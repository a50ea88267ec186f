import {
  type SignedIn,
  sessionResponseSchema,
  signedInSchema,
  type User,
} from '../../../shared/account-api.ts'
import { apiErrorSchema } from '../../../shared/api-error.ts'
import { type Fetch, readJson, readRetryAfter } from '../../platform/http.ts'
import { sendJson } from '../../platform/send-json.ts'
import type { StoredItem } from '../../platform/stored-item.ts'
import { t } from '../../platform/texts.ts'
import {
  ACCOUNT_DEADLINE_MS,
  type Account,
  type AccountState,
  type Person,
  type SignInWish,
  type SignUpWish,
} from './account.ts'
import { AccountError, type AccountProblem, tooMany, unreachable } from './account-error.ts'
import type { LocalSession } from './local-session.ts'
import { checkSignIn, checkSignUp } from './sign-up-check.ts'

export type LocalAccountDeps = {
  /** The address of the chosen server, and who calls when the person chooses another. */
  server: { read(): Promise<string>; onChange(listener: () => void): () => void }
  session: StoredItem<LocalSession | null>
  fetch?: Fetch
}

const signedOut: AccountState = { provider: 'local', kind: 'signed-out' }

/** An account at the catalogue server itself (`/api/auth`), with a username and a password. */
export const createLocalAccount = (deps: LocalAccountDeps): Account => {
  const readSession = async () => {
    const [server, session] = await Promise.all([deps.server.read(), deps.session.read()])
    // A token is for the server that gave it: no other one may ever see it.
    return { server, session: session?.server === server ? session : null }
  }
  const keep = async (session: LocalSession | null) =>
    toState(await deps.session.update(() => session))

  const enter = async (route: string, body: SignUpWish | LocalCredentials) => {
    const server = await deps.server.read()
    const url = `${server}/api/auth/${route}/username`
    const { token, user } = parseSignedIn(await ask(url, { body, fetch: deps.fetch }))
    return keep({ server, token, person: toPerson(user), isEnded: false })
  }

  const current = async () => toState((await readSession()).session)
  return {
    current,
    signUp: async ({ username, password }) => {
      checkSignUp({ username, password })
      return enter('sign-up', { username, password }).catch(async (taken) => {
        if (!isProblem(taken, 'taken')) throw taken
        // The name may be taken by an earlier attempt, whose answer came too late or never.
        return enter('sign-in', { username, password }).catch((error) => {
          throw isProblem(error, 'wrong-credentials') ? taken : error
        })
      })
    },
    signIn: async (wish) => enter('sign-in', toCredentials(wish)),
    verify: current,
    resendCode: current,
    signOut: async () => {
      const { server, session } = await readSession()
      const url = `${server}/api/auth/sign-out`
      // Without its token this device is signed out, whether or not the server hears of it.
      if (session) await send(url, { token: session.token, fetch: deps.fetch }).catch(() => {})
      return keep(null)
    },
    getToken: async ({ fresh = false } = {}) => {
      const { session } = await readSession()
      if (!session || session.isEnded) return
      if (!fresh || (await isAccepted(session, deps.fetch))) return session.token
      await deps.session.update((now) =>
        now?.token === session.token ? { ...now, isEnded: true } : now,
      )
    },
    onChange: (listener) => {
      const tell = async () => listener(await current())
      const unwatch = [deps.session.onChange(tell), deps.server.onChange(tell)]
      return () => {
        for (const stop of unwatch) stop()
      }
    },
  }
}

type LocalCredentials = { username: string; password: string }

const toCredentials = ({ identifier, password = '' }: SignInWish): LocalCredentials => {
  checkSignIn({ identifier, password })
  return { username: identifier, password }
}

const isProblem = (error: unknown, code: AccountProblem['code']): boolean =>
  error instanceof AccountError && error.problem.code === code

const toState = (session: LocalSession | null): AccountState => {
  if (!session) return signedOut
  const kind = session.isEnded ? 'session-ended' : 'signed-in'
  return { provider: 'local', kind, person: session.person }
}

const toPerson = ({ id, username, name, image }: User): Person => ({ id, username, name, image })

/** Asks the server about a token that it has just refused; without an answer it is kept. */
const isAccepted = async ({ server, token }: LocalSession, fetch?: Fetch): Promise<boolean> => {
  const response = await send(`${server}/api/auth/session`, { method: 'GET', token, fetch })
  if (response.status === 401) return false
  if (!response.ok) throw new AccountError(unreachable())
  return sessionResponseSchema.safeParse(await readJson(response)).success
}

type Ask = { method?: 'GET' | 'POST'; body?: unknown; token?: string; fetch?: Fetch | undefined }

const send = async (url: string, options: Ask): Promise<Response> => {
  try {
    return await sendJson(url, { ...options, deadlineMs: ACCOUNT_DEADLINE_MS })
  } catch (cause) {
    throw new AccountError(unreachable(), { cause })
  }
}

const ask = async (url: string, options: Ask): Promise<unknown> => {
  const response = await send(url, options)
  const body = await readJson(response).catch(() => undefined)
  if (response.ok) return body
  throw toRefusal(response, body)
}

const toRefusal = (response: Response, body: unknown): AccountError => {
  const { success, data } = apiErrorSchema.safeParse(body)
  // Without our own kind of error the answer is that of a proxy, or of some other server.
  if (!success) return new AccountError(unreachable())
  const text = data.error
  if (response.status === 401) {
    const wrong = t('wrongCredentials')
    return new AccountError({ code: 'wrong-credentials', text: wrong, field: 'password' })
  }
  if (response.status === 409)
    return new AccountError({
      code: 'taken',
      text: t('usernameTaken'),
      field: 'username',
    })
  if (response.status === 429) return new AccountError(tooMany(readRetryAfter(response)))
  if (response.status >= 500) return new AccountError(unreachable())
  return new AccountError({ code: 'refused', text })
}

const parseSignedIn = (body: unknown): SignedIn => {
  const { success, data, error } = signedInSchema.safeParse(body)
  if (success) return data
  const text = t('accountsUnknown')
  throw new AccountError({ code: 'refused', text }, { cause: error })
}
