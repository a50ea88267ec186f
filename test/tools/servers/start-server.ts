import { spawn } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { collectOutput, dieWithParent, killChild, stopChild, waitForOutput } from '../child.ts'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { toCommand } from './programs.ts'
import type { ProxyName } from './proxy-programs.ts'
import { findFreePort } from './sockets.ts'
import { startPathProxy } from './start-path-proxy.ts'

const main = resolve(import.meta.dirname, '../../../server/main.js')
/**
 * With FRESCO_PATH=/fresco, the tests run below that path. FRESCO_PROXY names the proxy in front, and with
 * FRESCO_PROXY_STRIPS it cuts the path off: test/below-a-path.long.test.ts.
 */
const publicPath = process.env.FRESCO_PATH ?? ''
const proxyName = process.env.FRESCO_PROXY as ProxyName | undefined
const strips = process.env.FRESCO_PROXY_STRIPS !== undefined
/** The address in plain text. Log lines are JSON and may contain other addresses. */
const address = /^(?!\{).*?(http:\/\/[^\s/]+:\d+)\s/m

/** A developer's tokens and proxies must not affect a test. */
const inherited = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'TZ', 'SystemRoot'],
  ...['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE'],
]

export interface StartServerOptions {
  program?: string
  /** `DATA_DIR` and `PORT` restart a server with the same data. */
  env?: NodeJS.Dict<string>
  /** By default an empty folder, so that the server reads no developer's `.env`. */
  cwd?: string
  /** The user who runs the server. Only root can choose another one. */
  uid?: number
}

export interface RunningServer {
  /** The server's address, `http://127.0.0.1:<port>` without a trailing slash. */
  url: string
  /** The port of the server itself, also behind a proxy. */
  port: number
  pid: number
  log(): string
  /** Then the log is complete and the data is removed. A second call does nothing. */
  stop(): Promise<void>
  /** Resolves to the exit code, or to `null` when a signal ended the server. */
  ended: Promise<number | null>
  kill(): Promise<void>
}

export const startServer = async (options: StartServerOptions = {}): Promise<RunningServer> => {
  const dir = await makeTempDir('server')
  if (options.uid !== undefined) await chown(dir, options.uid, -1)
  const below =
    options.env?.PUBLIC_URL === undefined ? await listenBelow(options.env?.PORT) : undefined
  const [node, ...args] = toCommand(options.program ?? main)
  const child = spawn(node, args, {
    cwd: options.cwd ?? dir,
    env: {
      ...inheritedEnv(),
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      ...options.env,
      ...below?.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid }),
  })
  dieWithParent(child)
  const log = collectOutput(child)
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const stop = async () => {
    await below?.stop()
    await stopChild(child)
    // The server may have ended before its last lines were read.
    await ended
    await removeDir(dir)
  }
  try {
    const url = await waitForOutput(child, address, log)
    return {
      url: below?.env.PUBLIC_URL ?? url,
      port: Number(new URL(url).port),
      pid: child.pid ?? 0,
      log,
      ended,
      stop,
      kill: () => killChild(child),
    }
  } catch (error) {
    await stop()
    throw new Error(`The server did not start. ${(error as Error).message}`, { cause: error })
  }
}

// The public address contains the port, so it must be known before the server starts.
const listenBelow = async (given = '0') => {
  if (publicPath === '') return undefined
  const serverPort = given === '0' ? await findFreePort() : Number(given)
  const port = proxyName === undefined ? serverPort : await findFreePort()
  const proxy = proxyName && (await startPathProxy({ name: proxyName, strips, port, serverPort }))
  return {
    env: {
      PORT: String(serverPort),
      PUBLIC_URL: `http://127.0.0.1:${port}${publicPath}`,
      ...(proxy && { TRUSTED_PROXIES: '127.0.0.1' }),
    },
    stop: async () => proxy?.stop(),
  }
}

export const inheritedEnv = (): Record<string, string> => {
  const entries = inherited.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]))
}
