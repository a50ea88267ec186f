import { t, textLocale } from '../../platform/browser/texts.ts'
import { toNumberOrNull, toOneOf, toRecord, toText } from '../../platform/unknown.ts'

const codes = [
  'wrong-credentials',
  'taken',
  'invalid',
  'wrong-code',
  'code-expired',
  'too-many',
  'unreachable',
  'refused',
] as const

const fields = ['username', 'email', 'password', 'code'] as const

/** Why the account service did not do what was asked. */
export interface AccountProblem {
  code: (typeof codes)[number]
  /** A sentence or two for the person. */
  text: string
  /** The field of the form that it is about. */
  field?: (typeof fields)[number]
  /** With `too-many`: milliseconds to wait, when the service says so. */
  retryAfterMs?: number
}

export class AccountError extends Error {
  problem: AccountProblem

  constructor(problem: AccountProblem, options?: ErrorOptions) {
    super(problem.text, options)
    this.name = 'AccountError'
    this.problem = problem
  }
}

export const unreachable = (): AccountProblem => ({
  code: 'unreachable',
  text: t('accountUnreachable'),
})

export const tooMany = (retryAfterMs?: number): AccountProblem => ({
  code: 'too-many',
  text: retryAfterMs
    ? t('tooManyAttemptsUntil', { when: inWords(retryAfterMs) })
    : t('tooManyAttempts'),
  ...(retryAfterMs && { retryAfterMs }),
})

const inWords = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  const words = new Intl.RelativeTimeFormat(textLocale())
  if (seconds <= 90) return words.format(seconds, 'second')
  return words.format(Math.ceil(seconds / 60), 'minute')
}

/** A problem that came as a message from the background. */
export const parseProblem = (value: unknown): AccountProblem => {
  const sent = toRecord(value)
  const retryAfterMs = toNumberOrNull(sent.retryAfterMs)
  const field = fields.find((name) => name === sent.field)
  return {
    code: toOneOf(sent.code, codes, 'unreachable'),
    text: toText(sent.text) || unreachable().text,
    ...(field && { field }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}
