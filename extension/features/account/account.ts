import { toOneOf, toRecord, toText, toTextOrNull } from '../../platform/unknown.ts'

/** Who is signed in, with as much as a page shows of them. */
export interface Person {
  id: string
  /** `null`: has to choose one (at Clerk) before sharing. */
  username: string | null
  name: string
  /** URL of the picture, or empty. */
  image: string
}

/**
 * Where the account lives: `local` is the server's own (username and password); `clerk` also has an
 * e-mail address, and sends codes to it.
 */
export type Provider = 'local' | 'clerk'

/** What a person has to know of the account; it is stored, and needs no network to be read. */
export type AccountState = { provider: Provider } & (
  | { kind: 'signed-out' }
  /** `verify` takes the code that was sent to this address. */
  | { kind: 'code-sent'; purpose: 'sign-up' | 'sign-in'; email: string }
  | { kind: 'signed-in'; person: Person }
  /** The service ended the session: nothing is lost, the person has to sign in again. */
  | { kind: 'session-ended'; person: Person }
)

export interface SignUpWish {
  username: string
  password: string
  /** Asked for by `clerk` only. */
  email?: string
}

export interface SignInWish {
  /** The username; at `clerk` also the e-mail address. */
  identifier: string
  /** At `clerk` it may be left out: a code is sent instead. */
  password?: string
}

/**
 * The person's account, of which only the background has one: tokens never leave it. What the service
 * refuses, or does not answer in time, is an `AccountError`.
 */
export interface Account {
  /** What is known, without asking the service. */
  current(): Promise<AccountState>
  signUp(wish: SignUpWish): Promise<AccountState>
  signIn(wish: SignInWish): Promise<AccountState>
  /** Takes the code of `code-sent`. */
  verify(code: string): Promise<AccountState>
  /** Sends another code. */
  resendCode(): Promise<AccountState>
  /** Always succeeds here, also when the service cannot be told; gives up a `code-sent` too. */
  signOut(): Promise<AccountState>
  /**
   * What goes into `Authorization: Bearer`; `undefined` when nobody is signed in. `fresh`: the server
   * refused the last one (401). When the service refuses as well, the state is `session-ended`.
   */
  getToken(options?: { fresh?: boolean }): Promise<string | undefined>
  /** Returns the unsubscribe. */
  onChange(listener: (state: AccountState) => void): () => void
}

/** For each step: at Clerk, to load its client is one of its own. */
export const accountDeadlineMs = 5_000

const providers = ['local', 'clerk'] as const

/** The state as it was stored or sent. */
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

/** The signed-in person, also of a session that has ended. */
export const personOf = (state: AccountState): Person | undefined =>
  state.kind === 'signed-in' || state.kind === 'session-ended' ? state.person : undefined
