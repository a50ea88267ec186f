interface Options {
  asked: boolean
}

/**
 * Runs `work` at most once at a time. Calls during a run are followed by one more run, because what
 * they are about may have changed since; all of them get a promise of the last one.
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
