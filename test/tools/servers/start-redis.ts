import { spawn } from 'node:child_process'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../child.ts'
import { findRedis } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

export interface RunningRedis {
  /** `redis://127.0.0.1:<port>`, for REDIS_URL. */
  url: string
  stop(): Promise<void>
}

/** Whether `startRedis` can work here. */
export const hasRedis = (): boolean => findRedis() !== undefined

/** Starts a Redis or Valkey of its own that keeps nothing on disk; `port` restarts an earlier one. */
export const startRedis = async (port?: number): Promise<RunningRedis> => {
  const program = findRedis()
  if (!program) throw new Error('No Redis found: run node test/tools/servers/install-servers.ts')
  const actual = port ?? (await findFreePort())
  const flags = [
    '--port',
    String(actual),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  dieWithParent(child)
  await waitForOutput(child, /Ready to accept connections/, 10_000, collectOutput(child))
  return { url: `redis://127.0.0.1:${actual}`, stop: () => stopChild(child) }
}
