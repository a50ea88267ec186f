import { t, textLocale } from '../../platform/browser/texts.ts'
import { toNumberOrNull, toOneOf, toRecord, toText, toTextOrNull } from '../../platform/unknown.ts'

export interface Person {
  id: string
  /** `null` when a person at Clerk has not chosen a username yet, which sharing needs. */
  username: string | null
  name: string
  /** URL of the profile picture, or an empty string. */
  image: string
}

/**
 * `local` accounts live at the catalogue server and have a username and a password. `clerk` accounts
 * also have an email address, to which Clerk sends codes.
 */
export type Provider = 'local' | 'clerk'

/** The state is stored, so reading it needs no network. */
export type AccountState = { provider: Provider } & (
  | { kind: 'signed-out' }
  /** Waits for `verify` with the code that was sent to this address. */
  | { kind: 'code-sent'; purpose: 'sign-up' | 'sign-in'; email: string }
  | { kind: 'signed-in'; person: Person }
  /** The service ended the session. No data is lost, but the person has to sign in again. */
  | { kind: 'session-ended'; person: Person }
)

export interface SignUpWish {
  username: string
  password: string
  /** Only Clerk needs it. */
  email?: string
}

export interface SignInWish {
  /** The username, or at Clerk also the email address. */
  identifier: string
  /** Without a password, Clerk sends a code. */
  password?: string
}

/**
 * The person's account. Only the background has one, so that tokens never reach a page. Functions throw
 * an `AccountError` when the service refuses or does not answer in time.
 */
export interface Account {
  /** Reads the stored state without asking the service. */
  current(): Promise<AccountState>
  signUp(wish: SignUpWish): Promise<AccountState>
  signIn(wish: SignInWish): Promise<AccountState>
  /** Continues from `code-sent` with the code that the person received. */
  verify(code: string): Promise<AccountState>
  resendCode(): Promise<AccountState>
  /** Signs this device out even when the service cannot be reached. Also cancels a `code-sent`. */
  signOut(): Promise<AccountState>
  /**
   * Resolves with the bearer token, or `undefined` when nobody is signed in. `fresh` says that the server
   * answered 401 to the last token. If the service rejects it too, the state becomes `session-ended`.
   */
  getToken(options?: { fresh?: boolean }): Promise<string | undefined>
  /** Returns the unsubscribe. */
  onChange(listener: (state: AccountState) => void): () => void
}

/** Applies to each step. Loading Clerk's client counts as a step. */
export const accountDeadlineMs = 5_000

const providers = ['local', 'clerk'] as const

export const parseAccountState = (value: unknown): AccountState => {
  const stored = toRecord(value)
  const provider = toOneOf(stored.provider, providers, 'local')
  const person = parsePerson(stored.person)
  const kind = toText(stored.kind)
  if (kind === 'code-sent') {
    const purpose = toOneOf(stored.purpose, ['sign-up', 'sign-in'], 'sign-in')
    return { provider, kind, purpose, email: toText(stored.email) }
  }
  if ((kind === 'signed-in' || kind === 'session-ended') && person)
    return { provider, kind, person }
  return { provider, kind: 'signed-out' }
}

export const parsePerson = (value: unknown): Person | undefined => {
  const { id, username, name, image } = toRecord(value)
  if (typeof id !== 'string' || id === '') return
  return { id, username: toTextOrNull(username), name: toText(name), image: toText(image) }
}

/** Also names the person whose session has ended. */
export const personOf = (state: AccountState): Person | undefined =>
  state.kind === 'signed-in' || state.kind === 'session-ended' ? state.person : undefined

const codes = [
  'wrong-credentials',
  'taken',
  'invalid',
  'wrong-code',
  'code-expired',
  'too-many',
  'unreachable',
  'refused',
] as const

const fields = ['username', 'email', 'password', 'code'] as const

/** Why the account service refused or failed. */
export interface AccountProblem {
  code: (typeof codes)[number]
  /** One or two sentences that the person reads. */
  text: string
  /** The form field that caused the problem. */
  field?: (typeof fields)[number]
  /** Milliseconds to wait after `too-many`, if the service named a time. */
  retryAfterMs?: number
}

export class AccountError extends Error {
  problem: AccountProblem

  constructor(problem: AccountProblem, options?: ErrorOptions) {
    super(problem.text, options)
    this.name = 'AccountError'
    this.problem = problem
  }
}

export const unreachable = (): AccountProblem => ({
  code: 'unreachable',
  text: t('accountUnreachable'),
})

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

/** Reads a problem that the background sent in a message. */
export const parseProblem = (value: unknown): AccountProblem => {
  const sent = toRecord(value)
  const retryAfterMs = toNumberOrNull(sent.retryAfterMs)
  const field = fields.find((name) => name === sent.field)
  return {
    code: toOneOf(sent.code, codes, 'unreachable'),
    text: toText(sent.text) || unreachable().text,
    ...(field && { field }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}
