import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer } from '../../tools/servers/sockets.ts'
import type { FuzzRequest } from './requests.ts'
import { createSender } from './send.ts'

const request: FuzzRequest = {
  operation: {},
  name: 'anything',
  method: 'GET',
  path: '/',
  headers: {},
  session: 'none',
  body: undefined,
}

describe('createSender', () => {
  let server: Server
  let body: Buffer
  beforeAll(async () => {
    server = createServer((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => closeServer(server))

  it.each([
    ['does not match its content encoding', Buffer.from('plain'), 'incorrect header check'],
    ['is truncated', Buffer.from('1f8b0800', 'hex'), 'unexpected end of file'],
  ])('fails for an answer that %s', async (_, bytes, reason) => {
    body = bytes
    const { port } = server.address() as AddressInfo
    const { send, close } = createSender(`http://127.0.0.1:${port}`)
    await expect(send(request, { token: '', cookie: '' })).rejects.toThrow(reason)
    close()
  })
})
