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
export type AccountProblem = {
  code: (typeof codes)[number]
  /** A sentence or two for the person. */
  text: string
  /** The field of the form that it is about. */
  field?: (typeof fields)[number]
  /** With `too-many`: milliseconds to wait, when the service says so. */
  retryAfterMs?: number
}

export class AccountError extends Error {
  readonly problem: AccountProblem

  constructor(problem: AccountProblem, options?: ErrorOptions) {
    super(problem.text, options)
    this.name = 'AccountError'
    this.problem = problem
  }
}

export const unreachable: AccountProblem = {
  code: 'unreachable',
  text: 'The account service cannot be reached right now. Nothing is lost: try again in a moment.',
}

export const tooMany = (retryAfterMs?: number): AccountProblem => ({
  code: 'too-many',
  text: `Too many attempts. Try again ${retryAfterMs ? inWords(retryAfterMs) : 'in a few minutes'}.`,
  ...(retryAfterMs && { retryAfterMs }),
})

const inWords = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}

/** A problem that came as a message from the background. */
export const parseProblem = (value: unknown): AccountProblem => {
  const sent = toRecord(value)
  const retryAfterMs = toNumberOrNull(sent.retryAfterMs)
  const field = fields.find((name) => name === sent.field)
  return {
    code: toOneOf(sent.code, codes, 'unreachable'),
    text: toText(sent.text, unreachable.text),
    ...(field && { field }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}
