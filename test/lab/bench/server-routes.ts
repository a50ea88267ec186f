import { request } from 'node:http'
import { join } from 'node:path'
import { wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import type { FloorAnswer, FloorJob } from './floors.ts'
import { type Asked, type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'

interface Route {
  path: string
  headers?: Record<string, string>
  /** Each request asks for another page, because the server caches the hits of a search. */
  isAskedOnce?: boolean
  /** How many times the processor time of the other route or server this route may take. */
  limit?: { of: 'Hono' | 'the plain route'; most: number }
}

// The server keeps the parsed rows of small catalogues. With a million rows, almost every drawn row must be parsed:
// parsing five takes 37 µs, almost twice as long as a whole request to bare Hono. The table shows it without a limit.
const mostCachedRows = 10_000

const plainPath = '/api/wallpapers'
const filters = [
  'tone=dark',
  'ratio=16x9',
  'atleast=2560x1440',
  'tone=dark&ratio=16x9&atleast=2560x1440',
  'color=336699',
  'category=nature,art&color=red,blue',
  'sort=latest',
  'sort=latest&category=nature&tone=dark',
]

const onePath = '/api/wallpapers/{id}'

const routes: readonly Route[] = [
  { path: plainPath },
  { path: `${plainPath}?category=nature&color=blue&type=desktop&count=10` },
  ...filters.map(
    (query): Route => ({
      path: `${plainPath}?${query}`,
      limit: { of: 'the plain route', most: 1.25 },
    }),
  ),
  { path: '/api/random-wallpaper?category=lake&count=5', limit: { of: 'Hono', most: 1.4 } },
  { path: '/api/random-wallpapers?count=5', limit: { of: 'Hono', most: 1.4 } },
  { path: '/api/wallpapers/search?q=lake', isAskedOnce: true, limit: { of: 'Hono', most: 5 } },
  { path: onePath, limit: { of: 'Hono', most: 1.3 } },
  { path: '/api/colors' },
  { path: '/api/colors', headers: { 'accept-encoding': 'br' } },
  { path: '/api/categories' },
  { path: '/livez' },
]

export const wanted = process.env.ROUTES?.split(' ')
export const isWanted = (path: string) => wanted === undefined || wanted.includes(path)
const rounds = 3
const seconds = Number(process.env.SECONDS ?? 1)
const script = join(import.meta.dirname, 'floors.ts')

/** A figure that has a limit. */
export interface Limited {
  figure: string
  measured: number
  limit: number
}

export const measureRoutes = async (fresco: MeasuredProcess, rows: number) => {
  const table: Record<string, string | number>[] = []
  const limits: Limited[] = []
  const [id = ''] = await listIds(fresco.url, 1)
  for (const route of routes) {
    const { path: pattern, headers = { 'accept-encoding': 'identity' }, limit } = route
    if (!isWanted(pattern)) continue
    const path = pattern.replace('{id}', id)
    const answers = [await takeAnswer(fresco.url, path, headers)]
    const hono = await startFloor({ kind: 'hono', answers })
    const asked = route.isAskedOnce ? toPages(path) : { paths: [path] }
    const measured = await measureInTurns({
      Hono: { server: hono, ...asked, headers },
      'the plain route': { server: fresco, paths: [plainPath], headers },
      Fresco: { server: fresco, ...asked, headers },
    })
    await hono.stop()
    table.push({
      route: `${path} ${headers['accept-encoding'] === 'br' ? '(br)' : ''}`,
      ...toCells(measured.Fresco),
      'Hono µs': round(best(measured.Hono)),
      'of Hono': ratioOf(measured.Fresco, measured.Hono),
    })
    if (limit && (limit.of !== 'Hono' || rows <= mostCachedRows))
      limits.push({
        figure: `${path} of ${limit.of}, ${rows.toLocaleString('en')} rows`,
        measured: ratioOf(measured.Fresco, measured[limit.of]),
        limit: limit.most,
      })
  }
  return { table, limits }
}

// With more connections, each would ask for what another one has just asked for.
const toPages = (path: string) => ({
  connections: 1,
  paths: Array.from(
    { length: 2_000 },
    (_, at) => `${path}&offset=${at % 100}&limit=${20 + Math.floor(at / 100)}`,
  ),
})

export const listIds = async (url: string, count: number): Promise<string[]> => {
  const answer = await fetch(`${url}${plainPath}?sort=latest&include=details&limit=${count}`)
  const { items = [] } = wallpapersResponseSchema.parse(await answer.json())
  return items.map((item) => item.id)
}

export const startFloor = (message: FloorJob) => startMeasured({ script, message })

interface Contender {
  server: MeasuredProcess
  /** Requested one after the other. */
  paths: readonly Asked[]
  headers?: Record<string, string>
  connections?: number
}

type Measured = Awaited<ReturnType<typeof measureLoad>>

/** Measures in turns, so that other load on the machine affects all contenders. */
export const measureInTurns = async <Name extends string>(
  contenders: Record<Name, Contender>,
): Promise<Record<Name, Measured[]>> => {
  const entries = Object.entries<Contender>(contenders)
  const measured: Record<string, Measured[]> = Object.fromEntries(
    entries.map(([name]) => [name, []]),
  )
  for (let round = 0; round <= rounds; round++)
    for (const [name, { server, paths, ...load }] of entries) {
      const each = await measureLoad(server, paths, { seconds, ...load })
      // The first round only warms up.
      if (round > 0) measured[name]?.push(each)
    }
  return measured as Record<Name, Measured[]>
}

const best = (measured: readonly Measured[]) => Math.min(...measured.map(({ cpu }) => cpu))

/** Compares the best rounds, because other load on the machine only adds processor time. */
export const ratioOf = (measured: readonly Measured[], other: readonly Measured[]) =>
  round(best(measured) / best(other), 2)

export const toCells = (measured: readonly Measured[]) => ({
  'processor µs': round(best(measured)),
  'requests/s': Math.max(...measured.map(({ perSecond }) => Math.round(perSecond))),
  'p99 ms': Math.min(...measured.map(({ p99 }) => p99)),
  errors: measured.reduce((sum, { errors }) => sum + errors, 0),
})

export const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Response headers that Node sets by itself. The comparison servers must not copy them. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/** Reads a response with `node:http`, because `fetch` would decompress the body. */
export const takeAnswer = async (
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<FloorAnswer> => {
  const answer = Promise.withResolvers<FloorAnswer>()
  request(url + path, { headers }, async (response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(response)).toString('base64')
    const kept = Object.entries(response.headers).filter(([name]) => !ownHeaders.has(name))
    answer.resolve({ path, headers: Object.fromEntries(kept) as Record<string, string>, body })
  })
    .on('error', answer.reject)
    .end()
  return answer.promise
}
