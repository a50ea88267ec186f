import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { observeAnswers, pathOf } from '../../../../server/http/server/observe-answers.ts'
import type { ObservedRequest } from '../../../../server/ports.ts'
import { makeIndexRow } from '../../../builders.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createTestApp } from '../../../test-app.ts'
import { serveLocally } from '../../../tools/servers/serve-locally.ts'
import { sendRaw } from '../../../tools/servers/sockets.ts'

const listenWith = async (app: Hono) => {
  const observed: (ObservedRequest & { id: string; path: string })[] = []
  const answer = observeAnswers(app, [
    (one, request) => void observed.push({ ...one, id: request.requestId, path: pathOf(request) }),
  ])
  return { observed, ...(await serveLocally(answer)) }
}

describe('observeAnswers', () => {
  let listening: Awaited<ReturnType<typeof listenWith>>
  beforeAll(async () => {
    const imageHost = { name: 'Cloudinary', select: () => Promise.reject(new Error('gone')) }
    listening = await listenWith(await createTestApp({ rows: [makeIndexRow()], imageHost }))
  })
  afterAll(() => listening.close())

  const observe = async (path: string, method = 'GET') => {
    const { port, observed } = listening
    const before = observed.length
    const request = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    const answer = await sendRaw(port, request)
    expect(observed).toHaveLength(before + 1)
    return { answer, ...expectDefined(observed.at(-1)) }
  }

  it.each([
    ['/api/wallpapers?count=3', '/api/wallpapers', 200],
    ['/api/wallpapers/lake-view', '/api/wallpapers/:id', 200],
    ['/api/wallpapers/unknown', '/api/wallpapers/:id', 404],
    ['/api/wallpapers?count=x', '/api/wallpapers', 400],
    ['/api/random-wallpapers', '/api/random-wallpapers', 500],
    ['/livez', '/livez', 200],
    ['/nowhere/at/all', 'none', 404],
    ['/api/nothing', 'none', 404],
  ])('counts %s as %s with %i', async (path, route, status) => {
    expect(await observe(path)).toMatchObject({ method: 'GET', route, status })
  })

  it('counts all unknown methods as one', async () => {
    expect(await observe('/livez', 'PROPFIND')).toMatchObject({ method: 'other' })
    expect(await observe('/livez', 'HEAD')).toMatchObject({ method: 'HEAD', route: '/livez' })
  })

  it('measures in seconds', async () => {
    const { seconds } = await observe('/livez')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(10)
  })

  it('knows the path without its query, and the id that is on the answer', async () => {
    const { answer, id, path } = await observe('/api/categories?secret=1')
    expect(path).toBe('/api/categories')
    expect(answer).toContain(`X-Request-Id: ${id}\r\n`)
  })
})
