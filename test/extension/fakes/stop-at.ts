type Work = (...args: never[]) => Promise<unknown>

/**
 * Simulates a browser that stops the extension's background in the middle of its work. Every call
 * to something outside the background counts as a step.
 */
export interface Stop {
  /** Wraps an object's functions so that the chosen step and all later calls never return. */
  wrap<T extends object>(target: T): T
  count(): number
}

/**
 * Stops the background at a step, counted from 1. With `isDone`, the call of that step takes effect
 * first, but the background never gets its result.
 */
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

/** Waits until code that needs no timer, network or storage has finished. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}
