import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { isLongRun } from '../../long-run.ts'
import { collectOutput, waitForOutput } from '../../tools/child.ts'
import { packageDir } from '../../tools/servers/programs.ts'
import { inheritedEnv, type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

let server: RunningServer
afterEach(() => server?.stop())

const ask = (path: string, agent: Agent | false = false) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}${path}`, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response))
    }).once('error', reject)
  })

/**
 * Sends only a part of a sign-in request, so that the request is unfinished. `finish` sends the
 * remaining bytes and resolves to the answer.
 */
const beginSignIn = async () => {
  const socket = connect(server.port, '127.0.0.1')
  const body = JSON.stringify({ username: 'nobody', password: 'correct horse' })
  let answer = ''
  socket.on('data', (data) => (answer += data))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /api/auth/sign-in/username HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  await ask('/livez')
  const finish = async () => {
    socket.write(body.slice(5))
    await closed
    return answer
  }
  return { finish, closed }
}

describe('shutDownOnSignal', () => {
  it('goes on answering until balancers know, and no connection is ever reset', async () => {
    server = await startServer({ env: { DRAIN_SECONDS: '5', PUBLIC_URL: 'http://a' } })
    const keepAlive = new Agent({ keepAlive: true })
    await ask('/livez', keepAlive)
    let isInService = true
    // Acts as a load balancer, which sends requests until a health check reports that the server is
    // shutting down.
    const statuses: unknown[] = []
    const visit = async () => {
      while (isInService) statuses.push((await ask('/api/wallpapers')).statusCode)
    }
    const visits = Array.from({ length: 8 }, visit)
    const begun = await beginSignIn()
    process.kill(server.pid, 'SIGTERM')
    await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(503)
    expect((await ask('/api/wallpapers', keepAlive)).headers.connection).toBe('close')
    const answered = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(answered + 8)
    isInService = false
    await Promise.all(visits)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await begun.finish()).toContain('HTTP/1.1 401 Unauthorized')
    expect(await server.ended).toBe(0)
  })

  it('ends at once when it is told twice, whatever is under way', async () => {
    server = await startServer({ env: { DRAIN_SECONDS: '600' } })
    const begun = await beginSignIn()
    process.kill(server.pid, 'SIGTERM')
    await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(503)
    process.kill(server.pid, 'SIGTERM')
    expect(await server.ended).toBe(1)
    await begun.closed
  })

  it('waits for no balancer and no idle connection after SIGHUP, and ends with a code that supervisors restart', async () => {
    server = await startServer({ env: { DRAIN_SECONDS: '600' } })
    const idle = connect(server.port, '127.0.0.1')
    await once(idle, 'connect')
    process.kill(server.pid, 'SIGHUP')
    expect(await server.ended).toBe(129)
  })

  it.runIf(isLongRun && !packageDir && process.platform !== 'win32')(
    'ends with the npm that started it, whose shell does not pass SIGTERM on',
    async () => {
      const dir = await makeTempDir('npm-start')
      // Without scripts, npm does not build the extension first.
      const npm = spawn('npm', ['start', '--ignore-scripts'], {
        cwd: root,
        env: { ...inheritedEnv(), PORT: '0', DATA_DIR: dir },
        detached: true,
      })
      onTestFinished(async () => {
        // Ends what is left of the group, if anything.
        spawnSync('kill', ['-KILL', '--', `-${npm.pid}`])
        await removeDir(dir)
      })
      const log = collectOutput(npm)
      const url = await waitForOutput(npm, /ready at (\S+)/, log)
      npm.kill('SIGTERM')
      // The server holds the other end of these pipes until it ends.
      await once(npm, 'close')
      expect(log()).toContain('"signal":"SIGTERM"')
      await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
    },
  )
})

const root = resolve(import.meta.dirname, '../../..')
