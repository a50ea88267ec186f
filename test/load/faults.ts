/** What goes wrong during the soak, and when. */
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Kills and restarts the second replica; PostgreSQL and Redis twice each; GitHub fails half of the time. */
const planFaults = (system: System, totalMs: number): Plan[] => {
  const everyMs = Math.min(30_000, totalMs / 4)
  const kills = Array.from({ length: Math.ceil(totalMs / everyMs) - 1 }, (_, n): Plan => {
    const signal = n % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
    return { at: (n + 0.5) * everyMs, what: signal, cause: () => killAndRestart(system, signal) }
  })
  const github = Array.from({ length: 8 }, (_, n): Plan => {
    const fail = n % 2 === 0 ? githubFaults[(n * 3) % githubFaults.length] : undefined
    const cause = async () => system.github.behave({ fail, moving: fail === undefined })
    return { at: (n / 8) * totalMs, what: `GitHub: ${fail ?? 'well, and changing'}`, cause }
  })
  const servers = [1, 2].flatMap((n): Plan[] => [
    { at: (n / 3) * totalMs, what: 'PostgreSQL restarts', cause: system.restartPostgres },
    { at: ((n - 0.5) / 2) * totalMs, what: 'Redis restarts', cause: system.restartRedis },
  ])
  return [...kills, ...github, ...servers].sort((one, other) => one.at - other.at)
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
}
