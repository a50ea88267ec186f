import { toNumberOrNull, toRecord, toText } from '../../../shared/unknown.ts'
import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { AccountError, type AccountProblem, tooMany, unreachable } from './account.ts'

// The errors of Clerk that the extension explains in its own words, by Clerk's error code.
const problems: Record<string, AccountProblem & { text: PlainKey }> = {
  form_identifier_not_found: {
    code: 'wrong-credentials',
    field: 'username',
    text: 'noSuchAccount',
  },
  form_password_incorrect: { code: 'wrong-credentials', field: 'password', text: 'wrongPassword' },
  form_code_incorrect: { code: 'wrong-code', field: 'code', text: 'codeWrong' },
  verification_expired: { code: 'code-expired', field: 'code', text: 'codeOld' },
  verification_failed: { code: 'code-expired', field: 'code', text: 'codeTooMany' },
  form_password_pwned: { code: 'invalid', field: 'password', text: 'passwordLeaked' },
  native_api_disabled: { code: 'refused', text: 'clerkNativeApi' },
  captcha_missing_token: { code: 'refused', text: 'clerkBotProtection' },
}

const fields: Record<string, AccountProblem['field']> = {
  identifier: 'username',
  username: 'username',
  email_address: 'email',
  password: 'password',
  code: 'code',
}

export const toClerkError = (cause: unknown): AccountError => {
  if (cause instanceof AccountError) return cause
  return new AccountError(toProblem(readClerkError(cause)), { cause })
}

const toProblem = ({ status, code, text, param, retryAfter }: ClerkError): AccountProblem => {
  if (status === 429) return tooMany(retryAfter && retryAfter * 1000)
  const known = problems[code]
  if (known) return { ...known, text: t(known.text) }
  if (status === undefined || status >= 500) return unreachable()
  const field = fields[param]
  const isTaken = code === 'form_identifier_exists'
  const kind = isTaken ? 'taken' : field ? 'invalid' : 'refused'
  return { code: kind, text: text || t('clerkRefused'), ...(field && { field }) }
}

export const isGone = (cause: unknown): boolean => {
  const { status } = readClerkError(cause)
  return status === 401 || status === 404
}

export const isSessionInTheWay = (cause: unknown): boolean =>
  ['session_exists', 'identifier_already_signed_in'].includes(readClerkError(cause).code)

interface ClerkError {
  status: number | undefined
  code: string
  text: string
  param: string
  /** Seconds until Clerk accepts another attempt. */
  retryAfter: number | undefined
}

const readClerkError = (cause: unknown): ClerkError => {
  const { status, errors, retryAfter } = toRecord(cause)
  const first = toRecord(Array.isArray(errors) ? errors[0] : undefined)
  const meta = toRecord(first.meta)
  return {
    status: toNumberOrNull(status) ?? undefined,
    code: toText(first.code),
    text: toText(first.longMessage) || toText(first.long_message) || toText(first.message),
    param: toText(meta.paramName) || toText(meta.param_name),
    retryAfter: toNumberOrNull(retryAfter) ?? undefined,
  }
}
