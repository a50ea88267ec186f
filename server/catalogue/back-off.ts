import type { Random } from '../../shared/catalogue/draw.ts'
import { dayMs } from '../../shared/days.ts'

interface BackOff {
  failures: number
  retryAfterSeconds?: number | undefined
  longestMs: number
  random: Random
}

const firstMs = 1_000
// Changes a pause by up to a tenth at random, so that servers do not ask an upstream server at the same moment.
export const withJitter = (ms: number, random: Random): number => ms * (0.9 + 0.2 * random())

export const backOffMs = ({ failures, retryAfterSeconds = 0, longestMs, random }: BackOff) => {
  const own = withJitter(Math.min(longestMs, firstMs * 2 ** (failures - 1)), random)
  const asked = retryAfterSeconds * 1000 * (1 + 0.1 * random())
  return Math.min(dayMs, Math.max(own, asked))
}
