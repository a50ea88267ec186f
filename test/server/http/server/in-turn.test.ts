import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { answerInTurn } from '../../../../server/http/server/in-turn.ts'
import { closeServer, listenLocally, sendRaw } from '../../../tools/servers/sockets.ts'

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
const many = (count: number, headers?: string) =>
  paths(count)
    .map((path) => get(path, headers))
    .join('')
const last = get('/last', 'Connection: close\r\n')

describe('answerInTurn', () => {
  let server: Server
  afterEach(() => closeServer(server))

  const listen = (listener: RequestListener, limits?: Parameters<typeof answerInTurn>[1]) => {
    server = createServer(answerInTurn(listener, limits))
    return listenLocally(server)
  }

  const listenHeld = async (limits?: Parameters<typeof answerInTurn>[1]) => {
    const started: string[] = []
    const events = new EventEmitter()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const port = await listen(async ({ url = '' }, response) => {
      started.push(url)
      events.emit('started')
      await released
      response.end(`answer to ${url};`)
    }, limits)
    let parsed = 0
    server.on('request', () => (parsed += 1))
    return { port, started, events, release, parsed: () => parsed }
  }

  it('works on one request of a connection at a time, and answers in order', async () => {
    let running = 0
    let most = 0
    const port = await listen(async (request, response) => {
      most = Math.max(most, ++running)
      await setImmediate()
      response.end(`answer to ${request.url};`)
      running--
    })
    const answer = await sendRaw(port, many(200) + last)
    const answered = Array.from(answer.matchAll(/answer to (.*?);/g), ([, path]) => path)
    expect(answered).toEqual([...paths(200), '/last'])
    expect(most).toBe(1)
  })

  it('answers bodies, HEAD, upgrades, expectations and early hints in their turn', async () => {
    const port = await listen(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      if (request.url === '/hints') response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end(`${request.method} ${request.url} ${body.length};`)
    })
    const post = (path: string, headers: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`
    const requests = [
      post('/long', 'Content-Length: 300000', 'x'.repeat(300_000)),
      'HEAD /head HTTP/1.1\r\nHost: a\r\n\r\n',
      post('/chunked', 'Transfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'),
      post('/expecting', 'Expect: 100-continue\r\nContent-Length: 2', 'ab'),
      get('/hints'),
      get('/upgrade', 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n'),
    ]
    const answer = await sendRaw(port, requests.join(''))
    expect(answer.match(/HTTP\/1.1 \d+|\w+ \/\w+ \d+;/g)).toEqual([
      ...['HTTP/1.1 200', 'POST /long 300000;', 'HTTP/1.1 200'],
      ...['HTTP/1.1 200', 'POST /chunked 3;'],
      ...['HTTP/1.1 100', 'HTTP/1.1 200', 'POST /expecting 2;'],
      ...['HTTP/1.1 103', 'HTTP/1.1 200', 'GET /hints 0;', 'HTTP/1.1 200', 'GET /upgrade 0;'],
    ])
  })

  it.each([
    ['the client has gone', (client: Socket) => client.resetAndDestroy()],
    ['the server has closed the connection', (_: Socket, own: Socket) => own.destroySoon()],
  ])('starts no waiting request once %s', async (_, close) => {
    const { port, started, events, release } = await listenHeld()
    const connected = once(server, 'connection')
    const client = connect(port, '127.0.0.1').on('error', () => undefined)
    client.write(many(20))
    const [own] = await connected
    await once(events, 'started')
    const closed = new Promise((resolve) => own.once('close', resolve))
    close(client, own)
    release()
    await closed
    await setImmediate()
    expect(started).toEqual(['/0'])
    client.destroy()
  })

  it('answers other clients before the waiting requests of one connection', async () => {
    let started = 0
    const port = await listen(({ url }, response) => {
      started += 1
      response.end(url)
    })
    const answered = sendRaw(port, many(2000) + last)
    await once(server, 'request')
    await sendRaw(port, get('/other', 'Connection: close\r\n'))
    expect(started).toBeLessThan(1000)
    await answered
  })

  it('does not read a connection with many waiting requests until some are answered', async () => {
    const { port, events, release, parsed } = await listenHeld()
    const connected = once(server, 'connection')
    const long = `X: ${'x'.repeat(1000)}\r\n`
    const answer = sendRaw(port, many(1000, long) + last)
    const [own] = await connected
    await once(events, 'started')
    await expect.poll(() => own.isPaused()).toBe(true)
    expect(parsed()).toBeLessThan(300)
    release()
    expect((await answer).match(/answer to/g)).toHaveLength(1001)
  })

  it('does not read a connection whose waiting requests have large bodies', async () => {
    const { port, events, release, parsed } = await listenHeld()
    const connected = once(server, 'connection')
    const body = 'x'.repeat(60_000)
    const post = `POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const answer = sendRaw(port, get('/first') + post.repeat(30) + last)
    const [own] = await connected
    await once(events, 'started')
    await expect.poll(() => own.isPaused()).toBe(true)
    expect(parsed()).toBeLessThan(10)
    release()
    expect((await answer).match(/answer to/g)).toHaveLength(32)
  })

  it('starts the waiting requests of others although the listener fails', async () => {
    const listeners = process.rawListeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    const failed = once(process, 'uncaughtException')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let started = 0
    const port = await listen(({ url }, response) => {
      if (url === '/bad') throw new Error('a bug')
      started += 1
      if (started === 2) release()
      void released.then(() => response.end(`answer to ${url};`))
    })
    const bad = connect(port, '127.0.0.1').on('error', () => undefined)
    bad.write(get('/first') + get('/bad'))
    await once(server, 'request')
    const answer = sendRaw(port, get('/1') + get('/2') + last)
    await failed
    for (const listener of listeners) process.on('uncaughtException', listener as () => void)
    expect((await answer).match(/answer to/g)).toHaveLength(3)
    bad.destroy()
  })

  it('closes a connection when too many requests of all connections wait', async () => {
    const { port, release } = await listenHeld({ pauseBytes: 256_000, mostBytes: 62_000 })
    const patient = sendRaw(port, get('/0') + get('/1') + last)
    await once(server, 'request')
    expect(await sendRaw(port, many(20))).toBe('')
    release()
    expect((await patient).match(/answer to/g)).toHaveLength(3)
    const later = await sendRaw(port, many(9) + last)
    expect(later.match(/answer to/g)).toHaveLength(10)
  })
})
