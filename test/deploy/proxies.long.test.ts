import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../server/adapters/sample-pictures.ts'
import { findProxy, type ProxyName, proxyNames } from '../tools/servers/proxy-programs.ts'
import { listenLocally } from '../tools/servers/sockets.ts'
import { type BehindProxy, startBehindProxy } from '../tools/servers/start-behind-proxy.ts'
import {
  hasPostgres,
  type RunningPostgres,
  startPostgres,
} from '../tools/servers/start-postgres.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

/** Without compression, a picture of one color is as large as its pixels. */
const [width, height] = [5_000, 4_000]
const pictureBytes = 3 * width * height
/** Clients come from this address, because the servers trust 127.0.0.1 as their proxy. */
const clientAddress = '127.0.0.2'

const createRelays = () => {
  const relays: ReturnType<typeof createServer>[] = []
  const sockets = new Set<Socket>()
  const counts = { connections: 0, bytes: 0 }
  const relay = async (target: string) => {
    const server = createServer((client) => {
      counts.connections += 1
      const upstream = connect(Number(new URL(target).port), '127.0.0.1')
      upstream.on('data', (data) => {
        counts.bytes += data.length
      })
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
      }
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
      client.pipe(upstream).pipe(client)
    })
    relays.push(server)
    return `http://127.0.0.1:${await listenLocally(server)}`
  }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    for (const server of relays) server.close()
  }
  return { relay, counts, close }
}

const testRecipe = (name: ProxyName) => {
  let behind: BehindProxy
  let folder: string
  const relays = createRelays()
  beforeAll(async () => {
    folder = await makeTempDir('large-picture')
    const picture = plain('#336699', width, height).png({ compressionLevel: 0 })
    await picture.toFile(join(folder, 'large.png'))
    const env = { WALLPAPERS_DIR: folder, LOG_LEVEL: 'debug', METRICS_PORT: '0' }
    behind = await startBehindProxy(name, { env: [env], relay: relays.relay })
  })
  afterAll(async () => {
    await behind?.stop()
    relays.close()
    await removeDir(folder)
  })

  const ask = (path: string, options: RequestOptions & { body?: string } = {}) =>
    askOver(behind, path, options)

  it('takes scheme and host from PUBLIC_URL alone, and gives secure cookies', async () => {
    const headers = {
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'for=9.9.9.9;proto=http;host=evil.example',
    }
    const list = await ask('/api/wallpapers', { headers })
    expect(list.status).toBe(200)
    expect(list.body).toContain(`"${behind.url}/main/`)
    expect(list.headers['strict-transport-security']).toBe('max-age=31536000')
    const up = await ask('/api/auth/sign-up/username', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    })
    expect(up.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-fresco_session_\d+=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  it('knows the address of a client, whatever the client claims', async () => {
    for (const claim of ['9.9.9.9', '127.0.0.1', '9.9.9.9, 127.0.0.1', '"', '127.0.0.1:80,'])
      await ask('/api/auth/sign-in/username', {
        method: 'POST',
        headers: {
          'X-Forwarded-For': claim,
          'X-Real-IP': claim,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ username: 'ada', password: 'wrong password' }),
      })
    const failed = () => findEvents(behind, 'Sign-in failed').map(({ address }) => address)
    await expect.poll(failed).toEqual(Array.from({ length: 5 }, () => clientAddress))
    const paths = findEvents(behind, 'Answered').filter(({ address }) => address !== '127.0.0.1')
    expect(new Set(paths.map(({ address }) => address))).toEqual(new Set([clientAddress]))
  })

  it('passes paths on as they were sent', async () => {
    const path = '/nope%2Fx%20y//z'
    expect((await ask(path)).status).toBe(404)
    const paths = () => findEvents(behind, 'Answered').map((event) => event.path)
    await expect.poll(paths).toContain(path)
  })

  it('does not expose the metrics', async () => {
    expect((await ask('/metrics')).status).toBe(404)
  })

  it('stores no large picture on its way to a slow client', async () => {
    const before = relays.counts.bytes
    const sent = request(`${behind.url}/main/large.png`, optionsFor(behind)).end()
    const [answer] = await once(sent, 'response')
    await once(answer, 'readable')
    answer.read(1)
    let passed = -1
    while (passed !== relays.counts.bytes) {
      passed = relays.counts.bytes
      await sleep(500)
    }
    expect(passed - before).toBeLessThan(pictureBytes / 2)
    if (name === 'nginx') expect(await readdir(join(behind.proxy.dir, 'proxy'))).toEqual([])
    let read = 1
    for await (const chunk of answer) read += (chunk as Buffer).length
    expect(read).toBeGreaterThan(pictureBytes)
    expect(read).toBe(Number(answer.headers['content-length']))
  })
}

const testTwoServers = (name: ProxyName) => {
  let postgres: RunningPostgres
  let behind: BehindProxy
  beforeAll(async () => {
    postgres = await startPostgres()
    const env = { DATABASE_URL: postgres.createDatabase(), DRAIN_SECONDS: '3' }
    behind = await startBehindProxy(name, { env: [env, env] })
  })
  afterAll(async () => {
    await behind?.stop()
    await postgres?.stop()
  })

  it('fails no request while one server after the other restarts', async () => {
    const restart = async () => {
      await behind.restart(0)
      // nginx asks a server again 30 s after it failed, and the others after good checks.
      await sleep(name === 'nginx' ? 31_000 : 4_000)
      await behind.restart(1)
    }
    const { 'PATCH 502': cutOff = 0, ...outcomes } = await countOutcomes(behind, restart)
    expect(Object.keys(outcomes).sort()).toEqual(['GET 200', 'PATCH 200'])
    // nginx asks no health check. It may send a change at the moment at which a server closes its port, and must not
    // send it again.
    expect(cutOff).toBeLessThanOrEqual(name === 'nginx' ? 2 * people : 0)
  })
}

describe.skipIf(!findProxy('caddy'))('a single server behind caddy', () => {
  it('lets readers wait while it restarts', async () => {
    const dir = await makeTempDir('restarted')
    const env = { DATA_DIR: dir, DRAIN_SECONDS: '2' }
    const behind = await startBehindProxy('caddy', { env: [env] })
    const outcomes = await countOutcomes(behind, () => behind.restart(0))
    // Caddy 2.6 does not let a change wait. The extension sends it again after 503.
    const expected = ['GET 200', 'PATCH 200', 'PATCH 503']
    expect(Object.keys(outcomes).filter((outcome) => !expected.includes(outcome))).toEqual([])
    await behind.stop()
    await removeDir(dir)
  })
})

const optionsFor = ({ proxy }: BehindProxy, agent?: Agent): RequestOptions => ({
  ca: proxy.certificate,
  localAddress: clientAddress,
  family: 4,
  ...(agent && { agent }),
})

const askOver = async (
  behind: BehindProxy,
  path: string,
  { body = '', ...options }: RequestOptions & { body?: string } = {},
) => {
  const sent = request(`${behind.url}${path}`, { ...optionsFor(behind), ...options })
  // A proxy may answer before it has read the whole body, and then close the connection.
  sent.on('error', () => undefined)
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode as number, headers: answer.headers, body: text }
}

