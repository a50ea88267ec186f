import type { z } from 'zod'
import {
  changeNameSchema,
  changePasswordSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { inWords } from '../../identity/attempt-limits.ts'
import type { Credentials } from '../../identity/identity-provider.ts'
import type { Form } from '../../web/page-route.ts'
import { type AccountStepsDeps, type Client, createAccountSteps } from '../account-steps.ts'
import type { LinkedAccounts } from '../store/linked-accounts.ts'
import type { SignedInUser } from '../store/sessions.ts'
import { maxFormerUsernames } from '../store/users.ts'

export interface Refusal {
  errors: Readonly<Record<string, string>>
  status: 400 | 401 | 403 | 409 | 429
  retryAfterSeconds?: number | undefined
}

const signUpErrors: Form = {
  username: 'Please use 3 to 30 characters: letters from a to z, digits, dots or underscores.',
  name: 'Please use at most 64 letters, digits or other visible characters.',
  password: 'Please use 8 to 128 characters.',
}
const wrongPair: Refusal = { status: 401, errors: { form: 'Wrong username or password.' } }
const newPasswordSchema = changePasswordSchema.pick({ newPassword: true })
const newPasswordErrors: Form = { newPassword: 'Please use 8 to 128 characters.' }
const wrongPassword = (nothing: string): Refusal => ({
  status: 403,
  errors: { password: `That is not your password. ${nothing}` },
})

export interface Sender {
  credentials: Credentials
  userId: string
  /** Set for a person without a password who has confirmed at the provider. */
  confirmed?: LinkedAccounts | undefined
}

export const createSubmissions = (deps: AccountStepsDeps) => {
  const steps = createAccountSteps(deps)
  const setPassword = async (
    form: Form,
    { credentials, userId }: Sender,
    linked: LinkedAccounts,
  ) => {
    const parsed = newPasswordSchema.safeParse(form)
    if (!parsed.success) return invalid(parsed.error, newPasswordErrors)
    await linked.setPassword(userId, parsed.data.newPassword)
    await deps.accounts.endOtherSessions(credentials)
  }
  return {
    signUp: (form: Form, client: Client): Promise<SignedInUser | Refusal> =>
      refusing(async () => {
        const parsed = signUpSchema.safeParse(form)
        if (!parsed.success) return invalid(parsed.error, signUpErrors)
        return steps.signUp(parsed.data, client)
      }),

    signIn: (form: Form, client: Client): Promise<SignedInUser | Refusal> =>
      refusing(async () => {
        const parsed = signInSchema.safeParse(form)
        if (!parsed.success) return wrongPair
        return (await steps.signIn(parsed.data, client)) ?? wrongPair
      }),

    changePassword: (form: Form, { confirmed, ...who }: Sender): Promise<Refusal | undefined> =>
      refusing(async () => {
        if (confirmed) return setPassword(form, who, confirmed)
        const parsed = changePasswordSchema.safeParse(form)
        if (!parsed.success) return invalid(parsed.error, newPasswordErrors)
        const changed = await steps.changePassword({ ...who, ...parsed.data })
        return changed ? undefined : wrongPassword('Nothing was changed.')
      }),

    changeName: (form: Form, { confirmed, ...who }: Sender): Promise<Refusal | undefined> =>
      refusing(async () => {
        const parsed = changeNameSchema.safeParse(confirmed ? { ...form, password: '' } : form)
        if (!parsed.success) return invalid(parsed.error, signUpErrors)
        const changed = confirmed
          ? await confirmed.changeName(who.userId, parsed.data)
          : await steps.changeName({ ...who, ...parsed.data })
        return changed ? undefined : wrongPassword('Nothing was changed.')
      }),

    deleteAccount: (
      { password = '' }: Form,
      { confirmed, ...who }: Sender,
    ): Promise<Refusal | undefined> =>
      refusing(async () => {
        if (confirmed) return void (await confirmed.deleteAccount(who.userId))
        const deleted = await steps.deleteAccount({ ...who, password })
        return deleted ? undefined : wrongPassword('Nothing was deleted.')
      }),
  }
}

const invalid = ({ issues }: z.ZodError, texts: Form): Refusal => {
  const fields = issues.map(({ path }) => String(path[0]))
  const errors = fields.map((name) => [name, texts[name] ?? 'Please check this field.'])
  return { status: 400, errors: Object.fromEntries(errors) }
}

const refusing = async <T>(work: () => Promise<T>): Promise<T | Refusal> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'USERNAME_TAKEN') return taken
    if (error.code === 'ACCOUNT_BLOCKED') return blocked
    if (error.code === 'SIGN_UP_REFUSED')
      return { status: 403, errors: { invite: `${error.message}.` } }
    const seconds = error.retryAfterSeconds ?? 60
    if (error.code === 'TOO_MANY_USERNAMES') return tooManyUsernames(seconds)
    if (error.code !== 'TOO_MANY_ATTEMPTS') throw error
    return tooMany(seconds)
  }
}

const taken: Refusal = {
  status: 409,
  errors: { username: 'This username is already taken. Please choose another one.' },
}

const blocked: Refusal = {
  status: 403,
  errors: { form: 'This account is blocked. Please ask the person who runs this site.' },
}

const tooMany = (seconds: number): Refusal => ({
  status: 429,
  retryAfterSeconds: seconds,
  errors: { form: `Too many attempts. Please wait ${inWords(seconds)}, then try again.` },
})

const tooManyUsernames = (seconds: number): Refusal => ({
  status: 429,
  retryAfterSeconds: seconds,
  errors: {
    username: `You already have ${maxFormerUsernames} former usernames. Please wait ${inWords(seconds)}, or take one of them back.`,
  },
})
