type Options = { asked: boolean }

/**
 * Runs `work` at most once at a time. A call during a run gets that run's promise; an `asked` one
 * is followed by another run, because what it is about may have changed since.
 */
export const coalesce = (work: (options: Options) => Promise<void>) => {
  let running: Promise<void> | undefined
  let again = false
  const run = async (options: Options) => {
    try {
      await work(options)
      while (again) {
        again = false
        await work({ asked: true })
      }
    } finally {
      running = undefined
    }
  }
  return (options: Options): Promise<void> => {
    if (running) again ||= options.asked
    running ??= run(options)
    return running
  }
}
