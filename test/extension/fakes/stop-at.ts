type Work = (...args: never[]) => Promise<unknown>

/** A background that is ended at one of its steps, each a call to what is outside of it. */
export interface Stop {
  /** The same functions: the one that is the `step`th to be called never answers, nor any after it. */
  wrap<T extends object>(target: T): T
  /** How many steps were begun. */
  count(): number
}

/** `step` counts from 1. `isDone`: that step's work is done, but its caller does not live to hear it. */
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

/** Lets everything happen that waits for nothing outside. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}
