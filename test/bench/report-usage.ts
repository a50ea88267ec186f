/** Loaded before a measured server: says over the channel to its parent what it has used so far. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Usage {
  /** Processor time of all threads, in microseconds. */
  cpu: number
  /** Resident memory in bytes. */
  rss: number
  /** The longest the serving thread kept everybody waiting since the last report, in milliseconds. */
  pauseMs: number
  /** The most processor time it took at a stretch since then: others who are busy do not count. */
  ownPauseMs: number
}

const delays = monitorEventLoopDelay({ resolution: 1 })
let ownLongest = 0
let last = process.threadCpuUsage()
let watching: NodeJS.Timeout | undefined

/** Watched only while it is asked for: a timer every millisecond costs the requests something. */
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
