import { it } from 'vitest'

/** True in `npm run test:all`. In the lab there is no mode. */
export const isLongRun = import.meta.env?.MODE === 'all'

/** Only in `npm run test:all`, because a cheaper test or browser covers the behavior. */
export const inLongRun = it.runIf(isLongRun)

/** How often a property is tried. The environment variable RUNS sets another number. */
export const runsOf = ({ short, long }: Readonly<Record<'short' | 'long', number>>): number =>
  Number(process.env.RUNS ?? (isLongRun ? long : short))
