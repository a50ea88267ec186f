import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPatientFetch } from '../../../extension/remote/http.ts'
import { closeServer, findFreePort } from '../../tools/servers/sockets.ts'

const longestPauseMs = 1_000

describe('createPatientFetch', () => {
  const server = createServer(async (request, response) => {
    if (request.url === '/hangs') return
    for (let part = 0; part < 15; part++) {
      response.write('part')
      if (request.url === '/pauses') return
      await new Promise((resolve) => setTimeout(resolve, longestPauseMs / 10))
    }
    response.end()
  })
  let url = ''
  beforeAll(async () => {
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => closeServer(server))

  const fetch = createPatientFetch(longestPauseMs)

  it('ends a request that gets no answer', async () => {
    await expect(fetch(`${url}/hangs`)).rejects.toThrow('aborted')
  })

  it('ends a download that does not go on', async () => {
    const response = await fetch(`${url}/pauses`)
    await expect(response.text()).rejects.toThrow('aborted')
  })

  it('waits longer for a slow download that goes on', async () => {
    const response = await fetch(`${url}/slow`)
    expect(await response.text()).toBe('part'.repeat(15))
  })
})
