import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { collectOutput, dieWithParent, killChild, stopChild, waitForOutput } from '../child.ts'
import { makeTempDir, removeDir } from '../temp-dir.ts'

const main = resolve(import.meta.dirname, '../../../server/main.ts')
const startTimeoutMs = 30_000
/** The first address that it prints for people; its log lines are JSON and may name others. */
const address = /^(?!\{).*?(http:\/\/[^\s/]+:\d+)\s/m

/** What a process needs of its surroundings; the rest (tokens, proxies) must not leak into a test. */
const inherited = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'TZ', 'SystemRoot'],
  ...['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE'],
]

export interface StartServerOptions {
  /** Settings of the server. `DATA_DIR` and `PORT` may be given too, to restart on the same data. */
  env?: Record<string, string>
  /** Where it runs; by default an empty folder, so that a developer's `.env` is not read. */
  cwd?: string
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string
  pid: number
  /** Everything it has printed so far. */
  log(): string
  /** SIGTERM, SIGKILL after 5 s; then removes the temporary data. May be called twice. */
  stop(): Promise<void>
  /** How it ended, once it has: its exit code, or `null` when a signal ended it. */
  ended: Promise<number | null>
  /** SIGKILL, as in a crash; the data stays until `stop()`. */
  kill(): Promise<void>
}

/** Starts the real server in its own process, on a free port and temporary data. */
export const startServer = async (options: StartServerOptions = {}): Promise<RunningServer> => {
  const dir = await makeTempDir('server')
  const child = spawn(process.execPath, [main], {
    cwd: options.cwd ?? dir,
    env: { ...inheritedEnv(), PORT: '0', DATA_DIR: join(dir, 'data'), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  dieWithParent(child)
  const log = collectOutput(child)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const stop = async () => {
    await stopChild(child)
    await removeDir(dir)
  }
  try {
    const url = await waitForOutput(child, address, startTimeoutMs, log)
    return { url, pid: child.pid ?? 0, log, ended, stop, kill: () => killChild(child) }
  } catch (error) {
    await stop()
    throw new Error(`The server did not start. ${(error as Error).message}`, { cause: error })
  }
}

const inheritedEnv = (): Record<string, string> => {
  const entries = inherited.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]))
}
