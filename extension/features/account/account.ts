import * as z from 'zod/mini'
import { toRecord } from '../../../shared/unknown.ts'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { onAnyChange } from '../../platform/storage/stored-item.ts'
import { explain, problemOf } from '../../remote/problem.ts'

const text = z.catch(z.string(), '')

export const personSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** `null` when a person at Clerk has not chosen a username yet. Sharing favorites needs one. */
  username: z.catch(z.nullable(z.string()), null),
  name: text,
  image: text,
})

export type Person = z.infer<typeof personSchema>

// A `local` account is stored by the catalogue server, and a `clerk` account by Clerk.
const provider = z.catch(z.enum(['local', 'clerk']), 'local')

export type Provider = z.infer<typeof provider>

const accountStateSchema = z.discriminatedUnion('kind', [
  z.object({ provider, kind: z.literal('signed-out') }),
  z.object({ provider, kind: z.literal('code-sent'), email: text }),
  z.object({ provider, kind: z.literal('signed-in'), person: personSchema }),
  /** The account service ended the session, so the person has to sign in again. */
  z.object({ provider, kind: z.literal('session-ended'), person: personSchema }),
])

export type AccountState = z.infer<typeof accountStateSchema>

export const parseAccountState = (value: unknown): AccountState =>
  accountStateSchema.safeParse(value).data ?? {
    provider: provider.parse(toRecord(value).provider),
    kind: 'signed-out',
  }

export const personOf = (state: AccountState): Person | undefined =>
  state.kind === 'signed-in' || state.kind === 'session-ended' ? state.person : undefined

export const signUpSchema = z.object({
  username: z.string(),
  password: z.string(),
  // Only accounts at Clerk have an email address.
  email: z.optional(z.string()),
  // The code of an invite or its link. Absent if the form has no field for it.
  invite: z.optional(z.string()),
})

export const signInSchema = z.object({
  // The username. At Clerk, the email address is accepted too.
  identifier: z.string(),
  // Without a password, Clerk sends a code by email.
  password: z.optional(z.string()),
})

export type SignInInput = z.infer<typeof signInSchema>

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
  signUp(input: z.infer<typeof signUpSchema>): Promise<AccountState>
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

const problemSchema = z.object({
  code: z.catch(
    z.enum([
      'wrong-credentials',
      'taken',
      'invalid',
      'wrong-code',
      'code-expired',
      'too-many',
      'unreachable',
      'refused',
      'sign-up-refused',
    ]),
    'unreachable',
  ),
  text: z.catch(z.string().check(z.minLength(1)), () => t('accountUnreachable')),
  field: z.catch(
    z.optional(z.enum(['username', 'email', 'password', 'code', 'invite'])),
    undefined,
  ),
  /** The milliseconds until another attempt is allowed, if the account service named a time. */
  retryAfterMs: z.catch(z.optional(z.number()), undefined),
})

export type AccountProblem = z.infer<typeof problemSchema>

export const parseProblem = (value: unknown): AccountProblem => problemSchema.parse(toRecord(value))

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

export const createChosenAccount = ({ server, local, clerk }: ChosenAccountDeps): Account => {
  if (!clerk) return local
  const accountOf = (url: string) => (url === clerk.server ? clerk.account : local)
  const choose = async () => accountOf(await server.read())
  return {
    current: async () => (await choose()).current(),
    signUp: async (input) => (await choose()).signUp(input),
    signIn: async (input) => (await choose()).signIn(input),
    verify: async (code) => (await choose()).verify(code),
    resendCode: async () => (await choose()).resendCode(),
    signOut: async () => (await choose()).signOut(),
    refresh: async () => (await choose()).refresh(),
    getToken: async (options) => {
      const url = await server.read()
      return options?.of && options.of.server !== url ? undefined : accountOf(url).getToken(options)
    },
    onChange: (listener) => onAnyChange([server, local, clerk.account], listener),
  }
}
