import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createErrorHandler } from '../../../server/http/error-response.ts'
import { createHttpServer } from '../../../server/http/http-server.ts'
import { closeServer } from '../../tools/close-server.ts'

describe('the id of a request', () => {
  const logged: object[] = []
  const write = (fields: object) => void logged.push(fields)
  const app = new Hono()
  app.get('/', (c) => c.text('ok'))
  app.get('/fails', () => {
    throw new Error('broken')
  })
  app.onError(
    createErrorHandler({ log: { info: write, warn: write, error: write }, development: false }),
  )
  const server = createHttpServer(app.fetch)
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => closeServer(server))

  const idOf = async (path: string, given?: string) => {
    const headers = given === undefined ? {} : { 'X-Request-Id': given }
    return (await fetch(`${url}${path}`, { headers })).headers.get('X-Request-Id')
  }

  it('comes back with the answer, unless it could spoil a log', async () => {
    expect(await idOf('/', 'from-the-balancer:7')).toBe('from-the-balancer:7')
    for (const odd of ['two words', '"quoted"', 'x'.repeat(129)])
      expect(await idOf('/', odd)).toBeNull()
  })

  it('is in the log of a failure and on its answer, given or made', async () => {
    expect(await idOf('/fails', 'abc')).toBe('abc')
    expect(logged.at(-1)).toMatchObject({ requestId: 'abc', path: '/fails' })
    const made = await idOf('/fails', 'two words')
    expect(made).toMatch(/^[\w-]{36}$/)
    expect(logged.at(-1)).toMatchObject({ requestId: made })
  })
})
