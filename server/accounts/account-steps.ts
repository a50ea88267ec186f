import type { z } from 'zod'
import type {
  changeNameSchema,
  changePasswordSchema,
  signInSchema,
  signUpSchema,
} from '../../shared/account-api.ts'
import { DomainError } from '../domain-error.ts'
import {
  type AttemptCounter,
  type AttemptLimits,
  countAttempt,
} from '../identity/attempt-limits.ts'
import type { Credentials } from '../identity/identity-provider.ts'
import type { ClientAddress, Log } from '../ports.ts'
import type { LocalAccounts } from './store/accounts.ts'
import { admit, type SignUpPolicy } from './store/invites.ts'
import type { SignedInUser } from './store/sessions.ts'
import type { Account } from './store/users.ts'

export interface AccountStepsDeps {
  accounts: LocalAccounts
  attempts: AttemptLimits
  signUps: AttemptCounter
  signUpPolicy: SignUpPolicy
  /** Counts per user the passwords that are sent with a session. */
  passwordChecks: AttemptCounter
  log: Log
  oidc?: { name: string; isOnly: boolean } | undefined
}

interface Attempt {
  credentials: Credentials
  userId: string
}

export interface Client {
  address: ClientAddress
  /** The browser and system of the client, in words. */
  device: string
}

/**
 * What people can do with an account on this server. Every function limits attempts and throws DomainError
 * `TOO_MANY_ATTEMPTS`.
 */
export const createAccountSteps = ({
  accounts,
  attempts,
  signUps,
  signUpPolicy,
  passwordChecks,
  log,
  oidc,
}: AccountStepsDeps) => ({
  signUp: async (
    { username, password, name, invite }: z.infer<typeof signUpSchema>,
    { address, device }: Client,
  ): Promise<SignedInUser> => {
    requirePasswords(oidc)
    await countAttempt(signUps, address.key)
    const used = await admit(signUpPolicy, invite)
    const account = { username, password, name: name || username, device }
    return accounts.signUp({ ...account, inviteId: used?.id })
  },

  signIn: async (
    { username, password }: z.infer<typeof signInSchema>,
    { address: { exact, key }, device }: Client,
  ): Promise<SignedInUser | undefined> => {
    requirePasswords(oidc)
    const name = username.trim().toLowerCase()
    await attempts.begin(key, name)
    const signedIn = await accounts.signIn({ username: name, password, device })
    // deploy/fail2ban reads this line. It has no username, because people type their password into the wrong field.
    if (signedIn === undefined) log.warn({ address: exact }, 'Sign-in failed')
    else await attempts.succeed(key, name)
    return signedIn
  },

  // Wrong sign-ins of strangers do not count here. They would lock the owner out.
  changePassword: async ({
    credentials,
    userId,
    ...passwords
  }: Attempt & z.infer<typeof changePasswordSchema>): Promise<boolean> => {
    await countAttempt(passwordChecks, userId)
    return accounts.changePassword(credentials, passwords)
  },

  checkPassword: async ({
    credentials,
    userId,
    password,
  }: Attempt & { password: string }): Promise<boolean> => {
    await countAttempt(passwordChecks, userId)
    return accounts.checkPassword(credentials, password)
  },

  deleteAccount: async ({
    credentials,
    userId,
    password,
  }: Attempt & { password: string }): Promise<boolean> => {
    await countAttempt(passwordChecks, userId)
    return accounts.deleteAccount(credentials, password)
  },

  changeName: async ({
    credentials,
    userId,
    ...change
  }: Attempt & z.infer<typeof changeNameSchema>): Promise<Account | undefined> => {
    await countAttempt(passwordChecks, userId)
    return accounts.changeName(credentials, change)
  },
})

const requirePasswords = (oidc: AccountStepsDeps['oidc']) => {
  if (oidc?.isOnly)
    throw new DomainError(
      'PASSWORDS_OFF',
      `This server has no passwords: sign in with ${oidc.name} on its account page`,
    )
}
