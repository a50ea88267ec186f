import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { linksIn } from './cli/export/crawl-site.ts'

let server: RunningServer
let cookie: string
beforeAll(async () => {
  server = await startServer()
  const { origin } = new URL(server.url)
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedUp = await send('/api/auth/sign-up/username', {
    username: 'ada',
    password: 'correct horse',
  })
  cookie = signedUp.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  await send('/api/favorites', { favorites: ['alpine-dawn'] }, { Cookie: cookie })
})
afterAll(() => server?.stop())

const starts = [
  ...['/', '/?q=tower', '/account', '/connect', '/docs', '/privacy', '/share/ada', '/nowhere'],
  ...['/wallpaper/alpine-dawn', '/sitemap.xml', '/openapi.json', '/random'],
  ...['/feed.rss', '/feed.json', '/api/wallpapers', '/api/wallpapers/search?q=tower'],
  ...['/api/random-wallpapers', '/api/instance', '/today'],
]

/** Pages that differ only in a name or in their query look the same to this test. */
const shapeOf = ({ pathname, searchParams }: URL) =>
  `${pathname.replace(/(?<=\/images\/)[^/]+\//, '').replace(/[^/]+$/, '*')} ${searchParams.size > 0}`

const samplesPerShape = 2
const targetsOfForms = /\/(?:heart|account\/.+|api\/auth\/.+|api\/wallpapers\/search)$/

describe('the links of a server', () => {
  it('stay below its address, and what they lead to answers', async () => {
    const { origin, pathname } = new URL(server.url)
    const base = pathname.replace(/\/$/, '')
    const waiting = starts.map((path) => server.url + path)
    const seen = new Set(waiting)
    const shapes = new Map<string, number>()
    const problems: string[] = []
    for (const address of waiting) {
      const options = { headers: { Cookie: cookie }, redirect: 'manual' } as const
      const answer = await fetch(address, options)
      const isMissing = answer.status >= 400 && !address.endsWith('/nowhere')
      if (isMissing) problems.push(`${address} answers ${answer.status}`)
      const isText = !/^image/.test(answer.headers.get('Content-Type') ?? '')
      const text = isText ? await answer.text() : ''
      const path = new URL(address).pathname.slice(base.length)
      const locations = [answer.headers.get('Location') ?? []].flat()
      for (const link of [...linksIn(text, path, server.url), ...locations]) {
        const url = URL.parse(link, address)
        if (url?.origin !== origin) continue
        if (!`${url.pathname}/`.startsWith(`${base}/`)) problems.push(`${link} in ${address}`)
        url.hash = ''
        const shape = shapeOf(url)
        const count = shapes.get(shape) ?? 0
        if (seen.has(url.href) || targetsOfForms.test(url.pathname) || count >= samplesPerShape)
          continue
        shapes.set(shape, count + 1)
        seen.add(url.href)
        waiting.push(url.href)
      }
    }
    expect(problems).toEqual([])
    expect(seen.size).toBeGreaterThan(40)
  })
})
