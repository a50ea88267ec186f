import { request } from 'node:http'
import { join } from 'node:path'
import type { FloorAnswer, FloorJob } from './floors.ts'
import { type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'

const routes: readonly { path: string; headers?: Record<string, string> }[] = [
  { path: '/api/wallpapers' },
  { path: '/api/wallpapers?category=nature&color=blue&type=desktop&count=10' },
  { path: '/api/wallpapers?tone=dark&ratio=16x9&atleast=2560x1440' },
  { path: '/api/wallpapers?category=nature,art&color=336699' },
  { path: '/api/random-wallpaper?category=lake&count=5' },
  { path: '/api/random-wallpapers?count=5' },
  { path: '/api/colors' },
  { path: '/api/colors', headers: { 'accept-encoding': 'br' } },
  { path: '/api/categories' },
  { path: '/livez' },
]

const wanted = process.env.ROUTES?.split(' ')
const rounds = 3
const seconds = Number(process.env.SECONDS ?? 2)
const script = join(import.meta.dirname, 'floors.ts')

/**
 * Measures the compared servers in turns, so that other load on the machine affects all of them.
 * The best round of each server counts.
 */
export const measureRoutes = async (fresco: MeasuredProcess) => {
  const rows: Record<string, string | number>[] = []
  const chosen = routes.filter(({ path }) => wanted === undefined || wanted.includes(path))
  for (const { path, headers = { 'accept-encoding': 'identity' } } of chosen) {
    const answers = [await takeAnswer(fresco.url, path, headers)]
    const servers = {
      http: await startFloor({ kind: 'http', answers }),
      hono: await startFloor({ kind: 'hono', answers }),
      fresco,
    }
    const best = await measureBest(servers, path, headers)
    await Promise.all([servers.http.stop(), servers.hono.stop()])
    rows.push(toRow(`${path} ${headers['accept-encoding'] === 'br' ? '(br)' : ''}`, best))
  }
  return rows
}

const startFloor = (message: FloorJob) => startMeasured({ script, message })

type Measured = Awaited<ReturnType<typeof measureLoad>>
type Kinds = Record<'http' | 'hono' | 'fresco', Measured>

const measureBest = async (
  servers: Record<keyof Kinds, MeasuredProcess>,
  path: string,
  headers: Record<string, string>,
): Promise<Kinds> => {
  const best: Partial<Kinds> = {}
  for (let round = 0; round <= rounds; round++)
    for (const kind of ['http', 'hono', 'fresco'] as const) {
      const measured = await measureLoad(servers[kind], path, { seconds, headers })
      const last = best[kind]
      if (round === 1 || last === undefined || measured.cpu < last.cpu) best[kind] = measured
    }
  return best as Kinds
}

const toRow = (route: string, { http, hono, fresco }: Kinds) => ({
  route,
  'http µs': round(http.cpu),
  'Hono µs': round(hono.cpu),
  'Fresco µs': round(fresco.cpu),
  'of http': round(fresco.cpu / http.cpu, 2),
  'of Hono': round(fresco.cpu / hono.cpu, 2),
  'http req/s': round(http.perSecond, 0),
  'Hono req/s': round(hono.perSecond, 0),
  'Fresco req/s': round(fresco.perSecond, 0),
  'p99 ms': fresco.p99,
  errors: fresco.errors,
})

const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Response headers that Node sets by itself. The comparison servers must not copy them. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/** Reads a response with `node:http`, because `fetch` would decompress the body. */
const takeAnswer = async (
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
