import type { Context } from 'hono'
import { z } from 'zod'
import { DomainError } from '../../domain-error.ts'
import { statusOf } from '../../http/answers/errors.ts'
import { inWords } from '../../identity/attempt-limits.ts'
import type { Form } from '../../web/page-route.ts'
import type { AccountAction } from '../account-actions.ts'
import { maxFormerUsernames } from '../store/users.ts'
import type { FormState } from './form-fields.ts'

interface Submission<Who, Result> {
  action: AccountAction<z.ZodType, Who, Result>
  form: Form
  who: Who
  /** The error to show for a form that is not valid. Without it, the page says what each field needs. */
  invalid?: (() => DomainError) | undefined
  done: (result: Result) => Response | Promise<Response>
  refused: (form: FormState) => Response | Promise<Response>
}

export const submit = async <Who, Result>(
  c: Context,
  { action, form, who, invalid, done, refused }: Submission<Who, Result>,
): Promise<Response> => {
  let result: Result
  try {
    const parsed = action.input.safeParse(form)
    if (!parsed.success) throw invalid?.() ?? parsed.error
    result = await action.run(parsed.data, who)
  } catch (error) {
    const errors = describeError(error)
    if (errors === undefined) throw error
    const known = error instanceof DomainError ? error : undefined
    c.status(known ? statusOf(known) : 400)
    if (known?.retryAfterSeconds) c.header('Retry-After', String(known.retryAfterSeconds))
    return refused({ values: form, errors })
  }
  return done(result)
}

const needed: Form = {
  username: 'Please use 3 to 30 characters: letters from a to z, digits, dots or underscores.',
  name: 'Please use at most 64 letters, digits or other visible characters.',
  password: 'Please use 8 to 128 characters.',
  newPassword: 'Please use 8 to 128 characters.',
}

const describeError = (error: unknown): Form | undefined => {
  if (error instanceof z.ZodError)
    return Object.fromEntries(
      error.issues.map(({ path: [name = ''] }) => [
        name,
        needed[String(name)] ?? 'Please check this field.',
      ]),
    )
  if (!(error instanceof DomainError)) return undefined
  const wait = inWords(error.retryAfterSeconds ?? 60)
  switch (error.code) {
    case 'UNAUTHORIZED':
      return { form: 'Wrong username or password.' }
    case 'FORBIDDEN':
      return { password: 'That is not your password. Nothing has changed.' }
    case 'ACCOUNT_BLOCKED':
      return { form: 'This account is blocked. Please ask the person who runs this site.' }
    case 'SIGN_UP_REFUSED':
      return { invite: `${error.message}.` }
    case 'USERNAME_TAKEN':
      return { username: 'This username is already taken. Please choose another one.' }
    case 'TOO_MANY_USERNAMES':
      return {
        username: `You already have ${maxFormerUsernames} former usernames. Please wait ${wait}, or take one of them back.`,
      }
    case 'TOO_MANY_ATTEMPTS':
      return { form: `Too many attempts. Please wait ${wait}, then try again.` }
    default:
      return undefined
  }
}
