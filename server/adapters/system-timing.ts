import pTimeout from 'p-timeout'
import type { Timing } from '../ports.ts'

export const systemTiming: Timing = {
  clock: () => Date.now(),
  timers: {
    schedule: (ms, task) => {
      const timer = setTimeout(task, ms).unref()
      return () => clearTimeout(timer)
    },
    limit: (work, ms, late) => pTimeout(work, { milliseconds: ms, message: late }),
  },
  random: Math.random,
}
