import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl } from '../../../test-app.ts'
import { serveLocally } from '../../../tools/servers/serve-locally.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const halfBody = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"user')),
    pull: (controller) => controller.error(new Error('aborted')),
  })

const endlessBody = () => {
  const piece = new Uint8Array(64 * 1024)
  return new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece) })
}

const json = { 'Content-Type': 'application/json' }
const routes = [
  ['PATCH', '/api/favorites', json],
  ['POST', '/api/favorites', json],
  ['POST', '/api/auth/sign-in/username', json],
  ['POST', '/account/sign-in', {}],
] as const

describe('readBody', () => {
  const failures: unknown[] = []
  let web: WebApp
  let session: Record<string, string>
  beforeAll(async () => {
    const fail = (fields: object) => void failures.push(fields)
    web = await createWebApp({ deps: { log: { info: () => undefined, warn: fail, error: fail } } })
    session = (await makePerson(web)).headers
  })
  afterAll(() => web.close())

  const send = (method: string, path: string, headers: object, body: ReadableStream) =>
    web.app.request(`${publicUrl}${path}`, {
      method,
      headers: { ...session, Origin: publicUrl, ...headers },
      body,
      duplex: 'half',
    } as RequestInit)

  it.each(routes)(
    'logs no failure when the sender of a %s to %s hangs up',
    async (method, path, headers) => {
      expect((await send(method, path, headers, halfBody())).status).toBe(400)
      expect(failures).toEqual([])
    },
  )

  it.each(routes)('reads no more than it must of a %s to %s', async (method, path, headers) => {
    const response = await send(method, path, headers, endlessBody())
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('too large: expected at most ')
  })

  it.each([...routes.slice(0, 3), ['POST', '/api/auth/pairing/session', json]] as const)(
    'says that it cannot read the compressed body of a %s to %s',
    async (method, path, headers) => {
      const compressed = new Blob(['{}']).stream().pipeThrough(new CompressionStream('gzip'))
      const encoding = { 'Content-Encoding': 'gzip' }
      const response = await send(method, path, { ...headers, ...encoding }, compressed)
      expect(response.status).toBe(415)
      expect(await response.json()).toEqual({
        error: "Invalid Content-Encoding 'gzip': send the body uncompressed",
      })
      const plain = new Blob(['{}']).stream()
      const accepted = { 'Content-Encoding': 'identity' }
      expect((await send(method, path, { ...headers, ...accepted }, plain)).status).toBe(400)
    },
  )

  it.each([
    ['with', (bytes: number) => ({ 'Content-Length': bytes })],
    ['without', () => ({ 'Transfer-Encoding': 'chunked' })],
  ])(
    'answers the next request on a connection after a body that is too large, %s a length',
    async (_, toHeaders) => {
      const { url, close } = await serveLocally(web.app.fetch)
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = async (method: string, path: string, headers: object = {}, body = '') => {
        const sent = request(`${url}${path}`, { method, agent, headers: { ...headers } })
        sent.end(body)
        const [answer] = await once(sent, 'response')
        await answer.toArray()
        return { status: answer.statusCode, reused: sent.reusedSocket }
      }
      for (const bytes of [300_000, 1_000_000, 3_000_000]) {
        const headers = { ...json, ...toHeaders(bytes) }
        const large = await ask('POST', '/api/auth/sign-in/username', headers, 'x'.repeat(bytes))
        expect(large.status).toBe(413)
        expect(await ask('GET', '/api/instance')).toEqual({ status: 200, reused: true })
      }
      agent.destroy()
      await close()
    },
  )
})
