import { it } from 'vitest'

/**
 * True in `npm run test:all`. The short `npm test` covers the same behavior with fewer repetitions.
 * Without Vitest, as in the lab, there is no mode.
 */
export const isLongRun = import.meta.env?.MODE === 'all'

/**
 * A test that runs only in `npm run test:all`, because a cheaper test or another browser already
 * covers the behavior.
 */
export const inLongRun = it.runIf(isLongRun)

/** How often a property is tried. The environment variable RUNS sets another number. */
export const runsOf = ({ short, long }: Readonly<Record<'short' | 'long', number>>): number =>
  Number(process.env.RUNS ?? (isLongRun ? long : short))
