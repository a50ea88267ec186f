import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentRequestId } from '../../../../server/http/server/request-id.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'
import { type Served, serveLocally } from '../../../tools/servers/serve-locally.ts'

describe('the id of a request', () => {
  const logged: object[] = []
  let served: Served
  let idOfHost: string | undefined
  beforeAll(async () => {
    const write = (fields: object) => void logged.push(fields)
    const app = await createTestApp({
      rows: [makeIndexRow()],
      log: { info: write, warn: write, error: write },
      imageHost: {
        name: 'Cloudinary',
        select: async () => {
          await new Promise(setImmediate)
          idOfHost = currentRequestId()
          throw new Error('gone')
        },
      },
    })
    served = await serveLocally(app.fetch)
  })
  afterAll(() => served.close())

  const ask = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init)
  const idOf = async (path: string, given?: string) => {
    const headers = given === undefined ? {} : { 'X-Request-Id': given }
    return (await ask(path, { headers })).headers.get('X-Request-Id')
  }

  it.each([
    ...['/api/wallpapers', '/api/wallpapers?count=x', '/api/colors', '/api/instance'],
    ...['/api/wallpapers/search?q=lake', '/livez', '/nowhere', '/'],
  ])('is on the answer to %s, and another one each time', async (path) => {
    expect(await idOf(path, 'from-the-balancer:7')).toBe('from-the-balancer:7')
    const [one, two] = [await idOf(path), await idOf(path)]
    expect(one).toMatch(/^[\w-]{10,20}$/)
    expect(two).not.toBe(one)
  })

  it('is one of its own when the given one could spoil a log', async () => {
    for (const odd of ['two words', '"quoted"', 'x'.repeat(129)])
      expect(await idOf('/api/colors', odd)).toMatch(/^[\w-]{10,20}$/)
  })

  it('is on the answers to conditional requests and to HEAD', async () => {
    const etag = (await ask('/api/colors')).headers.get('ETag') ?? ''
    const unchanged = await ask('/api/colors', { headers: { 'If-None-Match': etag } })
    expect(unchanged.status).toBe(304)
    expect(unchanged.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,20}$/)
    const head = await ask('/api/wallpapers', { method: 'HEAD' })
    expect(head.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,20}$/)
  })

  it('is known to whatever works for the request, in the log and on the answer', async () => {
    expect(await idOf('/api/random-wallpapers', 'abc')).toBe('abc')
    expect(idOfHost).toBe('abc')
    expect(logged.at(-1)).toMatchObject({ requestId: 'abc', path: '/api/random-wallpapers' })
    const made = await idOf('/api/random-wallpapers', 'two words')
    expect(idOfHost).toBe(made)
    expect(logged.at(-1)).toMatchObject({ requestId: made })
    expect(currentRequestId()).toBeUndefined()
  })
})