const findEvents = ({ servers }: BehindProxy, msg: string): { address: string; path: string }[] =>
  servers()
    .flatMap((server) => server.log().split('\n'))
    .filter((line) => line.startsWith('{') && line.includes(`"msg":"${msg}"`))
    .map((line) => JSON.parse(line))

const people = 4

const countOutcomes = async (behind: BehindProxy, work: () => Promise<void>) => {
  const up = await askOver(behind, '/api/auth/sign-up/username', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'grace', password: 'correct horse' }),
  })
  const json = {
    Authorization: `Bearer ${JSON.parse(up.body).token}`,
    'Content-Type': 'application/json',
  }
  const outcomes: Record<string, number> = {}
  let isOver = false
  const person = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !isOver; turn += 1) {
      const change = { wallpaperId: `w${n}`, action: turn % 4 === 1 ? 'add' : 'remove' }
      const isReader = turn % 2 === 0
      const { status } = isReader
        ? await askOver(behind, '/api/wallpapers', { agent })
        : await askOver(behind, '/api/favorites', {
            agent,
            method: 'PATCH',
            headers: json,
            body: JSON.stringify(change),
          })
      const outcome = `${isReader ? 'GET' : 'PATCH'} ${status}`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      await sleep(5)
    }
    agent.destroy()
  }
  const running = Array.from({ length: people }, (_, n) => person(n))
  await work()
  isOver = true
  await Promise.all(running)
  return outcomes
}

for (const name of proxyNames) {
  const isMissing = findProxy(name) === undefined
  describe.skipIf(isMissing)(`Fresco behind ${name} with the recipe of deploy/`, () =>
    testRecipe(name),
  )
  describe.skipIf(isMissing || !hasPostgres())(`two servers behind ${name}`, () =>
    testTwoServers(name),
  )
}
