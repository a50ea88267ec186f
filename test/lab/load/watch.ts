import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { createClient } from 'redis'
import type { Look } from './flatness.ts'
import type { System } from './system.ts'

export interface Watched {
  resident: Look[]
  /** Megabytes after a garbage collection, of the process and of its JavaScript. */
  kept: Look[]
  keptInside: Look[]
  /** Samples of the number of connections that all replicas together have open. */
  postgres: Look[]
  redis: Look[]
  /** In how many samples each source failed and the server used older data. */
  stale: Record<string, number>
}

const everyMs = 2_000
/** Only every tenth sample, so that memory otherwise develops as in production. */
const collectEvery = 10
/** The number of garbage collections in a row for one sample. The lowest measurement counts. */
const collections = 4
const collectionsEveryMs = 700

/** Does not sample the connections of a database that is down. */
export const watch = async (system: System, isOver: () => boolean): Promise<Watched> => {
  const watched = emptyWatched()
  const connections = openCounters(system)
  for (let turn = 1; !isOver(); turn += 1) {
    const text = await readMetrics(system)
    for (const source of failingIn(text)) watched.stale[source] = (watched.stale[source] ?? 0) + 1
    add(watched.resident, residentIn(text))
    add(watched.postgres, await connections.postgres())
    add(watched.redis, await connections.redis())
    if (turn % collectEvery === 0) {
      const after = await readKept(system)
      add(watched.kept, residentIn(after))
      add(watched.keptInside, insideIn(after))
    }
    await sleep(everyMs)
  }
  await connections.close()
  return watched
}

/** The lowest of several, because reading a catalogue uses memory temporarily. */
const readKept = async (system: System) => {
  const texts: string[] = []
  for (let turn = 0; turn < collections; turn += 1) {
    await collectGarbage(system.steady.server().log())
    texts.push(await readMetrics(system))
    await sleep(collectionsEveryMs)
  }
  return texts.toSorted((one, other) => insideIn(one) - insideIn(other))[0] ?? ''
}

const emptyWatched = (): Watched => ({
  resident: [],
  kept: [],
  keptInside: [],
  postgres: [],
  redis: [],
  stale: {},
})

const add = (looks: Look[], value: number | undefined) => {
  if (value !== undefined) looks.push({ at: Date.now(), value })
}

const readMetrics = async ({ steady }: System) => (await fetch(steady.metricsUrl)).text()

const residentIn = (text: string) => numberIn(text, 'process_resident_memory_bytes') / 1e6
const insideIn = (text: string) =>
  (numberIn(text, 'nodejs_heap_size_used_bytes') + numberIn(text, 'nodejs_external_memory_bytes')) /
  1e6

const numberIn = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])

const failingIn = (text: string): string[] =>
  [...text.matchAll(/^fresco_source_failures_in_a_row\{source="([^"]+)"\} [1-9]/gm)].map(
    ([, source = '']) => source,
  )

const openCounters = ({ postgresUrl, redisUrl }: System) => {
  const pool = new Pool({ connectionString: postgresUrl, max: 1 })
  pool.on('error', () => undefined)
  const redis = createClient({ url: redisUrl, disableOfflineQueue: true })
  redis.on('error', () => undefined)
  void redis.connect().catch(() => undefined)
  const count = `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'fresco'`
  return {
    postgres: () =>
      pool.query(count).then(
        ({ rows }) => Number(rows[0].n),
        () => undefined,
      ),
    /** Subtracts one, because the measuring client has a connection too. */
    redis: () =>
      redis.info('clients').then(
        (text) => Number(/^connected_clients:(\d+)/m.exec(text)?.[1]) - 1,
        () => undefined,
      ),
    close: async () => {
      redis.destroy()
      await pool.end()
    },
  }
}

/** `log` is the output of a process with `--inspect`, which has its address. */
export const collectGarbage = async (log: string): Promise<void> => {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(log) ?? []
  if (url === undefined) throw new Error('The process was not started with --inspect')
  const socket = new WebSocket(url)
  await heard(socket, 'open')
  for (const id of rounds) {
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await heard(socket, 'message')
  }
  socket.close()
}

/** Objects with a finalizer or weak reference are freed only by the second collection. */
const rounds = [1, 2]

const heard = (socket: WebSocket, name: 'open' | 'message') =>
  new Promise<void>((resolve, reject) => {
    socket.addEventListener(name, () => resolve(), { once: true })
    socket.addEventListener(
      'error',
      () => reject(new Error('The inspector closed the connection')),
      {
        once: true,
      },
    )
  })
