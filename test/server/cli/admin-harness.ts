/** Test helpers that run the program for operators beside real servers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { vi } from 'vitest'
import { main } from '../../../server/cli/commands.ts'
import { collectOutput, dieWithParent } from '../../tools/child.ts'
import { packageDir, toCommand } from '../../tools/servers/programs.ts'
import { startPostgres } from '../../tools/servers/start-postgres.ts'
import { inheritedEnv, type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

export const adminFile = resolve(import.meta.dirname, '../../../server/cli/admin.ts')

interface Given {
  env: Record<string, string>
  cwd: string
  stdin?: string
  file?: string
}

export const password = 'correct horse'

/** Runs the program until it ends. `stdout` holds what it printed, and `output` also its errors. */
export const runAdmin = async (
  args: readonly string[],
  { env, cwd, stdin = '', file = adminFile }: Given,
) => {
  const [node, ...first] = toCommand(file)
  const [, command] = first
  // The same in this process costs a tenth of the time.
  if (packageDir === undefined && stdin === '' && command !== undefined)
    return runHere([command, ...args], { env, cwd })
  const child = spawn(node, [...first, ...args], {
    cwd,
    env: { ...inheritedEnv(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  dieWithParent(child)
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  const output = collectOutput(child)
  // The program may end before it has read its standard input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { code: Number(code), stdout, output: output() }
}

/** Runs the program `fresco` in this process. */
export const runHere = async (args: string[], { env, cwd }: Given) => {
  let [stdout, output] = ['', '']
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    stdout += `${line}\n`
    output += `${line}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((line) => {
    output += `${line}\n`
  })
  const before = { env: process.env, cwd: process.cwd() }
  process.env = { ...inheritedEnv(), ...env }
  process.chdir(cwd)
  await main(args)
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  process.chdir(before.cwd)
  process.env = before.env
  log.mockRestore()
  error.mockRestore()
  return { code, stdout, output }
}

/** Opens one server with SQLite, or two replicas with PostgreSQL. */
export const openService = async (kind: 'SQLite' | 'PostgreSQL') => {
  const dir = await makeTempDir('admin')
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  const env: Record<string, string> = {
    DATA_DIR: join(dir, 'data'),
    ...(postgres && { DATABASE_URL: postgres.createDatabase() }),
  }
  const servers: RunningServer[] = []
  const start = async (settings: Record<string, string> = {}) => {
    const DATA_DIR = join(dir, postgres ? `data-${servers.length}` : 'data')
    const server = await startServer({ env: { ...env, DATA_DIR, ...settings } })
    servers.push(server)
    return server
  }
  return {
    env,
    start,
    admin: (
      args: readonly string[],
      settings: { stdin?: string; env?: object; file?: string } = {},
    ) => runAdmin(args, { cwd: dir, ...settings, env: { ...env, ...settings.env } }),
    stopServers: () => Promise.all(servers.splice(0).map(({ stop }) => stop())),
    close: async () => {
      await Promise.all(servers.map(({ stop }) => stop()))
      await postgres?.stop()
      await removeDir(dir)
    },
  }
}

export type Service = Awaited<ReturnType<typeof openService>>

export const call = async (
  server: Pick<RunningServer, 'url'>,
  path: string,
  {
    token,
    body,
    method = body ? 'POST' : 'GET',
  }: { token?: string; body?: object; method?: string } = {},
) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
}

export const signUp = async (
  server: Pick<RunningServer, 'url'>,
  username: string,
  fields: object = {},
): Promise<string> => {
  const body = { username, password, ...fields }
  const answer = await call(server, '/api/auth/sign-up/username', { body })
  if (answer.status !== 200) throw new Error(`${username} could not sign up: ${answer.text}`)
  return answer.body.token
}

export const signIn = (server: Pick<RunningServer, 'url'>, username: string, secret = password) =>
  call(server, '/api/auth/sign-in/username', { body: { username, password: secret } })

export const sessionStatus = async (server: Pick<RunningServer, 'url'>, token: string) =>
  (await call(server, '/api/auth/session', { token })).status
