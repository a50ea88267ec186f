import { type AttemptCounter, type AttemptLimits, countAttempt } from './attempt-limits.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { LocalAccounts, SignedInUser } from './local-accounts.ts'

export interface AccountStepsDeps {
  readonly accounts: LocalAccounts
  readonly identity: IdentityProvider
  /** For everything that tries a password. */
  readonly attempts: AttemptLimits
  /** New accounts, by address. */
  readonly signUps: AttemptCounter
}

interface SignUp {
  readonly username: string
  readonly password: string
  readonly name?: string | undefined
}

interface Deletion {
  readonly request: Request
  readonly userId: string
  readonly password: string
}

/**
 * Signing up, signing in and deleting an account, each within its limits; `address` is the caller's.
 * Each throws DomainError `TOO_MANY_ATTEMPTS`.
 */
export const createAccountSteps = ({
  accounts,
  identity,
  attempts,
  signUps,
}: AccountStepsDeps) => ({
  /** @throws DomainError `USERNAME_TAKEN` */
  signUp: async ({ username, password, name }: SignUp, address: string): Promise<SignedInUser> => {
    await countAttempt(signUps, address)
    return accounts.signUp({ username, password, name: name || username })
  },

  /** `undefined` when there is no such user or the password is wrong. */
  signIn: async (
    { username, password }: { username: string; password: string },
    address: string,
  ): Promise<SignedInUser | undefined> => {
    const name = username.trim().toLowerCase()
    await attempts.begin(address, name)
    const signedIn = await accounts.signIn({ username: name, password })
    if (signedIn !== undefined) await attempts.succeed(address, name)
    return signedIn
  },

  /** `false` when the password is wrong: then nothing is deleted. */
  deleteAccount: async (
    { request, userId, password }: Deletion,
    address: string,
  ): Promise<boolean> => {
    const name = (await identity.findOwnProfile(userId))?.username ?? userId
    await attempts.begin(address, name)
    const deleted = await accounts.deleteAccount(request, password)
    if (deleted) await attempts.succeed(address, name)
    return deleted
  },
})
