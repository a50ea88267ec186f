import { spawn } from 'node:child_process'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../child.ts'
import { findRedis } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

export interface RunningRedis {
  url: string
  pid: number
  stop(): Promise<void>
}

export const hasRedis = (): boolean => findRedis() !== undefined

/** Without storage on disk. The `port` of an earlier server simulates a restart. */
export const startRedis = async (port?: number): Promise<RunningRedis> => {
  const program = findRedis()
  if (!program)
    throw new Error('No Redis found. Run: npx node test/tools/servers/install-servers.ts')
  const actual = port ?? (await findFreePort())
  const flags = ['--port', String(actual), '--bind', '127.0.0.1', '--appendonly', 'no']
  const child = spawn(program, [...flags, '--save', ''], { stdio: ['ignore', 'pipe', 'pipe'] })
  dieWithParent(child)
  await waitForOutput(child, /Ready to accept connections/, collectOutput(child))
  return {
    url: `redis://127.0.0.1:${actual}`,
    pid: child.pid ?? 0,
    stop: () => stopChild(child),
  }
}
