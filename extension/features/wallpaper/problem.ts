import { toNumber, toRecord } from '../../platform/unknown.ts'

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

/** A failed step of fetching wallpapers, with what to tell the person. */
export class FetchProblem extends Error {
  override readonly name = 'FetchProblem'
  readonly problem: Problem
  /** How long the server asked to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    problem: Problem,
    options: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(`No wallpapers: ${problem.kind}`, options)
    this.problem = problem
    this.retryAfterMs = options.retryAfterMs
  }
}

export const parseProblem = (value: unknown): Problem | null => {
  const { kind, status } = toRecord(value)
  if (kind === 'refused') return { kind, status: toNumber(status) }
  const known = [
    'unreachable',
    'not-a-catalogue',
    'no-match',
    'no-pictures',
    'storage-full',
  ] as const
  const found = known.find((word) => word === kind)
  return found ? { kind: found } : null
}
