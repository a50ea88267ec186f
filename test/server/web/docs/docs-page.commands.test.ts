import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { commandsOf } from './commands.ts'

let server: RunningServer
let html: string
let dir: string
beforeAll(async () => {
  dir = await makeTempDir('commands')
  server = await startServer()
  await signUp('ada')
  html = await (await fetch(`${server.url}/docs`, { headers: { Accept: 'text/html' } })).text()
})
afterAll(async () => {
  await server.stop()
  await removeDir(dir)
})

const signUp = async (username: string) => {
  const answer = await fetch(`${server.url}/api/auth/sign-up/username`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse' }),
  })
  return ((await answer.json()) as { token: string }).token
}

const runInShell = async (commands: readonly { command: string; token: string }[]) => {
  const observed = `curl() { command curl --silent --write-out '%{stderr}%{http_code}\\n' "$@" || echo 0 >&2; }`
  const lines = commands.map(({ command, token }) => `FRESCO_TOKEN='${token}'\n${command}`)
  const options = { cwd: dir, maxBuffer: 64_000_000 }
  const script = [observed, ...lines].join('\n')
  const { stderr } = await promisify(execFile)('sh', ['-c', script], options)
  return stderr.trim().split('\n').map(Number)
}

// Each of these makes the token or the password of its user useless for the other commands.
const changesUser = /sign-out|change-password|change-name|delete-account|end-other-sessions/

describe('the commands of /docs', () => {
  it('all run', async () => {
    const tokens = new Map<string, string>()
    const commands = []
    for (const command of commandsOf(html)) {
      const [user = 'reader'] = changesUser.exec(command) ?? []
      const token = tokens.get(user) ?? (await signUp(`reader_${tokens.size}`))
      tokens.set(user, token)
      commands.push({ command, token })
    }
    expect(commands.length).toBeGreaterThan(45)
    const statuses = await runInShell(commands)
    expect(statuses).toHaveLength(commands.length)
    // 409: the name in the example is taken. 503: the machine is too busy to make a picture.
    const others = commands
      .map(({ command }, at) => [/\/\/[^/]+(\/[^'?]*)/.exec(command)?.[1], statuses[at]] as const)
      .filter(([, status = 0]) => Math.floor(status / 100) !== 2 && ![409, 503].includes(status))
    expect(others).toEqual([['/api/auth/end-session', 404]])
  })
})
