import { it } from 'vitest'

/**
 * True in `npm run test:all`. `npm test` must end within minutes, so it covers the same behavior
 * with less repetition.
 */
export const isLongRun = import.meta.env.MODE === 'all'

/** Runs a test only in `npm run test:all`, because a cheaper test or another browser covers it. */
export const inLongRun = it.runIf(isLongRun)
