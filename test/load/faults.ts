/** What goes wrong during the soak, and when. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cloudinaryFaults } from '../emulators/cloudinary-faults.ts'
import { githubFaults } from '../emulators/github-faults.ts'
import type { System } from './system.ts'

export interface Fault {
  /** ms since 1970. */
  readonly at: number
  readonly what: string
}

interface Plan {
  /** Milliseconds from the start. */
  readonly at: number
  readonly what: string
  readonly cause: () => Promise<void>
}

const downMs = 2_000

/** How often GitHub, and Cloudinary in turn with it, fails and is well again. */
const upstreamTurns = 8

/** Kills and restarts the second replica; PostgreSQL and Redis twice each; what is upstream fails half of the time. */
const planFaults = (system: System, totalMs: number): Plan[] => {
  const everyMs = Math.min(30_000, totalMs / 4)
  const kills = Array.from({ length: Math.ceil(totalMs / everyMs) - 1 }, (_, n): Plan => {
    const signal = n % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
    return { at: (n + 0.5) * everyMs, what: signal, cause: () => killAndRestart(system, signal) }
  })
  const upstreams = Array.from({ length: upstreamTurns }, (_, n): Plan => {
    const github = n % 2 === 0 ? githubFaults[(n * 3) % githubFaults.length] : undefined
    const fault = n % 2 === 1 ? cloudinaryFaults[(n * 3) % cloudinaryFaults.length] : undefined
    const cause = async () => {
      system.github.behave({ fail: github, moving: github === undefined })
      system.cloudinary.behave({ fault })
    }
    const what = github === undefined ? `Cloudinary: ${fault}` : `GitHub: ${github}`
    return { at: (n / upstreamTurns) * totalMs, what, cause }
  })
  const servers = [1, 2].flatMap((n): Plan[] => [
    { at: (n / 3) * totalMs, what: 'PostgreSQL restarts', cause: system.restartPostgres },
    { at: ((n - 0.5) / 2) * totalMs, what: 'Redis restarts', cause: system.restartRedis },
  ])
  return [...kills, ...upstreams, ...servers].sort((one, other) => one.at - other.at)
}

const killAndRestart = async ({ killed }: System, signal: 'SIGKILL' | 'SIGTERM') => {
  const server = killed.server()
  process.kill(server.pid, signal)
  await server.ended
  await server.stop()
  await sleep(downMs)
  await killed.start()
}

/** Causes them all; resolves when the last one is over. Faults of different things overlap. */
export const causeFaults = async (
  system: System,
  totalMs: number,
  told: (fault: Fault) => void,
) => {
  const start = Date.now()
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
      // A replica that is still on its way back is not killed again.
      killing = killing.then(begin)
      running.push(killing)
    }
  }
  await Promise.all(running)
  system.github.behave()
  system.cloudinary.behave()
}
