/**
 * Runs `work` to its end, at most until the deadline or until `stopping` fires; its own signal fires
 * in both cases.
 * @throws what `late` makes, also when `work` takes no notice of its signal
 */
export const withinDeadline = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: {
    timeoutMs: number
    stopping: AbortSignal
    late: () => Error
  },
): Promise<T> => {
  const ending = new AbortController()
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    overdue.reject(options.late())
    ending.abort()
  }, options.timeoutMs)
  const stop = () => ending.abort(options.stopping.reason)
  options.stopping.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(ending.signal), overdue.promise])
  } finally {
    clearTimeout(timer)
    options.stopping.removeEventListener('abort', stop)
  }
}

/** Whether `work` settled in time; it goes on in either case. */
export const settlesWithin = async (
  work: Promise<unknown> | undefined,
  ms: number,
): Promise<boolean> => {
  if (work === undefined) return true
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), ms)
  const settled = await Promise.race([work.then(() => true), timeout.promise])
  clearTimeout(timer)
  return settled
}
