import type { z } from 'zod'
import type { changePasswordSchema, signInSchema, signUpSchema } from '../../shared/account-api.ts'
import { type AttemptCounter, type AttemptLimits, countAttempt } from './attempt-limits.ts'
import type { Credentials, IdentityProvider } from './identity-provider.ts'
import type { LocalAccounts, SignedInUser } from './local-accounts.ts'

export interface AccountStepsDeps {
  accounts: LocalAccounts
  identity: IdentityProvider
  attempts: AttemptLimits
  signUps: AttemptCounter
}

interface Attempt {
  credentials: Credentials
  userId: string
}

/**
 * What people can do with a local account. Every step limits attempts and throws DomainError
 * `TOO_MANY_ATTEMPTS`. `address` is the address of the client.
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
    signUp: async (
      { username, password, name }: z.infer<typeof signUpSchema>,
      address: string,
    ): Promise<SignedInUser> => {
      await countAttempt(signUps, address)
      return accounts.signUp({ username, password, name: name || username })
    },

    signIn: async (
      { username, password }: z.infer<typeof signInSchema>,
      address: string,
    ): Promise<SignedInUser | undefined> => {
      const name = username.trim().toLowerCase()
      await attempts.begin(address, name)
      const signedIn = await accounts.signIn({ username: name, password })
      if (signedIn !== undefined) await attempts.succeed(address, name)
      return signedIn
    },

    changePassword: (
      { credentials, userId, ...passwords }: Attempt & z.infer<typeof changePasswordSchema>,
      address: string,
    ) => tryPassword(userId, address, () => accounts.changePassword(credentials, passwords)),

    deleteAccount: (
      { credentials, userId, password }: Attempt & { password: string },
      address: string,
    ) => tryPassword(userId, address, () => accounts.deleteAccount(credentials, password)),
  }
}
