/** The faults of the soak test and their schedule. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cloudinaryFaults } from '../emulators/cloudinary-faults.ts'
import { githubFaults } from '../emulators/github-faults.ts'
import type { System } from './system.ts'

export interface Fault {
  /** Milliseconds since 1970. */
  at: number
  what: string
}

interface Plan {
  at: number
  what: string
  cause: () => Promise<void>
}

const downMs = 2_000

/**
 * GitHub and Cloudinary fail for this share of their turn. They recover and are read again before
 * their next turn.
 */
const failingPart = 1 / 3

/**
 * Kills and restarts the second replica, restarts PostgreSQL and Redis twice each, and makes GitHub
 * and Cloudinary fail in turn.
 */
const planFaults = (system: System, totalMs: number): Plan[] => {
  const everyMs = Math.min(30_000, totalMs / 4)
  const kills = Array.from({ length: Math.ceil(totalMs / everyMs) - 1 }, (_, n): Plan => {
    const signal = n % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
    return { at: (n + 0.5) * everyMs, what: signal, cause: () => killAndRestart(system, signal) }
  })
  const upstreams = Array.from({ length: Math.ceil(totalMs / everyMs) }, (_, n): Plan => {
    const [what, cause] = n % 2 === 0 ? failGithub(system, n) : failCloudinary(system, n)
    const failFor = async () => {
      const mend = cause()
      await sleep(everyMs * failingPart)
      mend()
    }
    return { at: (n + 0.25) * everyMs, what, cause: failFor }
  })
  const servers = [1, 2].flatMap((n): Plan[] => [
    { at: (n / 3) * totalMs, what: 'PostgreSQL restarts', cause: system.restartPostgres },
    { at: ((n - 0.5) / 2) * totalMs, what: 'Redis restarts', cause: system.restartRedis },
  ])
  return [...kills, ...upstreams, ...servers].sort((one, other) => one.at - other.at)
}

/** What fails, and a function that starts the fault and returns a function that ends it. */
type Failing = [what: string, begin: () => () => void]

/**
 * Leaves out refusals and rate limits: the server backs off from those for five minutes, so it
 * would read nothing under load.
 */
const isPassing = (fault: string) => !/^4\d\d|limit/.test(fault)
const passing = {
  github: githubFaults.filter(isPassing),
  cloudinary: cloudinaryFaults.filter(isPassing),
}

/** Between faults, every look finds a new commit. */
const failGithub = ({ github }: System, n: number): Failing => {
  const fail = passing.github[(n / 2) % passing.github.length]
  const begin = () => {
    github.behave({ fail })
    return () => github.behave({ moving: true })
  }
  return [`GitHub: ${fail}`, begin]
}

const failCloudinary = ({ cloudinary }: System, n: number): Failing => {
  const fault = passing.cloudinary[((n - 1) / 2) % passing.cloudinary.length]
  const begin = () => {
    cloudinary.behave({ fault })
    return () => cloudinary.behave()
  }
  return [`Cloudinary: ${fault}`, begin]
}

const killAndRestart = async ({ killed }: System, signal: 'SIGKILL' | 'SIGTERM') => {
  const server = killed.server()
  process.kill(server.pid, signal)
  await server.ended
  await server.stop()
  await sleep(downMs)
  await killed.start()
}

/**
 * Causes all faults and resolves when the last one is over. Faults of different services overlap.
 */
export const causeFaults = async (
  system: System,
  totalMs: number,
  told: (fault: Fault) => void,
) => {
  const start = Date.now()
  system.github.behave({ moving: true })
  let killing: Promise<void> = Promise.resolve()
  const running: Promise<void>[] = []
  for (const { at, what, cause } of planFaults(system, totalMs)) {
    await sleep(Math.max(0, start + at - Date.now()))
    const begin = () => {
      told({ at: Date.now(), what })
      return cause()
    }
    if (!what.startsWith('SIG')) running.push(begin())
    else {
      // A replica is not killed again while it still restarts.
      killing = killing.then(begin)
      running.push(killing)
    }
  }
  await Promise.all(running)
  system.github.behave()
}
