import * as z from 'zod/mini'
import { inviteSchema, passwordSchema, usernameSchema } from '../../../shared/account-api.ts'
import type { FrescoClient } from '../../../shared/client/fresco-client.ts'
import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { isSame } from '../../../shared/unknown.ts'
import { t } from '../../platform/browser/texts.ts'
import { createStoredItem, onAnyChange } from '../../platform/storage/stored-item.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import {
  type Account,
  AccountError,
  type AccountProblem,
  type AccountState,
  accountDeadlineMs,
  personSchema,
  type SignInInput,
  toAccountProblem,
  tooMany,
  unreachable,
} from './account.ts'

interface LocalAccountDeps {
  server: { read(): Promise<string>; onChange(listener: () => void): () => void }
  fetch?: Fetch
}

export const createLocalAccount = (deps: LocalAccountDeps): Account => {
  const open = (server: string, token?: string) =>
    connect(server, { token, fetch: deps.fetch, deadlineMs: accountDeadlineMs })
  const readSession = async () => {
    const [server, session] = await Promise.all([deps.server.read(), localSessionItem.read()])
    // Only the server that issued a token may see that token.
    return { server, session: session?.server === server ? session : null }
  }
  const keep = async (session: LocalSession | null) =>
    toState(await localSessionItem.update(() => session))

  const enter = async (call: 'signUp' | 'signIn', credentials: LocalCredentials) => {
    const server = await deps.server.read()
    const client = open(server)
    const { token, user } = await client[call](credentials).catch(async (cause) => {
      const isRefusal = call === 'signUp' && statusOf(cause) === 403 && isOfApi(cause)
      const problem = isRefusal ? await toSignUpProblem(client, credentials) : toLocalProblem(cause)
      throw new AccountError(problem, { cause })
    })
    return keep({ server, token, person: user, isEnded: false })
  }

  const change = (of: LocalSession, apply: (session: LocalSession) => LocalSession) =>
    localSessionItem.update((now) => (now?.token === of.token ? apply(now) : now))
  /** Asks the server whether it accepts the token, and stores what has changed. Throws if the server does not answer. */
  const isAccepted = async (session: LocalSession): Promise<boolean> => {
    try {
      const { user: person } = await open(session.server, session.token).getSession()
      await change(session, (now) => (isSame(now.person, person) ? now : { ...now, person }))
      return true
    } catch (cause) {
      if (!(cause instanceof FrescoError)) throw cause
      if (!isEndOfSession(cause)) throw new AccountError(unreachable(), { cause })
      await change(session, (now) => ({ ...now, isEnded: true }))
      return false
    }
  }

  const current = async () => toState((await readSession()).session)
  return {
    current,
    signUp: async ({ username, password, invite }) => {
      const input = { username, password, ...(invite !== undefined && { invite }) }
      checkSignUp(input)
      return enter('signUp', input).catch(async (refusal) => {
        // An earlier sign-up whose answer was lost may have taken the username and used the invite. Signing in shows
        // whether it did.
        const isInviteRefused = invite !== undefined && isProblem(refusal, 'sign-up-refused')
        if (!isProblem(refusal, 'taken') && !isInviteRefused) throw refusal
        return enter('signIn', { username, password }).catch((error) => {
          const isOther = isProblem(error, 'wrong-credentials') || isProblem(error, 'too-many')
          throw isOther ? refusal : error
        })
      })
    },
    signIn: async (input) => enter('signIn', toCredentials(input)),
    verify: current,
    resendCode: current,
    signOut: async () => {
      const { session } = await readSession()
      // Deleting the local token signs this device out even if the server cannot be reached.
      if (session)
        await open(session.server, session.token)
          .signOut()
          .catch(() => {})
      return keep(null)
    },
    refresh: async () => {
      const { session } = await readSession()
      if (session && !session.isEnded) await isAccepted(session)
      return current()
    },
    getToken: async ({ of, fresh = false } = {}) => {
      const { session } = await readSession()
      if (!session || session.isEnded) return
      if (of && (of.server !== session.server || of.id !== session.person.id)) return
      if (!fresh || (await isAccepted(session))) return session.token
    },
    onChange: (listener) => onAnyChange([localSessionItem, deps.server], listener),
  }
}

