import type { Random } from '../ports.ts'

interface BackOff {
  failures: number
  retryAfterSeconds?: number | undefined
  longestMs: number
  random: Random
}

const firstMs = 1_000
// Timers overflow after 24 days.
const dayMs = 86_400_000

// Changes a pause by up to a tenth, so that many servers do not ask an upstream at the same moment.
export const withJitter = (ms: number, random: Random): number => ms * (0.9 + 0.2 * random())

export const backOffMs = ({ failures, retryAfterSeconds = 0, longestMs, random }: BackOff) => {
  const own = withJitter(Math.min(longestMs, firstMs * 2 ** (failures - 1)), random)
  const asked = retryAfterSeconds * 1000 * (1 + 0.1 * random())
  return Math.min(dayMs, Math.max(own, asked))
}
