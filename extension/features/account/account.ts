import * as z from 'zod/mini'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { explain, problemOf } from '../../remote/problem.ts'

export const personSchema = z.object({
  id: z.string(),
  /** `null` when a person at Clerk has not chosen a username yet. Sharing favorites needs one. */
  username: z.nullable(z.string()),
  name: z.string(),
  image: z.string(),
})

export type Person = z.infer<typeof personSchema>

// A `local` account is stored by the catalogue server, and a `clerk` account by Clerk.
const provider = z.enum(['local', 'clerk'])

export type Provider = z.infer<typeof provider>

const accountStateSchema = z.discriminatedUnion('kind', [
  z.object({ provider, kind: z.literal('signed-out') }),
  z.object({ provider, kind: z.literal('code-sent'), email: z.string() }),
  z.object({ provider, kind: z.literal('signed-in'), person: personSchema }),
  /** The account service ended the session, so the person has to sign in again. */
  z.object({ provider, kind: z.literal('session-ended'), person: personSchema }),
])

export type AccountState = z.infer<typeof accountStateSchema>

export const parseAccountState = (value: unknown): AccountState =>
  accountStateSchema.safeParse(value).data ?? { provider: 'local', kind: 'signed-out' }

export const personOf = (state: AccountState): Person | undefined =>
  state.kind === 'signed-in' || state.kind === 'session-ended' ? state.person : undefined

export interface SignUpInput {
  username: string
  password: string
  /** Only accounts at Clerk have an email address. */
  email?: string
  /** The code of an invite or its link. Absent if the form has no field for it. */
  invite?: string
}

export interface SignInInput {
  /** The username. At Clerk, the email address is accepted too. */
  identifier: string
  /** Without a password, Clerk sends a code by email. */
  password?: string
}

interface TokenOptions {
  of?: { server: string; id: Person['id'] }
  fresh?: boolean
}

/**
 * The person's account. Its functions throw an `AccountError` when the account service refuses or does not
 * answer in time. Only the background uses it, so that tokens never reach a page.
 */
export interface Account {
  current(): Promise<AccountState>
  signUp(input: SignUpInput): Promise<AccountState>
  signIn(input: SignInInput): Promise<AccountState>
  verify(code: string): Promise<AccountState>
  resendCode(): Promise<AccountState>
  /**
   * Signs this device out even if the account service cannot be reached. Also cancels a sign-in that waits for
   * a code.
   */
  signOut(): Promise<AccountState>
  /** Asks the account service whether the session has ended or the person has another name. */
  refresh(): Promise<AccountState>
  /**
   * Resolves with the bearer token, or with `undefined` when nobody is signed in, or somebody other than `of`. `fresh`
   * means that the catalogue server has refused the last token. If the account service gives no new token, the state
   * becomes `session-ended`.
   */
  getToken(options?: TokenOptions): Promise<string | undefined>
  /** Calls `listener` when the account may have changed. The new state may not be readable at that moment. */
  onChange(listener: () => void): () => void
}

/** The longest time that each step of a sign-in may take. Loading Clerk's client counts as a step. */
export const accountDeadlineMs = 5_000

export interface AccountProblem {
  code:
    | 'wrong-credentials'
    | 'taken'
    | 'invalid'
    | 'wrong-code'
    | 'code-expired'
    | 'too-many'
    | 'unreachable'
    | 'refused'
    | 'sign-up-refused'
  text: string
  field?: 'username' | 'email' | 'password' | 'code' | 'invite'
  /** The milliseconds until another attempt is allowed, if the account service named a time. */
  retryAfterMs?: number
}

export class AccountError extends Error {
  override name = 'AccountError'
  code: AccountProblem['code']
  problem: AccountProblem

  constructor(problem: AccountProblem, options?: ErrorOptions) {
    super(problem.text, options)
    this.code = problem.code
    this.problem = problem
  }
}

export const unreachable = (): AccountProblem => ({
  code: 'unreachable',
  text: t('accountUnreachable'),
})

export const toAccountProblem = (error: unknown): AccountProblem =>
  error instanceof AccountError
    ? error.problem
    : { code: 'refused', text: t('sentence', { text: explain(problemOf(error), '') }) }

export const tooMany = (retryAfterMs?: number): AccountProblem => ({
  code: 'too-many',
  text: retryAfterMs
    ? t('tooManyAttemptsUntil', { when: inWords(retryAfterMs) })
    : t('tooManyAttempts'),
  ...(retryAfterMs && { retryAfterMs }),
})

const inWords = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  const words = new Intl.RelativeTimeFormat(textLocale())
  if (seconds <= 90) return words.format(seconds, 'second')
  return words.format(Math.ceil(seconds / 60), 'minute')
}

interface ChosenAccountDeps {
  server: { read(): Promise<string>; onChange(listener: () => void): () => void }
  local: Account
  /** Only the server that the extension was built for may see the tokens of an account at Clerk. */
  clerk?: { account: Account; server: string } | undefined
}

export const createChosenAccount = ({ server, local, clerk }: ChosenAccountDeps) => {
  const accountOf = (url: string) => (url === clerk?.server ? clerk.account : local)
  const choose = async () => accountOf(await server.read())
  return {
    choose,
    current: async () => (await choose()).current(),
    getToken: async (options: TokenOptions = {}) => {
      const url = await server.read()
      return options.of && options.of.server !== url ? undefined : accountOf(url).getToken(options)
    },
    onChange: (listener: () => void) =>
      onAnyChange(clerk ? [local, clerk.account] : [local], listener),
  }
}

export type ChosenAccount = ReturnType<typeof createChosenAccount>
