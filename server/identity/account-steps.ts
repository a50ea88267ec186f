import { type AttemptCounter, type AttemptLimits, countAttempt } from './attempt-limits.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { LocalAccounts, SignedInUser } from './local-accounts.ts'

export interface AccountStepsDeps {
  accounts: LocalAccounts
  identity: IdentityProvider
  /** For everything that tries a password. */
  attempts: AttemptLimits
  /** New accounts, by address. */
  signUps: AttemptCounter
}

interface SignUp {
  username: string
  password: string
  name?: string | undefined
}

/** Something that asks for the password once more. */
interface Deletion {
  request: Request
  userId: string
  password: string
}

interface PasswordChange extends Deletion {
  newPassword: string
}

/**
 * Signing up and in, changing the password and deleting an account, within limits; `address` is the caller's.
 * Each throws DomainError `TOO_MANY_ATTEMPTS`.
 */
export const createAccountSteps = ({ accounts, identity, attempts, signUps }: AccountStepsDeps) => {
  const tryPassword = async (userId: string, address: string, attempt: () => Promise<boolean>) => {
    const name = (await identity.findOwnProfile(userId))?.username ?? userId
    await attempts.begin(address, name)
    const isRight = await attempt()
    if (isRight) await attempts.succeed(address, name)
    return isRight
  }
  return {
    /** @throws DomainError `USERNAME_TAKEN` */
    signUp: async (
      { username, password, name }: SignUp,
      address: string,
    ): Promise<SignedInUser> => {
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

    /** `false` when the password is wrong: then nothing is changed. */
    changePassword: ({ request, userId, password, newPassword }: PasswordChange, address: string) =>
      tryPassword(userId, address, () =>
        accounts.changePassword(request, { password, newPassword }),
      ),

    /** `false` when the password is wrong: then nothing is deleted. */
    deleteAccount: ({ request, userId, password }: Deletion, address: string) =>
      tryPassword(userId, address, () => accounts.deleteAccount(request, password)),
  }
}