interface LocalCredentials {
  username: string
  password: string
  invite?: string
}

const toCredentials = ({ identifier, password = '' }: SignInInput): LocalCredentials => {
  if (identifier.trim() === '') throw invalid('username', t('usernameEmpty'))
  if (password === '') throw invalid('password', t('passwordEmpty'))
  return { username: identifier, password }
}

const isProblem = (error: unknown, code: AccountProblem['code']): boolean =>
  error instanceof AccountError && error.code === code

const toState = (session: LocalSession | null): AccountState => {
  if (!session) return { provider: 'local', kind: 'signed-out' }
  const kind = session.isEnded ? 'session-ended' : 'signed-in'
  return { provider: 'local', kind, person: session.person }
}

const statusOf = (error: unknown) => (error instanceof FrescoError ? error.status : undefined)

// A successful answer in an unknown format comes from a server without Fresco accounts.
const isOtherServer = (error: unknown) =>
  error instanceof FrescoError && error.status !== undefined && error.status < 300

// An error in an unknown format comes from a proxy or from a different kind of server.
const isOfApi = (error: unknown): error is FrescoError =>
  error instanceof FrescoError && error.code === 'REFUSED'

// A proxy may answer with 401 for reasons of its own, so only the server's 401 ends a session.
const isEndOfSession = (error: unknown) => isOfApi(error) && error.status === 401

const toSignUpProblem = async (
  client: FrescoClient,
  { invite }: LocalCredentials,
): Promise<AccountProblem> => {
  const instance = await client.getInstance().catch(() => undefined)
  const code = 'sign-up-refused'
  if (instance?.signUp === 'closed') return { code, text: t('signUpClosed') }
  return { code, field: 'invite', text: t(invite ? 'inviteRefused' : 'inviteEmpty') }
}

export const toLocalProblem = (error: unknown): AccountProblem => {
  if (isOtherServer(error)) return { code: 'refused', text: t('accountsUnknown') }
  if (!(error instanceof FrescoError)) return toAccountProblem(error)
  if (!isOfApi(error)) return unreachable()
  const { status = 500, message, retryAfterMs } = error
  if (status === 401)
    return { code: 'wrong-credentials', text: t('wrongCredentials'), field: 'password' }
  if (status === 403) return { code: 'refused', text: t('accountBlocked') }
  if (status === 409) return { code: 'taken', text: t('usernameTaken'), field: 'username' }
  if (status === 429) return tooMany(retryAfterMs)
  return status >= 500 ? unreachable() : { code: 'refused', text: message }
}

const localSessionSchema = z.object({
  server: z.string(),
  token: z.string(),
  person: personSchema,
  isEnded: z.boolean(),
})

type LocalSession = z.infer<typeof localSessionSchema>

export const localSessionItem = createStoredItem<LocalSession | null>({
  key: 'account.local',
  parse: (stored) => localSessionSchema.safeParse(stored).data ?? null,
})

type Field = NonNullable<AccountProblem['field']>

const invalid = (field: Field, text: string) => new AccountError({ code: 'invalid', field, text })

// Applies the server's rules for a new account before the request, so that the messages are in the person's
// language.
const checkSignUp = (input: LocalCredentials): void => {
  if (input.invite?.trim() === '') throw invalid('invite', t('inviteEmpty'))
  if (!inviteSchema.optional().safeParse(input.invite).success)
    throw invalid('invite', t('inviteRefused'))
  if (!usernameSchema.safeParse(input.username).success)
    throw invalid('username', t('usernameInvalid'))
  if (input.password.length < 8) throw invalid('password', t('passwordShort'))
  if (!passwordSchema.safeParse(input.password).success)
    throw invalid('password', t('passwordLong'))
}
