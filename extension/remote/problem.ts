import { FrescoError } from '../../shared/client/fresco-error.ts'
import { toRecord } from '../../shared/unknown.ts'
import { PictureError } from '../platform/browser/picture-error.ts'
import { tCase } from '../platform/browser/texts.ts'
import { isDiskFull } from '../platform/storage/storage-error.ts'

type PlainKind =
  | 'unreachable'
  | 'not-a-catalogue'
  | 'no-match'
  | 'no-dark'
  | 'no-pictures'
  | 'storage-full'
  // A bug of ours.
  | 'unexpected'
  // These problems are about catalogues that are files on the web.
  | 'no-index'
  | 'no-rows'
  | 'no-cors'

export type ListProblem =
  | { kind: 'no-list' | 'empty-list'; list: `@${string}` }
  | { kind: 'no-favorites' | 'no-dark-favorites' }

export type Problem = { kind: PlainKind } | { kind: 'refused'; status: number } | ListProblem
export type ProblemKind = Problem['kind']

/** The list of a catalogue is not stored yet. */
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

/** Returns what an error means to a person. An error that nothing outside our code explains is a bug, and is logged. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof FetchError) return error.problem
  if (error instanceof FrescoError) return ofServer(error)
  if (error instanceof PictureError) return { kind: 'no-pictures' }
  if (isDiskFull(error)) return { kind: 'storage-full' }
  console.error(error)
  return { kind: 'unexpected' }
}

// `fetch` and the methods that read a body reject with these errors.
const networkErrors = [TypeError, DOMException, SyntaxError]

export const isOfNetwork = (error: unknown): boolean =>
  networkErrors.some((kind) => error instanceof kind)

const ofServer = ({ status, code, cause }: FrescoError): Problem => {
  if (status === undefined)
    return cause === undefined || isOfNetwork(cause) ? { kind: 'unreachable' } : problemOf(cause)
  // A web server without the API answers 404, so it is not a wallpaper server.
  const isOther = status < 300 || (status === 404 && code !== 'REFUSED')
  return isOther ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }
}

export const toFetchError = (error: unknown): FetchError => {
  if (error instanceof FetchError) return error
  const retryAfterMs = error instanceof FrescoError ? error.retryAfterMs : undefined
  return new FetchError(problemOf(error), { cause: error, retryAfterMs })
}

export const failAsFetch = (error: unknown): Promise<never> => Promise.reject(toFetchError(error))

/** Reads a problem that this extension has stored. A new tab has no room for a list of all problems. */
export const parseProblem = (value: unknown): Problem | null =>
  typeof toRecord(value).kind === 'string' ? (value as Problem) : null

/** Returns a text that explains the problem to the person, without the period at its end. */
export const explain = ({ kind, ...details }: Problem | NotStored, host: string): string =>
  tCase(`problem_${textOfStatus(details) ?? kind.replaceAll('-', '_')}`, {
    host,
    ...details,
  })

const textsOfStatuses: Readonly<Record<number, string>> = { 401: 'private', 429: 'too_many' }

const textOfStatus = (details: object) =>
  'status' in details ? textsOfStatuses[Number(details.status)] : undefined

/** The name of a server or another catalogue as people say it, such as `github.com/ada/walls`. */
export const toHost = (address: string): string => address.replace(/.*\/\/|\/index.json$/g, '')
