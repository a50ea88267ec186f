import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageError } from '../../../extension/platform/storage/storage-error.ts'
import { createEndableFetch, get, readBlob } from '../../../extension/remote/http.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'

const server = createServer((request, response) => {
  if (request.url === '/hangs') return
  if (request.url === '/endless') return void Readable.from(endless()).pipe(response)
  response.write('part')
  if (request.url !== '/breaks-off') response.end()
})
const endless = function* () {
  for (;;) yield Buffer.alloc(10_000)
}
let url = ''
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenLocally(server)}`
})
afterAll(() => closeServer(server))

describe('get', () => {
  it('tells a host that does not answer from an error of the code around `fetch`', async () => {
    await expect(get(`${url}/hangs`, { deadlineMs: 10 })).rejects.toThrow('unreachable')
    const full = new StorageError(undefined)
    const fetch = () => Promise.reject(full)
    await expect(get(url, { deadlineMs: 10, fetch })).rejects.toBe(full)
  })
})

describe('readBlob', () => {
  const ask = (path: string) => get(url + path, { deadlineMs: 60_000 })

  it('stops reading a body that is too large', async () => {
    expect(await readBlob(await ask('/endless'), 100_000)).toBeUndefined()
  })

  it('keeps the type of a body, and fails if it breaks off', async () => {
    const read = await readBlob(new Response('picture', { headers: { 'Content-Type': 'a/b' } }), 7)
    expect([read?.type, await read?.text()]).toEqual(['a/b', 'picture'])
    const broken = readBlob(await ask('/breaks-off'), 100)
    server.closeAllConnections()
    await expect(broken).rejects.toThrow('unreachable')
  })
})

describe('createEndableFetch', () => {
  it('ends a request that got no answer', async () => {
    const { fetch, endAll } = createEndableFetch(globalThis.fetch)
    const arrived = once(server, 'request')
    const request = expect(fetch(`${url}/hangs`)).rejects.toThrow('aborted')
    await arrived
    endAll()
    await request
  })

  it('ends a download in the middle of its body', async () => {
    const { fetch, endAll } = createEndableFetch(globalThis.fetch)
    const response = await fetch(`${url}/breaks-off`)
    const body = expect(response.text()).rejects.toThrow('aborted')
    endAll()
    await body
  })

  it('answers requests that are made after the end of the others', async () => {
    const { fetch, endAll } = createEndableFetch(globalThis.fetch)
    endAll()
    const response = await fetch(`${url}/fast`)
    expect(await response.text()).toBe('part')
  })

  it('still ends a request by its own signal', async () => {
    const { fetch } = createEndableFetch(globalThis.fetch)
    const own = new AbortController()
    const request = fetch(`${url}/hangs`, { signal: own.signal })
    own.abort()
    await expect(request).rejects.toThrow('aborted')
  })
})
