/**
 * The data that Clerk's Frontend API stores for each device, which it calls a "client". It contains
 * the sessions and an unfinished sign-in or sign-up.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { ClerkUser } from './clerk-backend.ts'
import { type ClerkKeys, signClerkToken } from './clerk-tokens.ts'
import type { ClerkUsers } from './clerk-users.ts'

export interface ClerkSession {
  id: string
  userId: string
  at: number
}

export interface SignInAttempt {
  id: string
  identifier: string
  user: ClerkUser
  status: 'needs_first_factor' | 'needs_client_trust' | 'complete'
  code?: string
  sessionId?: string
}

export interface SignUpAttempt {
  id: string
  username: string
  email: string
  password: string
  status: 'missing_requirements' | 'complete'
  code?: string
  sessionId?: string
  userId?: string
}

export interface ClerkClient {
  id: string
  jwt: string
  sessions: ClerkSession[]
  signIn?: SignInAttempt | undefined
  signUp?: SignUpAttempt | undefined
}

export const makeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0')

export const makeClient = (): ClerkClient => {
  const id = makeId('client')
  return { id, jwt: `${id}.${randomBytes(16).toString('hex')}`, sessions: [] }
}

export const startSession = (client: ClerkClient, userId: string): string => {
  const session = { id: makeId('sess'), userId, at: Date.now() }
  client.sessions.push(session)
  return session.id
}

export type TokenMaker = (session: ClerkSession, origin: string | undefined) => string

/**
 * Creates a session token that expires after one minute. The claim `azp` contains the origin of the
 * request if it has one.
 */
export const createTokenMaker =
  (keys: ClerkKeys, issuer: string): TokenMaker =>
  ({ id, userId }, origin) =>
    signClerkToken(keys, {
      userId,
      ...(origin !== undefined && { azp: origin }),
      claims: { iss: issuer, sid: id, jti: randomBytes(10).toString('hex') },
    })

export interface Toolbox {
  users: ClerkUsers
  makeToken: TokenMaker
  origin: string | undefined
}

export const toClientJson = (client: ClerkClient, tools: Toolbox) => ({
  object: 'client',
  id: client.id,
  sessions: client.sessions.map((session) => toSessionJson(session, tools)),
  sign_in: client.signIn?.status === 'complete' ? null : toSignInJson(client.signIn, tools),
  sign_up: client.signUp?.status === 'complete' ? null : toSignUpJson(client.signUp),
  last_active_session_id: client.sessions.at(-1)?.id ?? null,
  cookie_expires_at: null,
  created_at: 0,
  updated_at: Date.now(),
})

export const toSessionJson = (session: ClerkSession, tools: Toolbox) => {
  const user = tools.users.byId.get(session.userId)
  return {
    object: 'session',
    id: session.id,
    status: 'active',
    expire_at: session.at + 7 * 86_400_000,
    abandon_at: session.at + 30 * 86_400_000,
    last_active_at: Date.now(),
    last_active_token: { object: 'token', jwt: tools.makeToken(session, tools.origin) },
    last_active_organization_id: null,
    factor_verification_age: [0, -1],
    actor: null,
    tasks: null,
    user: user && toUserJson(user, tools.users),
    public_user_data: { identifier: user?.username, image_url: user?.image_url, has_image: false },
    created_at: session.at,
    updated_at: session.at,
  }
}

const toUserJson = (user: ClerkUser, users: ClerkUsers) => {
  const email = users.credentialsOf(user.id)?.email
  const emails = email ? [{ object: 'email_address', id: emailId(user), email_address: email }] : []
  return {
    object: 'user',
    ...user,
    last_name: null,
    has_image: false,
    email_addresses: emails,
    primary_email_address_id: emails[0]?.id ?? null,
    phone_numbers: [],
    web3_wallets: [],
    external_accounts: [],
    enterprise_accounts: [],
    passkeys: [],
    organization_memberships: [],
    password_enabled: true,
    unsafe_metadata: {},
    created_at: 0,
    updated_at: 0,
  }
}

const emailId = ({ id }: { id: string }) => `idn_${id}`

export const toSignInJson = (attempt: SignInAttempt | undefined, { users }: Toolbox) => {
  if (!attempt) return null
  const codeFactor = {
    strategy: 'email_code',
    email_address_id: emailId(attempt.user),
    safe_identifier: mask(users.credentialsOf(attempt.user.id)?.email ?? ''),
    primary: true,
  }
  return {
    object: 'sign_in_attempt',
    id: attempt.id,
    status: attempt.status,
    identifier: attempt.identifier,
    supported_identifiers: ['email_address', 'username'],
    supported_first_factors: [{ strategy: 'password' }, codeFactor],
    supported_second_factors: attempt.status === 'needs_client_trust' ? [codeFactor] : null,
    first_factor_verification: null,
    second_factor_verification: null,
    client_trust_state: attempt.status === 'needs_client_trust' ? 'new' : 'known',
    user_data: null,
    created_session_id: attempt.sessionId ?? null,
  }
}

/**
 * Hides most of an e-mail address, such as `a****@example.com`. Clerk shows it in this form before
 * the sign-in is complete.
 */
const mask = (email: string) => email.replace(/^(.)[^@]*/, '$1****')

export const toSignUpJson = (attempt: SignUpAttempt | undefined) => {
  if (!attempt) return null
  const isDone = attempt.status === 'complete'
  const email = {
    status: isDone ? 'verified' : 'unverified',
    strategy: 'email_code',
    next_action: isDone ? '' : attempt.code ? 'needs_attempt' : 'needs_prepare',
    supported_strategies: ['email_code'],
    attempts: 0,
  }
  return {
    object: 'sign_up_attempt',
    id: attempt.id,
    status: attempt.status,
    required_fields: ['email_address', 'username', 'password'],
    optional_fields: ['first_name', 'last_name'],
    missing_fields: [],
    unverified_fields: isDone ? [] : ['email_address'],
    verifications: { email_address: email },
    username: attempt.username,
    email_address: attempt.email,
    has_password: true,
    unsafe_metadata: {},
    created_session_id: attempt.sessionId ?? null,
    created_user_id: attempt.userId ?? null,
    abandon_at: Date.now() + 86_400_000,
  }
}
