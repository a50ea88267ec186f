import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Usage {
  /** Microseconds of processor time, summed over all threads of the server. */
  cpu: number
  rss: number
  /**
   * The longest pause of the request-handling thread since the last report, in milliseconds of
   * wall-clock time.
   */
  pauseMs: number
  /**
   * The longest pause of the request-handling thread, in milliseconds of processor time. Other
   * programs do not affect the value.
   */
  ownPauseMs: number
}

const delays = monitorEventLoopDelay({ resolution: 1 })
let ownLongest = 0
let last = process.threadCpuUsage()
let watching: NodeJS.Timeout | undefined

/**
 * Starts the pause timer only on request, because a timer that fires every millisecond slows the
 * server down.
 */
const watch = () => {
  delays.enable()
  last = process.threadCpuUsage()
  watching ??= setInterval(() => {
    const now = process.threadCpuUsage()
    ownLongest = Math.max(ownLongest, now.user - last.user + (now.system - last.system))
    last = now
  }, 1).unref()
}

const unwatch = () => {
  clearInterval(watching)
  watching = undefined
  delays.disable()
}

const report = (): Usage => {
  const { user, system } = process.cpuUsage()
  const usage = {
    cpu: user + system,
    rss: process.memoryUsage.rss(),
    pauseMs: delays.max / 1e6,
    ownPauseMs: ownLongest / 1000,
  }
  delays.reset()
  ownLongest = 0
  return usage
}

process.on('message', (message) => {
  if (message === 'watch') watch()
  if (message === 'unwatch') unwatch()
  if (message === 'usage') process.send?.(report())
})
