interface Options {
  asked: boolean
}

/**
 * Runs `work` once at a time. Calls during a run cause one more run, because something may have changed since
 * the run began. Their promise resolves after the last run.
 */
export const coalesce = (work: (options: Options) => Promise<void>) => {
  let running: Promise<void> | undefined
  let waiting: Options | undefined
  const run = async () => {
    try {
      while (waiting) {
        const options = waiting
        waiting = undefined
        await work(options)
      }
    } finally {
      running = undefined
    }
  }
  return (options: Options): Promise<void> => {
    waiting = { asked: options.asked || waiting?.asked === true }
    running ??= run()
    return running
  }
}

/** Calls with the same key share one run of `work` until it ends. */
export const createSingleFlight = <T>() => {
  const running = new Map<unknown, Promise<T>>()
  const once = (key: unknown, work: () => Promise<T>): Promise<T> => {
    const begun = running.get(key) ?? work().finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }
  /** Waits until all runs that have begun have succeeded or failed. */
  const idle = async (): Promise<void> => {
    await Promise.allSettled(running.values())
  }
  return Object.assign(once, { idle })
}

/** Calls during a run of `work` share its result. */
export const singleFlight = <T>(work: () => Promise<T>) => {
  const once = createSingleFlight<T>()
  return () => once(work, work)
}

/** Returns a function that does one work after another. A failure does not stop the next. */
export const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

export const inParallel = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { width, isEnough = () => false }: { width: number; isEnough?: () => boolean },
): Promise<void> => {
  const waiting = [...items].values()
  const workThrough = async () => {
    for (const item of waiting) {
      if (isEnough()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: width }, workThrough))
}
