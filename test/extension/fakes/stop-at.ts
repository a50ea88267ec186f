type Work = (...args: never[]) => Promise<unknown>

/**
 * Simulates a background that the browser stops at one step. A step is a call to anything outside
 * the background.
 */
export interface Stop {
  /** Wraps functions. The call number `step` and all later calls never settle. */
  wrap<T extends object>(target: T): T
  /** The number of calls so far. */
  count(): number
}

/** `step` counts from 1. With `isDone`, that step does its work before the background stops. */
export const stopAt = (step: number, isDone: boolean): Stop => {
  let count = 0
  const never = new Promise<never>(() => {})
  const limit =
    (work: Work): Work =>
    async (...args) => {
      count++
      if (count < step) return work(...args)
      if (count === step && isDone) await work(...args)
      return never
    }
  const wrapOne = (value: unknown) => (typeof value === 'function' ? limit(value as Work) : value)
  return {
    wrap: <T extends object>(target: T) =>
      Object.fromEntries(
        Object.entries(target).map(([name, value]) => [name, wrapOne(value)]),
      ) as T,
    count: () => count,
  }
}

/** Waits until all work that depends on nothing outside is done. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}
