import { monitorEventLoopDelay } from 'node:perf_hooks'

// JavaScript, because a TypeScript file would make each measured server load Node's TypeScript parser (17 MB).

const delays = monitorEventLoopDelay({ resolution: 1 })
let ownLongest = 0
let last = process.threadCpuUsage()
let watching

/** Only on request, because a timer of one millisecond slows the server down. */
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

/** @returns {import('./measured-process.ts').Usage} */
const report = () => {
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
