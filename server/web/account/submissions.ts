import type { z } from 'zod'
import { changePasswordSchema, signInSchema, signUpSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { type AccountStepsDeps, createAccountSteps } from '../../identity/account-steps.ts'
import type { Credentials } from '../../identity/identity-provider.ts'
import type { SignedInUser } from '../../identity/local-accounts.ts'

export type Form = Readonly<Record<string, string>>

/** What is wrong with a form, by field; `form` for all of it. */
export interface Refusal {
  errors: Readonly<Record<string, string>>
  status: 400 | 401 | 403 | 409 | 429
  retryAfterSeconds?: number | undefined
}

const signUpErrors: Form = {
  username: 'Please use 3 to 30 letters from a to z, digits, dots or underscores.',
  name: 'Please use at most 64 ordinary characters.',
  password: 'Please use 8 to 128 characters.',
}
const wrongPair: Refusal = { status: 401, errors: { form: 'Wrong username or password.' } }
const newPasswordErrors: Form = { newPassword: 'Please use 8 to 128 characters.' }
const wrongPassword = (nothing: string): Refusal => ({
  status: 403,
  errors: { password: `This is not your password. ${nothing}` },
})

/** Whose account a form is about. */
interface Sender {
  credentials: Credentials
  userId: string
  address: string
}

/** What the account forms do: the same steps and limits as the API, refusals in a person's words. */
export const createSubmissions = (deps: AccountStepsDeps) => {
  const steps = createAccountSteps(deps)
  return {
    signUp: (form: Form, address: string): Promise<SignedInUser | Refusal> =>
      refusing(async () => {
        const parsed = signUpSchema.safeParse(form)
        if (!parsed.success) return invalid(parsed.error, signUpErrors)
        return steps.signUp(parsed.data, address)
      }),

    signIn: (form: Form, address: string): Promise<SignedInUser | Refusal> =>
      refusing(async () => {
        const parsed = signInSchema.safeParse(form)
        if (!parsed.success) return wrongPair
        return (await steps.signIn(parsed.data, address)) ?? wrongPair
      }),

    /** Gives the account of a request another password; `undefined` when it is done. */
    changePassword: (form: Form, { address, ...who }: Sender): Promise<Refusal | undefined> =>
      refusing(async () => {
        const parsed = changePasswordSchema.safeParse(form)
        if (!parsed.success) return invalid(parsed.error, newPasswordErrors)
        const changed = await steps.changePassword({ ...who, ...parsed.data }, address)
        return changed ? undefined : wrongPassword('Nothing was changed.')
      }),

    /** Deletes the account of a request; `undefined` when it is done. */
    deleteAccount: (
      { password = '' }: Form,
      { address, ...who }: Sender,
    ): Promise<Refusal | undefined> =>
      refusing(async () => {
        const deleted = await steps.deleteAccount({ ...who, password }, address)
        return deleted ? undefined : wrongPassword('Nothing was deleted.')
      }),
  }
}

const invalid = ({ issues }: z.ZodError, texts: Form): Refusal => {
  const fields = issues.map(({ path }) => String(path[0]))
  const errors = fields.map((name) => [name, texts[name] ?? 'Please check.'])
  return { status: 400, errors: Object.fromEntries(errors) }
}

/** Refusals that are thrown, in the same form as the others; failures stay failures. */
const refusing = async <T>(work: () => Promise<T>): Promise<T | Refusal> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'USERNAME_TAKEN') return taken
    if (error.code !== 'TOO_MANY_ATTEMPTS') throw error
    return tooMany(error.retryAfterSeconds ?? 60)
  }
}

const taken: Refusal = {
  status: 409,
  errors: { username: 'Somebody has this name already. Please choose another.' },
}

const tooMany = (seconds: number): Refusal => ({
  status: 429,
  retryAfterSeconds: seconds,
  errors: { form: `That was a lot of tries. Please wait ${inWords(seconds)}, then try once more.` },
})

const inWords = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
