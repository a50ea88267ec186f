import { DomainError, type ErrorCode } from '../domain-error.ts'

interface ShrinkGuardOptions {
  /** What is listed, in the problem that people read: `The GitHub catalogue`. */
  name: string
  code: ErrorCode
  clock?: () => number
}

export interface ShrinkGuard {
  /**
   * Accepts a list of `size` in place of one of `before`, `undefined` when there was none.
   * @throws DomainError when so much is missing that it looks like an accident
   */
  accept(size: number, before: number | undefined): void
  /** The list in use was confirmed: an earlier doubt is over. */
  reset(): void
}

/** A short list that stands unchanged for so long is meant. */
const standsMs = 3_600_000

/**
 * Doubts a list that has lost more than half at once, or everything: a broken upstream often answers
 * with too little rather than with an error.
 */
export const createShrinkGuard = ({
  name,
  code,
  clock = Date.now,
}: ShrinkGuardOptions): ShrinkGuard => {
  let doubt: { size: number; since: number } | undefined
  return {
    accept: (size, before) => {
      if (before === undefined || !isDrastic(size, before)) {
        doubt = undefined
        return
      }
      if (doubt?.size !== size) doubt = { size, since: clock() }
      if (clock() - doubt.since < standsMs)
        throw new DomainError(code, `${name} shrank from ${before} to ${size}: ${believed}`)
      doubt = undefined
    },
    reset: () => {
      doubt = undefined
    },
  }
}

const believed = 'it is believed once it has stood unchanged for an hour'

/** Ten pictures can leave a small catalogue without anybody having to wait for it. */
const isDrastic = (size: number, before: number) =>
  before > 0 && (size === 0 || (size < before / 2 && before - size > 10))
