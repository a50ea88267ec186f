import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndableFetch } from '../../../extension/remote/http.ts'
import { closeServer, findFreePort } from '../../tools/servers/sockets.ts'

describe('createEndableFetch', () => {
  const server = createServer((request, response) => {
    if (request.url === '/hangs') return
    response.write('first half')
    if (request.url !== '/half') response.end()
  })
  let url = ''
  beforeAll(async () => {
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => closeServer(server))

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
    const response = await fetch(`${url}/half`)
    const body = expect(response.text()).rejects.toThrow('aborted')
    endAll()
    await body
  })

  it('answers requests that are made after the end of the others', async () => {
    const { fetch, endAll } = createEndableFetch(globalThis.fetch)
    endAll()
    const response = await fetch(`${url}/whole`)
    expect(await response.text()).toBe('first half')
  })

  it('still ends a request by its own signal', async () => {
    const { fetch } = createEndableFetch(globalThis.fetch)
    const own = new AbortController()
    const request = fetch(`${url}/hangs`, { signal: own.signal })
    own.abort()
    await expect(request).rejects.toThrow('aborted')
  })
})
