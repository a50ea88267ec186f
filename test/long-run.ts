import { it } from 'vitest'

/** Whether this is `npm run test:all`. Programs of the lab run without Vitest, so it is false there. */
export const isLongRun = import.meta.env?.MODE === 'all'

/** Only in `npm run test:all`, because a cheaper test or browser covers the behavior. */
export const inLongRun = it.runIf(isLongRun)

/** How often a property is tried. The environment variable RUNS sets another number. */
export const runsOf = ({ short, long }: Readonly<Record<'short' | 'long', number>>): number =>
  Number(process.env.RUNS ?? (isLongRun ? long : short))
