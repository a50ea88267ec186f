import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpLimits } from '../../../../server/http/server/http-server.ts'
import { type Served, serveLocally } from '../../../tools/servers/serve-locally.ts'
import { sendRaw } from '../../../tools/servers/sockets.ts'

describe('createHttpServer', () => {
  let served: Served
  beforeAll(async () => {
    served = await serveLocally(() => Response.json({ reached: 'the app' }))
  })
  afterAll(() => served.close())

  it.each([
    [
      'an address that is too long',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '431',
    ],
    ['bytes that are not HTTP', 'hello\r\n\r\n', '400'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['two Hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nhost: a\r\nHOST: b\r\n\r\n', '400'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', '400'],
    ['an invalid path', 'GET \\evil HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '400'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: a cake\r\nConnection: close\r\n\r\n',
      '417',
    ],
  ])('answers %s with a JSON error', async (_, bytes, status) => {
    const answer = await sendRaw(served.port, bytes)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toMatch(/\r\nContent-Type: application\/json\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf('{')).replace(/\}[^}]*$/, '}'))).toEqual({
      error: expect.stringMatching(/.{20}/),
    })
  })

  it.each([
    ['GET /é HTTP/1.1\r\nHost: a\r\n\r\n', 'could not be parsed: Invalid char in url path'],
    [
      'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n',
      'Invalid host header: expected the name or address of this server',
    ],
    [
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      'More than one host header: expected one',
    ],
  ])('says why it cannot read %j', async (bytes, reason) => {
    expect(await sendRaw(served.port, bytes)).toContain(reason)
  })

  it('cuts a fragment off the address, so that no cache takes it for a query', async () => {
    const { port, close } = await serveLocally((request) => new Response(request.url))
    const answer = await sendRaw(port, 'GET /a#?b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/\r\n\r\nhttp:\/\/a\/a$/)
    await close()
  })

  it('answers HTTP/1.0 without a Host, as old health checks send it', async () => {
    const answer = await sendRaw(served.port, 'GET / HTTP/1.0\r\n\r\n')
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toContain('{"reached":"the app"}')
  })

  it('sends the answers to earlier requests before it refuses a malformed one', async () => {
    const answerSlowly = async (request: Request) => {
      await sleep(50)
      return new Response(`answer to ${new URL(request.url).pathname}`)
    }
    const { port, close } = await serveLocally(answerSlowly)
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const answer = await sendRaw(port, `${get('/one')}${get('/two')}hello\r\n\r\n`)
    const [one, two, refusal] = ['answer to /one', 'answer to /two', 'HTTP/1.1 400'].map((text) =>
      answer.indexOf(text),
    )
    expect(one).toBeGreaterThan(0)
    expect(two).toBeGreaterThan(Number(one))
    expect(refusal).toBeGreaterThan(Number(two))
    expect(answer.split('HTTP/1.1 400')).toHaveLength(2)
    await close()
  })

  it('refuses a malformed body at once, after the answers to earlier requests', async () => {
    const { port, close } = await serveLocally(
      async (request) => new Response(`read ${await request.text()}`),
    )
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n'
    const answer = await sendRaw(port, get + post)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    await close()
  })

  it.each([
    ['sends', 'with https', { isSecure: true }, true],
    [
      'does not send',
      'below a path, where the host is not its own',
      { isSecure: true, prefix: '/fresco' },
      false,
    ],
    ['does not send', 'without https', { isSecure: false }, false],
  ])('%s the rule to use https only %s', async (_, __, options, expected) => {
    const rule = 'Strict-Transport-Security: max-age=31536000'
    const { port, close } = await serveLocally(() => new Response('x'), options)
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    expect((await sendRaw(port, request)).includes(rule)).toBe(expected)
    await close()
  })

  it('does not reveal a failure that the app did not answer itself', async () => {
    const { url, close } = await serveLocally(() => Promise.reject(new Error('secret')))
    const response = await fetch(url)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Internal server error' })
    await close()
  })

  it('closes one connection too many at once, and keeps the others', async () => {
    const limits = { ...httpLimits, maxConnections: 12 }
    const { port, close } = await serveLocally(() => new Response('x'), { limits })
    const open = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket))
      })
    const sockets = await Promise.all(Array.from({ length: 12 }, open))
    const extra = connect(port, '127.0.0.1')
    await new Promise((resolve) => extra.on('error', resolve).on('close', resolve))
    sockets[0]?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [answer] = await once(sockets[0] as Socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 200 OK')
    for (const socket of sockets) socket.destroy()
    await close()
  })
})

describe('createHttpServer with little patience', () => {
  let served: Served
  const limits = {
    ...httpLimits,
    headersTimeout: 100,
    requestTimeout: 200,
    connectionsCheckingInterval: 50,
    timeout: 300,
  }
  /** Larger than all socket buffers, so that a part waits until the client reads. */
  const large = new Uint8Array(50_000_000)

  beforeAll(async () => {
    const answer = async (request: Request) => {
      if (request.method === 'POST') return Response.json((await request.text()).length)
      return new Response(request.url.endsWith('/large') ? large : 'small')
    }
    served = await serveLocally(answer, { limits })
  })
  afterAll(() => served.close())

  /** Sends a request byte by byte and never completes it. */
  const sendSlowly = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(served.port, '127.0.0.1')
      let answer = ''
      socket.write(text)
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('data', (data) => (answer += data))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(drip)
        resolve(answer)
      })
    })
  const ask = async (path: string) => (await fetch(served.url + path)).text()

  it('hangs up on many clients that send their headers byte by byte, and answers others meanwhile', async () => {
    const slow = Array.from({ length: 8 }, () => sendSlowly('GET / HTTP/1.1\r\nHost: a\r\nX: '))
    expect(await ask('/')).toBe('small')
    for (const answer of await Promise.all(slow)) {
      expect(answer).toContain('HTTP/1.1 408 Request Timeout')
      expect(answer).toContain('{"error":"The request did not arrive in time: send it again"}')
    }
  })

  it('hangs up on a client that never sends all of the body', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n'
    expect(await sendSlowly(head)).not.toContain('HTTP/1.1 200')
    expect(await ask('/')).toBe('small')
  })

  it('hangs up on a client that never sends anything, or never reads the answer', async () => {
    const held: Socket[] = []
    const hold = (socket: Socket) => void held.push(socket)
    served.server.on('connection', hold)
    const silent = connect(served.port, '127.0.0.1')
    const deaf = connect(served.port, '127.0.0.1')
    deaf.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => held.length).toBe(2)
    await expect.poll(() => held.map(({ destroyed }) => destroyed)).toEqual([true, true])
    served.server.off('connection', hold)
    for (const socket of [silent, deaf]) socket.destroy()
  })
})

describe('httpLimits', () => {
  it('keep a connection open for longer than a balancer in front does', () => {
    const config = readFileSync(new URL('../../../../deploy/haproxy.cfg', import.meta.url), 'utf8')
    const timeouts = [...config.matchAll(/^ {2}timeout [\w-]+ (\d+)s$/gm)]
    expect(timeouts.length).toBeGreaterThan(4)
    for (const [, seconds] of timeouts)
      expect(httpLimits.keepAliveTimeout).toBeGreaterThan(Number(seconds) * 1000)
  })
})
