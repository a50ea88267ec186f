import { setTimeout as sleep } from 'node:timers/promises'
import { cloudinaryFaults } from '../../emulators/cloudinary.ts'
import { githubFaults } from '../../emulators/github-faults.ts'
import type { System } from './system.ts'

export interface Fault {
  at: number
  what: string
}

interface Plan {
  at: number
  what: string
  cause: () => Promise<void>
}

const downMs = 2_000

/** In the rest of its turn, the server must recover and read it again. */
const failingPart = 1 / 3

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

/** The failure ends when the returned function is called. */
type Failing = [what: string, begin: () => () => void]

/** Without those after which the server waits five minutes. */
const isPassing = (fault: string) => !/^4\d\d|limit/.test(fault)
const passing = {
  github: githubFaults.filter(isPassing),
  cloudinary: cloudinaryFaults.filter(isPassing),
}

/** A moving branch keeps the server reading catalogues. */
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
      killing = killing.then(begin)
      running.push(killing)
    }
  }
  await Promise.all(running)
  system.github.behave()
}
