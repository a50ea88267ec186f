import { tCase } from '../platform/browser/texts.ts'
import { toNumber, toRecord } from '../platform/unknown.ts'

/** Why no new wallpapers came from the server. */
export type Problem =
  | { kind: 'unreachable' }
  /** It answered with this HTTP status. */
  | { kind: 'refused'; status: number }
  /** It answered, but not as a catalogue does. */
  | { kind: 'not-a-catalogue' }
  | { kind: 'no-match' }
  /** It listed wallpapers, but none of their pictures could be loaded. */
  | { kind: 'no-pictures' }
  | { kind: 'storage-full' }
  | ListProblem

/** Why there is nothing of the list that the person chose: then there are others. */
export type ListProblem =
  /** There is nobody of this name, or not any more. */
  | { kind: 'no-list'; list: `@${string}` }
  | { kind: 'empty-list'; list: `@${string}` }
  /** The person's own. */
  | { kind: 'no-favorites' }

export const isListProblem = (problem: Problem | null): problem is ListProblem =>
  /list|favorites/.test(problem?.kind ?? '')

/** A failed step of fetching wallpapers, with what to tell the person. */
export class FetchProblem extends Error {
  override name = 'FetchProblem'
  problem: Problem
  /** How long the server asked to be left alone, in milliseconds. */
  retryAfterMs: number | undefined

  constructor(
    problem: Problem,
    options: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(`No wallpapers: ${problem.kind}`, options)
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
    'no-pictures',
    'storage-full',
    'no-favorites',
  ] as const
  const found = known.find((word) => word === kind)
  return found ? { kind: found } : null
}

/** A problem in words that a person understands, without a full stop: the message `problem_` of its kind. */
export const explain = ({ kind, ...details }: Problem, host: string): string =>
  tCase(`problem_${isPatience(details) ? 'too_many' : kind.replaceAll('-', '_')}`, {
    host,
    ...details,
  })

const isPatience = (details: object) => 'status' in details && details.status === 429

/** `127.0.0.1:8787` of `http://127.0.0.1:8787/path`. */
export const toHost = (server: string): string => URL.parse(server)?.host ?? server
