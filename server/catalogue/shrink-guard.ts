import { DomainError, type ErrorCode } from '../domain-error.ts'

interface ShrinkGuardOptions {
  name: string
  code: ErrorCode
  clock: () => number
}

export interface ShrinkGuard {
  /**
   * Accepts a list of `size` entries in place of one of `before`. `undefined` means that there was none.
   * @throws DomainError when so much is missing that it looks like an accident
   */
  accept(size: number, before: number | undefined): void
  reset(): void
}

const doubtMs = 3_600_000

/**
 * Rejects a list that suddenly lost more than half of its entries, or all of them. A broken upstream
 * often answers with a short list instead of an error. After an hour without change the list is accepted.
 */
export const createShrinkGuard = ({ name, code, clock }: ShrinkGuardOptions): ShrinkGuard => {
  let doubt: { size: number; since: number } | undefined
  return {
    accept: (size, before) => {
      if (before === undefined || !isDrastic(size, before)) {
        doubt = undefined
        return
      }
      if (doubt?.size !== size) doubt = { size, since: clock() }
      if (clock() - doubt.since < doubtMs)
        throw new DomainError(
          code,
          `${name} shrank from ${before} to ${size}; it will be accepted if it stays unchanged for an hour`,
        )
      doubt = undefined
    },
    reset: () => {
      doubt = undefined
    },
  }
}

/** A small catalogue may lose up to ten pictures at once. */
const isDrastic = (size: number, before: number) =>
  before > 0 && (size === 0 || (size < before / 2 && before - size > 10))
