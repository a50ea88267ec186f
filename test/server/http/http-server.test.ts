import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../../server/http/http-server.ts'
import { sendRaw } from '../../tools/send-raw.ts'

describe('createHttpServer', () => {
  let server: Server
  let port: number

  beforeAll(async () => {
    server = createHttpServer(() => Response.json({ reached: 'the app' }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('answers what can be read by the app', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    expect(await sendRaw(port, request)).toContain('{"reached":"the app"}')
  })

  it.each([
    [
      'an address that is too long',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '431',
    ],
    ['what is no HTTP', 'hello\r\n\r\n', '400'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
    ],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', '400'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', '400'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', '400'],
    ['a path that is none', 'GET \\evil HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', '400'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: a cake\r\nConnection: close\r\n\r\n',
      '417',
    ],
  ])('answers %s with a JSON error', async (_, bytes, status) => {
    const answer = await sendRaw(port, bytes)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toMatch(/\r\nContent-Type: application\/json\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf('{')).replace(/\}[^}]*$/, '}'))).toEqual({
      error: expect.stringMatching(/.{20}/),
    })
  })

  it('says what is wrong with a Host and what is expected', async () => {
    const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('Invalid host header: expected the name or address of this server')
  })

  it('has browsers keep to https where that is how it is reached', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const rule = 'Strict-Transport-Security: max-age=31536000'
    const secure = createHttpServer(() => new Response('x'), { isSecure: true })
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    expect(await sendRaw((secure.address() as AddressInfo).port, request)).toContain(rule)
    expect(await sendRaw(port, request)).not.toContain(rule)
    await new Promise((resolve) => secure.close(resolve))
  })

  it('tells nothing of a failure that the app did not answer itself', async () => {
    const failing = createHttpServer(() => Promise.reject(new Error('secret')))
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
    const address = failing.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${address.port}/`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Internal server error' })
    failing.closeAllConnections()
    await new Promise((resolve) => failing.close(resolve))
  })
})
