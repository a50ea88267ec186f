import { toNumber, toOneOf, toRecord, toText } from '../../shared/unknown.ts'
import { tCase } from '../platform/browser/texts.ts'

const plainKinds = [
  'unreachable',
  'not-a-catalogue',
  'no-match',
  'no-dark',
  'no-pictures',
  'storage-full',
  // Of a catalogue that is plain files on the web.
  'no-index',
  'no-rows',
  'no-lfs',
  'no-cors',
  // Of favorites.
  'no-favorites',
  'no-dark-favorites',
] as const
type PlainKind = (typeof plainKinds)[number]

export type ListProblem =
  | { kind: 'no-list' | 'empty-list'; list: `@${string}` }
  | { kind: 'no-favorites' | 'no-dark-favorites' }

export type Problem = { kind: PlainKind } | { kind: 'refused'; status: number } | ListProblem
export type ProblemKind = Problem['kind']

/** The list of a catalogue was not asked for, or has not arrived yet. */
export interface NotStored {
  kind: 'not-stored'
}

const ofLists: ReadonlySet<ProblemKind | undefined> = /* @__PURE__ */ new Set([
  'no-list',
  'empty-list',
  'no-favorites',
  'no-dark-favorites',
])

export const isListProblem = (problem: Problem | null): problem is ListProblem =>
  ofLists.has(problem?.kind)

export class FetchError extends Error {
  override name = 'FetchError'
  code: ProblemKind
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

/** Errors that are no `FetchError` come from the database, which is full or switched off. */
export const problemOf = (error: unknown): Problem =>
  error instanceof FetchError ? error.problem : { kind: 'storage-full' }

const isListName = (value: unknown): value is `@${string}` => /^@./.test(toText(value))

export const parseProblem = (value: unknown): Problem | null => {
  const { kind, status, list } = toRecord(value)
  if (kind === 'refused') return { kind, status: toNumber(status) }
  if (kind === 'no-list' || kind === 'empty-list') return isListName(list) ? { kind, list } : null
  const plain = toOneOf(kind, plainKinds, null)
  return plain && { kind: plain }
}

/** Returns a text that explains the problem to the person, without the period at its end. */
export const explain = ({ kind, ...details }: Problem | NotStored, host: string): string =>
  tCase(`problem_${isPatience(details) ? 'too_many' : kind.replaceAll('-', '_')}`, {
    host,
    ...details,
  })

const isPatience = (details: object) => 'status' in details && details.status === 429

/** The name of a server or another catalogue as people say it, such as `github.com/ada/walls`. */
export const toHost = (address: string): string => address.replace(/.*\/\/|\/index.json$/g, '')
