/**
 * Loaded into a measured server with `--import`. Reports the server's usage to its parent process.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Usage {
  /** Processor time of all threads, in microseconds. */
  cpu: number
  /** Resident memory in bytes. */
  rss: number
  /**
   * The longest pause of the serving thread since the last report, in milliseconds of wall-clock
   * time.
   */
  pauseMs: number
  /** The same in processor time, which other programs do not affect. */
  ownPauseMs: number
}

const delays = monitorEventLoopDelay({ resolution: 1 })
let ownLongest = 0
let last = process.threadCpuUsage()
let watching: NodeJS.Timeout | undefined

/** Runs only on request, because a timer every millisecond slows requests down. */
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
