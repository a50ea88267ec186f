import type { z } from 'zod'
import {
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  signInSchema,
  signUpSchema,
} from '../../shared/account-api.ts'
import { DomainError } from '../domain-error.ts'
import { type AttemptCounter, countAttempt } from '../identity/attempt-limits.ts'
import type { Credentials } from '../identity/identity-provider.ts'
import type { ClientAddress, Log } from '../ports.ts'
import type { LocalAccounts } from './store/accounts.ts'
import { admit, type SignUpPolicy } from './store/invites.ts'
import type { LinkedAccounts } from './store/linked-accounts.ts'

interface AccountActionsDeps {
  accounts: LocalAccounts
  signIns: {
    /** Counts all sign-ins from a network address. Right passwords count too, because each costs a hash and a session. */
    allFromAddress: AttemptCounter
    perAddress: AttemptCounter
    /** Counts the sign-ins with a name from one network, so that a stranger in another one does not lock the owner out. */
    perNameAndAddress: AttemptCounter
    /**
     * Allows more, because it counts the guesses of all networks together. A stranger can use it up from ten networks.
     * Providers give IPv6 customers up to 256 of them (a /56), and each /64 is counted alone.
     */
    perName: AttemptCounter
  }
  signUps: AttemptCounter
  signUpPolicy: SignUpPolicy
  /** Count passwords that are sent with a session. A stolen session uses up its own limit, and not that of its owner. */
  passwordChecks: {
    perSession: AttemptCounter
    /** Allows more, because a session can sign in others by pairing. */
    perUser: AttemptCounter
  }
  log: Log
  oidc?: { name: string; isOnly: boolean; linked: LinkedAccounts } | undefined
}

export interface Client {
  address: ClientAddress
  /** The browser and system of the client, in words. */
  device: string
}

export interface Sender {
  credentials: Credentials
  userId: string
  /** True for a person without a password who has confirmed at the provider. */
  isConfirmed?: boolean
}

/** `run` limits attempts. It throws a DomainError whenever it refuses, also for a wrong password. */
export interface AccountAction<Input extends z.ZodType, Who, Result> {
  input: Input
  run(values: z.infer<Input>, who: Who): Promise<Result>
}

/** What people do with an account on this server, by the routes below `/api/auth` or by the forms of `/account`. */
export const createAccountActions = (deps: AccountActionsDeps) => {
  const { accounts, signIns, signUps, signUpPolicy, passwordChecks, log, oidc } = deps
  const requirePasswords = () => {
    if (oidc?.isOnly)
      throw new DomainError(
        'PASSWORDS_OFF',
        `This server has no passwords: sign in with ${oidc.name} on its account page`,
      )
  }

  const admitSignUp = async ({ key }: ClientAddress, invite: string | undefined) => {
    await countAttempt(signUps, key)
    return admit(signUpPolicy, invite)
  }

  // Wrong sign-ins of strangers do not count here. They would lock the owner out.
  const requireRight = async ({ userId, credentials }: Sender, check: () => Promise<unknown>) => {
    const sessions = await accounts.listSessions(credentials)
    const own = sessions.find(({ isCurrent }) => isCurrent)?.id ?? userId
    await countAttempt(passwordChecks.perSession, own)
    await countAttempt(passwordChecks.perUser, userId)
    if (await check()) return
    const ways = await oidc?.linked.findWays(userId)
    if (ways?.hasPassword !== false) throw wrongPassword()
    throw new DomainError('FORBIDDEN', 'This account has no password: use its account page')
  }

  const requirePassword = (who: Sender, password = '') =>
    requireRight(who, () => accounts.checkPassword(who.credentials, password))

  return {
    /** Throws when nobody may create an account with this invite from this address. */
    admitSignUp,

    signUp: {
      input: signUpSchema,
      run: async (
        { username, password, name, invite }: z.infer<typeof signUpSchema>,
        { address, device }: Client,
      ) => {
        requirePasswords()
        const used = await admitSignUp(address, invite)
        const account = { username, password, name: name || username, device }
        return accounts.signUp({ ...account, inviteId: used?.id })
      },
    },

    signIn: {
      input: signInSchema,
      run: async (
        { username, password }: z.infer<typeof signInSchema>,
        { address: { exact, key }, device }: Client,
      ) => {
        requirePasswords()
        const name = username.trim().toLowerCase()
        // The network address is counted first. A refused address must not lock any username, or fill the memory with
        // made-up usernames.
        await countAttempt(signIns.allFromAddress, key)
        await countAttempt(signIns.perAddress, key)
        const nameAndKey = `${key} ${name}`
        await countAttempt(signIns.perNameAndAddress, nameAndKey)
        await countAttempt(signIns.perName, name)
        const signedIn = await accounts.signIn({ username: name, password, device })
        if (signedIn === undefined) {
          // deploy/fail2ban reads this line. It has no username, because people type their password into the wrong field.
          log.warn({ address: exact }, 'Sign-in failed')
          throw wrongPair()
        }
        await Promise.all([
          signIns.perAddress.forgive(key),
          signIns.perNameAndAddress.forget(nameAndKey),
          signIns.perName.forget(name),
        ])
        return signedIn
      },
    },

    changePassword: {
      input: changePasswordSchema,
      run: async (passwords: z.infer<typeof changePasswordSchema>, who: Sender) => {
        const { credentials, isConfirmed } = who
        if (!isConfirmed)
          await requireRight(who, () => accounts.changePassword(credentials, passwords))
        else if (!(await accounts.setPassword(credentials, passwords.newPassword)))
          throw wrongPassword()
      },
    },

    changeName: {
      input: changeNameSchema,
      run: async ({ password, ...change }: z.infer<typeof changeNameSchema>, who: Sender) => {
        if (!who.isConfirmed) await requirePassword(who, password)
        await accounts.rename(who.userId, change)
      },
    },

    deleteAccount: {
      input: deleteAccountSchema,
      run: async ({ password }: z.infer<typeof deleteAccountSchema>, who: Sender) => {
        if (!who.isConfirmed) await requirePassword(who, password)
        await accounts.delete(who.userId)
      },
    },

    requirePassword,
  }
}

const wrongPassword = () => new DomainError('FORBIDDEN', 'Wrong password')

export type AccountActions = ReturnType<typeof createAccountActions>

export const wrongPair = () => new DomainError('UNAUTHORIZED', 'Wrong username or password')
