import { it } from 'vitest'

/** `npm run test:all`; `npm test` has to end within minutes, and shows the same with less repetition. */
export const isLongRun = import.meta.env.MODE === 'all'

/** For what a cheaper test shows as well: that of the modules, or of another browser. */
export const inLongRun = it.runIf(isLongRun)
