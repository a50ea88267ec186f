import { tCase } from '../platform/browser/texts.ts'
import { toNumber, toRecord } from '../platform/unknown.ts'

export type Problem =
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number }
  | { kind: 'not-a-catalogue' }
  | { kind: 'no-match' }
  | { kind: 'no-dark' }
  | { kind: 'no-pictures' }
  | { kind: 'storage-full' }
  | ListProblem

export type ListProblem =
  | { kind: 'no-list'; list: `@${string}` }
  | { kind: 'empty-list'; list: `@${string}` }
  | { kind: 'no-favorites' }
  | { kind: 'no-dark-favorites' }

export const isListProblem = (problem: Problem | null): problem is ListProblem =>
  /list|favorites/.test(problem?.kind ?? '')

export class FetchError extends Error {
  override name = 'FetchError'
  code: Problem['kind']
  problem: Problem
  retryAfterMs: number | undefined

  constructor(
    problem: Problem,
    options: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(`No wallpapers: ${problem.kind}`, options)
    this.code = problem.kind
    this.problem = problem
    this.retryAfterMs = options.retryAfterMs
  }
}

const isListName = (value: unknown): value is `@${string}` =>
  typeof value === 'string' && /^@./.test(value)

export const parseProblem = (value: unknown): Problem | null => {
  const { kind, status, list } = toRecord(value)
  if (kind === 'refused') return { kind, status: toNumber(status) }
  if ((kind === 'no-list' || kind === 'empty-list') && isListName(list)) return { kind, list }
  const known = [
    'unreachable',
    'not-a-catalogue',
    'no-match',
    'no-dark',
    'no-pictures',
    'storage-full',
    'no-favorites',
    'no-dark-favorites',
  ] as const
  const found = known.find((word) => word === kind)
  return found ? { kind: found } : null
}

/** Returns a text that explains the problem to the person, without the period at its end. */
export const explain = ({ kind, ...details }: Problem, host: string): string =>
  tCase(`problem_${isPatience(details) ? 'too_many' : kind.replaceAll('-', '_')}`, {
    host,
    ...details,
  })

const isPatience = (details: object) => 'status' in details && details.status === 429

export const toHost = (server: string): string => URL.parse(server)?.host ?? server
