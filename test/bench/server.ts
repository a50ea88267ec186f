/**
 * Benchmark of the server in a separate process, with few index rows and with many. Each important
 * route is compared with plain `node:http` and plain Hono servers that send the same bytes.
 * Run it with `npm run bench -- server [rows …]`. `SECONDS=5` measures each figure for 5 seconds
 * instead of 2. `ROUTES='/api/wallpapers /livez'` selects routes.
 * Prints tables of requests per second, processor time, start time, memory, pauses during a refresh
 * under load, and resized pictures per second.
 */
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectDefined } from '../expect-defined.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { measureMemory } from './catalogue-memory.ts'
import { makeLargeIndex } from './large-index.ts'
import { type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'
import { measureRenditions } from './server-renditions.ts'
import { measureRoutes } from './server-routes.ts'

const main = join(import.meta.dirname, '../../server/main.js')
const refreshSeconds = 5
const warmUpSeconds = 10

const writeIndex = async (folder: string, rows: number) => {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, 'index.draft')
  const file = await open(draft, 'w')
  let bytes = 0
  for (const piece of await makeLargeIndex(rows)) {
    bytes += piece.length
    await file.write(piece)
  }
  await file.close()
  await rename(draft, join(folder, 'index.json'))
  return bytes
}

const startFresco = (folder: string, refresh: number) =>
  startMeasured({
    script: main,
    env: {
      WALLPAPERS_DIR: folder,
      FOLDER_REFRESH_SECONDS: String(refresh),
      LOG_LEVEL: 'error',
    },
  })

const bytesPerRow = async (rows: number) => {
  const tags = [new TextEncoder().encode('[]')]
  const index = await makeLargeIndex(rows)
  return measureMemory({ version: '1', index, tags, filesUrl: 'https://files.test' }, rows)
}

/**
 * Waits until the server has built its search index, because the work would distort the
 * measurements.
 */
const untilSearchable = async ({ url }: MeasuredProcess) => {
  while (!(await fetch(`${url}/api/wallpapers/search?q=lake`)).ok) await sleep(1_000)
}

/**
 * Starts the server three times, because the first start is slowed down by an empty file system
 * cache.
 */
const measureStart = async (folder: string, rows: number, bytes: number) => {
  const starts: MeasuredProcess[] = []
  for (let round = 0; round < 3; round++) {
    const server = await startFresco(folder, 86_400)
    starts.push(server)
    if (round < 2) await server.stop()
  }
  const running = expectDefined(starts.at(-1))
  const { rss } = await running.usage()
  await running.stop()
  return {
    rows,
    'index MB': Math.round(bytes / 1e5) / 10,
    'ready after ms': starts.map(({ startMs }) => Math.round(startMs)).join(', '),
    'resident MB': Math.round(rss / 1e6),
    'bytes per row beyond the index': Math.round(await bytesPerRow(rows)),
  }
}

/**
 * Measures pauses while the server replaces its catalogue under load, and pauses without a change
 * for comparison. The server is warmed up first, because the compiler slows down the first
 * requests.
 */
const measureRefresh = async (folder: string, rows: number) => {
  const server = await startFresco(folder, refreshSeconds)
  const loadFor = (seconds: number) =>
    measureLoad(server, '/api/wallpapers', { seconds, rate: 200 })
  await loadFor(warmUpSeconds)
  server.watchPauses(true)
  const calm = await loadFor(refreshSeconds * 3)
  const writing = writeIndex(folder, rows + 1)
  const changing = await loadFor(refreshSeconds * 3 + rows / 20_000)
  await writing
  await server.stop()
  return {
    rows,
    'longest pause, processor ms': toTenths(changing.ownPauseMs),
    'without a change, processor ms': toTenths(calm.ownPauseMs),
    'longest pause, wall-clock ms': toTenths(changing.pauseMs),
    'without a change, wall-clock ms': toTenths(calm.pauseMs),
    requests: changing.total,
    errors: changing.errors + calm.errors,
  }
}

const toTenths = (value: number) => Math.round(value * 10) / 10

const counts = process.argv.slice(2).map(Number)
const temp = await makeTempDir('bench-server')
const starts = []
const refreshes = []
for (const rows of counts.length > 0 ? counts : [1_000, 1_000_000]) {
  const folder = join(temp, String(rows))
  const bytes = await writeIndex(folder, rows)
  const server = await startFresco(folder, 86_400)
  await untilSearchable(server)
  console.log(`\n${rows} rows: processor time of a request, and requests per second`)
  console.table(await measureRoutes(server))
  await server.stop()
  starts.push(await measureStart(folder, rows, bytes))
  refreshes.push(await measureRefresh(folder, rows))
}
console.log('\nStart and memory')
console.table(starts)
console.log('\nAn index that is replaced under load')
console.table(refreshes)
console.log('\nRenditions')
console.table(await measureRenditions())
await removeDir(temp)
