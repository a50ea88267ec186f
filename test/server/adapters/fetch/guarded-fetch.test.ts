import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createBoundedFetch,
  createPublicFetch,
  createSameOriginFetch,
} from '../../../../server/adapters/fetch/guarded-fetch.ts'
import { closeServer, listenLocally } from '../../../tools/servers/sockets.ts'

const listen = async (listener: RequestListener) => {
  const server = createServer(listener)
  return { server, url: `http://127.0.0.1:${await listenLocally(server)}` }
}

describe('createSameOriginFetch', () => {
  const asked: string[] = []
  let inside: { server: Server; url: string }
  let asking: { server: Server; url: string }
  beforeAll(async () => {
    // Simulates a service in a private network. A redirect from outside must not make the server
    // request it.
    inside = await listen((_, response) => {
      asked.push('inside')
      response.end('secret')
    })
    asking = await listen((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://asked')
      asked.push(`${request.method} ${pathname} ${request.headers.authorization}`)
      if (pathname === '/there') return request.pipe(response)
      const Location = searchParams.get('to') ?? '/round?to=/round'
      return response
        .writeHead(Number(searchParams.get('status') ?? 302), { Location })
        .end('Found')
    })
  })
  afterEach(() => {
    asked.length = 0
  })
  afterAll(() => Promise.all([closeServer(inside.server), closeServer(asking.server)]))

  const ask = (path: string, init: RequestInit = {}) =>
    createSameOriginFetch()(`${asking.url}${path}`, {
      ...init,
      headers: { Authorization: 'token x' },
    })

  it.each([301, 302, 303, 307, 308])('follows %i within the server', async (status) => {
    const response = await ask(`/moved?status=${status}&to=there`)
    expect(response.status).toBe(200)
    expect(asked).toEqual(['GET /moved token x', 'GET /there token x'])
  })

  it('sends the body again if the redirect requires it', async () => {
    const response = await ask('/moved?status=307&to=/there', { method: 'POST', body: 'rows' })
    expect(await response.text()).toBe('rows')
    expect(asked[1]).toBe('POST /there token x')
  })

  it('never turns a POST into a GET', async () => {
    const lost = ask('/moved?status=302&to=/there', { method: 'POST', body: 'rows' })
    await expect(lost).rejects.toThrow('a redirect (302) that a POST cannot follow')
  })

  it('never follows a redirect to another server, even in its own network', async () => {
    const { port } = new URL(inside.url)
    for (const to of [
      inside.url,
      `//127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `${asking.url.replace('http', 'https')}/there`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'http://',
    ]) {
      const led = ask(`/moved?to=${encodeURIComponent(to)}`)
      await expect(led, to).rejects.toThrow('a redirect to another server')
    }
    expect(asked).not.toContain('inside')
    expect(asked).toHaveLength(7)
  })

  it('stops after too many redirects', async () => {
    await expect(ask('/round')).rejects.toThrow('more than 5 redirects')
    expect(asked).toHaveLength(6)
  })
})

const answers: Record<string, (response: ServerResponse) => void> = {
  '/whole': (response) => response.end('wallpapers'),
  '/unchanged': (response) => response.writeHead(304, { ETag: '"1"' }).end(),
  '/refused': (response) => response.writeHead(403).end('no'),
  '/silent': () => undefined,
  '/stalled': (response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
  },
  '/cut': (response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
    setTimeout(() => response.destroy(), 20)
  },
  '/large': (response) => response.end('x'.repeat(2_001)),
}

describe('createBoundedFetch', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    const listening = await listen((request, response) => answers[request.url ?? '']?.(response))
    ;({ server, url } = listening)
  })
  afterAll(() => server.close().closeAllConnections())

  const get = (path: string, init?: RequestInit) =>
    createBoundedFetch({ timeoutMs: 300, maxBytes: 2_000 })(`${url}${path}`, init)

  it('returns status, headers and body unchanged', async () => {
    expect(await (await get('/whole')).text()).toBe('wallpapers')
    const refused = await get('/refused')
    expect([refused.status, await refused.text()]).toEqual([403, 'no'])
    const unchanged = await get('/unchanged')
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"1"'])
  })

  it.each(['/silent', '/stalled'])('ends at the deadline for a %s answer', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it.each(['/silent', '/stalled'])(
    'ends soon when nothing arrives of a %s answer',
    async (path) => {
      const patient = createBoundedFetch({ timeoutMs: 60_000, stallMs: 100, maxBytes: 2_000 })
      await expect(patient(`${url}${path}`)).rejects.toThrow('nothing arrived for 0.1 s')
    },
  )

  it('throws for a truncated body', async () => {
    await expect(get('/cut')).rejects.toThrow('terminated')
  })

  it('throws for a body that is too large', async () => {
    await expect(get('/large')).rejects.toThrow('larger than 2000 bytes')
  })

  it('stops at the signal of its caller', async () => {
    await expect(get('/silent', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('createPublicFetch', () => {
  let site: { server: Server; url: string }
  beforeAll(async () => {
    site = await listen(({ url }, response) => {
      const Location = url === '/moved' ? '/there' : 'http://127.0.0.2:1/'
      if (url === '/there') return response.end('picture')
      return response.writeHead(url === '/odd' ? 999 : 302, { Location }).end()
    })
  })
  afterAll(() => closeServer(site.server))

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
  ])('refuses %s', async (address) => {
    await expect(createPublicFetch()(address)).rejects.toThrow('the address is not public')
  })

  it('follows redirects to allowed addresses only', async () => {
    const ask = createPublicFetch((address) => address === '127.0.0.1')
    expect(await (await ask(`${site.url}/moved`)).text()).toBe('picture')
    await expect(ask(`${site.url}/away`)).rejects.toThrow('the address is not public')
    await expect(ask(`${site.url}/odd`)).rejects.toThrow(RangeError)
  })
})
