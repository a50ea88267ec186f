import { passwordSchema, usernameSchema } from '../../../shared/account-api.ts'
import { t } from '../../platform/browser/texts.ts'
import { AccountError, type AccountProblem } from './account-error.ts'

type Field = NonNullable<AccountProblem['field']>

const invalid = (field: Field, text: string) => new AccountError({ code: 'invalid', field, text })

/** What the server would refuse anyway, said sooner and in plainer words. Throws an `AccountError`. */
export const checkSignUp = (wish: { username: string; password: string }): void => {
  if (!usernameSchema.safeParse(wish.username).success)
    throw invalid('username', t('usernameInvalid'))
  if (wish.password.length < 8) throw invalid('password', t('passwordShort'))
  if (!passwordSchema.safeParse(wish.password).success) throw invalid('password', t('passwordLong'))
}

/** Throws an `AccountError` when a field is empty. */
export const checkSignIn = (wish: { identifier: string; password: string }): void => {
  if (wish.identifier.trim() === '') throw invalid('username', t('usernameEmpty'))
  if (wish.password === '') throw invalid('password', t('passwordEmpty'))
}
