import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { collectOutput, dieWithParent, isRunning, stopChild } from '../child.ts'
import { findHaproxy } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

const config = resolve(import.meta.dirname, '../../../deploy/haproxy.cfg')

export interface RunningBalancer {
  url: string
  log(): string
  stop(): Promise<void>
}

export const hasHaproxy = (): boolean => findHaproxy() !== undefined

/** Starts HAProxy with the configuration from `deploy/`, in front of two servers. */
export const startHaproxy = async (
  replicas: readonly [string, string],
): Promise<RunningBalancer> => {
  const program = findHaproxy()
  if (!program)
    throw new Error('No HAProxy found. Run: npx node test/tools/servers/install-servers.ts haproxy')
  const address = `127.0.0.1:${await findFreePort()}`
  const [one, two] = replicas.map((url) => new URL(url).host)
  const env = { PATH: process.env.PATH, LISTEN: address, FRESCO_ONE: one, FRESCO_TWO: two }
  const child = spawn(program, ['-db', '-f', config], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  dieWithParent(child)
  const log = collectOutput(child)
  const url = `http://${address}`
  const isUp = () =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) if (!isRunning(child)) throw new Error(`HAProxy ended:\n${log()}`)
  return { url, log, stop: () => stopChild(child) }
}
