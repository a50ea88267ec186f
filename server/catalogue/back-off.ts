import type { Random } from '../ports.ts'

interface BackOff {
  /** How many attempts failed in a row, at least 1. */
  failures: number
  /** What the other side asked for, in seconds. */
  retryAfterSeconds?: number | undefined
  /** Longest pause that we choose ourselves, in milliseconds. */
  longestMs: number
  random: Random
}

const firstMs = 1_000
/** Timers count to 24 days; nobody is asked to stay away for longer than one. */
const dayMs = 86_400_000

/** Milliseconds, give or take a tenth, so that many servers do not ask at the same moment. */
export const withJitter = (ms: number, random: Random): number => ms * (0.9 + 0.2 * random())

/** Pause before the next attempt: 1, 2, 4 … seconds, and never less than was asked for. */
export const backOffMs = ({ failures, retryAfterSeconds = 0, longestMs, random }: BackOff) => {
  const own = withJitter(Math.min(longestMs, firstMs * 2 ** (failures - 1)), random)
  const asked = retryAfterSeconds * 1000 * (1 + 0.1 * random())
  return Math.min(dayMs, Math.max(own, asked))
}
