import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageError } from '../../../extension/platform/storage/storage-error.ts'
import { createEndableFetch, get } from '../../../extension/remote/http.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'

const server = createServer((request, response) => {
  if (request.url === '/hangs') return
  response.write('part')
  if (request.url !== '/breaks-off') response.end()
})
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
