import { hourMs } from '../../shared/days.ts'
import { DomainError, type ErrorCode } from '../domain-error.ts'

interface ShrinkGuardOptions {
  name: string
  code: ErrorCode
  clock: () => number
}

const doubtMs = hourMs
const acceptedLoss = 10

/**
 * Detects a list that suddenly lost more than half of its entries, because a broken upstream server often sends a
 * short list instead of an error. `accept` throws a DomainError for an hour, and then accepts the list.
 */
export const createShrinkGuard = ({ name, code, clock }: ShrinkGuardOptions) => {
  let doubt: { size: number; since: number } | undefined
  return {
    accept: (size: number, before: number | undefined) => {
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

const isDrastic = (size: number, before: number) =>
  before > 0 && (size === 0 || (size < before / 2 && before - size > acceptedLoss))
