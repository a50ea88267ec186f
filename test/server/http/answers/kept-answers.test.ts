import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueSnapshot } from '../../../../server/catalogue/catalogue-store.ts'
import { keepAnswers } from '../../../../server/http/answers/kept-answers.ts'
import { sendText } from '../../../../server/http/answers/send.ts'
import { setPageHeaders } from '../../../../server/web/page-route.ts'

const caching = { '/page': 'public, max-age=60', '/own': 'public, max-age=60', '/list': 'no-cache' }
let current: CatalogueSnapshot | undefined
let now = 1_000_000
let made = 0

const createApp = () => {
  const snapshot = () => current ?? Promise.reject(new Error('No catalogue has been read yet'))
  const app = new Hono()
  keepAnswers(app, Object.keys(caching), snapshot, () => now)
  for (const [path, value] of Object.entries(caching))
    app.get(path, (c) => {
      setPageHeaders(c)
      c.header('Cache-Control', value)
      if (path === '/own') c.header('Vary', 'Cookie')
      made += 1
      return sendText(c, `${'long '.repeat(400)}${made}`, 'text/plain')
    })
  return app
}

const makeSnapshot = () => ({}) as CatalogueSnapshot
let app = createApp()
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(path, { headers })
  return { answer, number: /\d*$/.exec(await answer.text())?.[0] }
}

beforeEach(() => {
  app = createApp()
  current = makeSnapshot()
  made = 0
})

describe('the answer of a public route', () => {
  it('is made once, and is the same for everybody but for the id of the request', async () => {
    const first = await ask('/page')
    const second = await ask('/page', { 'X-Request-Id': 'second' })
    expect(second.number).toBe('1')
    expect({ ...Object.fromEntries(second.answer.headers), 'x-request-id': '' }).toEqual({
      ...Object.fromEntries(first.answer.headers),
      'x-request-id': '',
    })
    expect(second.answer.headers.get('X-Request-Id')).toBe('second')
  })

  it('is made again after ten seconds, for another catalogue, and without one', async () => {
    await ask('/page')
    now += 9_000
    expect((await ask('/page')).number).toBe('1')
    now += 2_000
    expect((await ask('/page')).number).toBe('2')
    current = makeSnapshot()
    expect((await ask('/page')).number).toBe('3')
    current = undefined
    expect((await ask('/page')).number).toBe('4')
  })

  it('is made for each address and each Accept-Encoding', async () => {
    await ask('/page')
    expect((await ask('/page?q=1')).number).toBe('2')
    const { answer } = await ask('/page', { 'Accept-Encoding': 'gzip' })
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    expect(made).toBe(3)
  })

  it('is made for each request with cookies if it depends on cookies', async () => {
    const headers = { Cookie: 'session=1' }
    for (const path of ['/page', '/own']) await ask(path, headers)
    expect((await ask('/page', headers)).number).toBe('1')
    expect((await ask('/own')).number).toBe('3')
    expect((await ask('/own', headers)).number).toBe('4')
  })

  it('is not kept if a shared cache may not keep it', async () => {
    await ask('/list')
    expect((await ask('/list')).number).toBe('2')
  })

  it('is 304 for a client that has it', async () => {
    const etag = (await ask('/page')).answer.headers.get('ETag') ?? ''
    const { answer } = await ask('/page', { 'If-None-Match': etag })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('ETag')).toBe(etag)
    expect(answer.headers.get('Content-Type')).toBeNull()
    expect(made).toBe(1)
  })
})
