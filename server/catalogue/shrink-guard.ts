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
 * Detects a list that suddenly lost more than half of its entries. A broken server often sends a short list instead of
 * an error, and a folder on a disk that is not mounted is empty. `accept` throws a DomainError for an hour, and then
 * accepts the list and returns true.
 */
export const createShrinkGuard = ({ name, code, clock }: ShrinkGuardOptions) => {
  let doubtedSince: number | undefined
  return {
    accept: (size: number, before: number | undefined): boolean => {
      const isDoubted = before !== undefined && isDrastic(size, before)
      doubtedSince = isDoubted ? (doubtedSince ?? clock()) : undefined
      if (doubtedSince === undefined) return false
      if (clock() - doubtedSince < doubtMs)
        throw new DomainError(
          code,
          `${name} shrank from ${before} to ${size}; it will be accepted if it is still that short in an hour`,
        )
      doubtedSince = undefined
      return true
    },
    reset: () => {
      doubtedSince = undefined
    },
  }
}

const isDrastic = (size: number, before: number) =>
  before > 0 && (size === 0 || (size < before / 2 && before - size > acceptedLoss))
