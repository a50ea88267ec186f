/**
 * Benchmark of the server in a separate process, with few index rows and with many. Each important
 * route is compared with a plain Hono server that sends the same JSON.
 * Run it with `npm run lab -- bench server [rows …]`. `SECONDS=5` measures each figure for 5 seconds
 * instead of 1. `ROUTES='/api/wallpapers /random'` measures only these routes, and nothing else.
 * Prints tables of requests per second, processor time, start time, memory, pauses during a refresh
 * under load, and resized pictures per second. The last table compares the figures with their limits.
 */
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectDefined } from '../../expect-defined.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { measureMemory } from './catalogue-memory.ts'
import { makeLargeIndex } from './large-index.ts'
import { type MeasuredProcess, measureLoad, startMeasured } from './measured-process.ts'
import { measureHearts } from './server-hearts.ts'
import { measurePictures, measureRenditions } from './server-renditions.ts'
import { isWanted, type Limited, measureRoutes, wanted } from './server-routes.ts'

const main = join(import.meta.dirname, '../../../server/main.js')
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

const startFresco = (env: Record<string, string>) =>
  startMeasured({
    script: main,
    env: { FOLDER_REFRESH_SECONDS: '86400', LOG_LEVEL: 'error', ...env },
  })

const temp = await makeTempDir('bench-server')
const limits: Limited[] = []

const bytesPerRow = async (rows: number) => {
  const tags = Buffer.from('[]')
  const index = Buffer.concat(await makeLargeIndex(rows))
  return measureMemory({ version: '1', index, tags, filesUrl: 'https://files.test' }, rows)
}

/** Waits until the server has built its search index, because building it would distort the measurements. */
const untilSearchable = async ({ url }: MeasuredProcess) => {
  while (!(await fetch(`${url}/api/wallpapers/search?q=lake`)).ok) await sleep(1_000)
}

/**
 * Starts the server three times with the same data folder. The first start compiles the server's files, the others
 * read them from the compile cache.
 */
const measureStart = async (folder: string, rows: number, bytes: number) => {
  const dataDir = join(temp, `data-${rows}`)
  const times: number[] = []
  const processor: number[] = []
  const memory: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = await startFresco({ WALLPAPERS_DIR: folder, DATA_DIR: dataDir })
    const { cpu, rss } = await server.usage()
    times.push(server.startMs / 1000)
    processor.push(cpu / 1e6)
    memory.push(rss / 1e6)
    await server.stop()
  }
  const perRow = Math.round(await bytesPerRow(rows))
  const seconds = toTenths(expectDefined(times.at(-1)))
  const resident = Math.round(expectDefined(memory.at(-1)))
  const named = rows.toLocaleString('en')
  if (rows === 1_000)
    limits.push({ figure: `resident MB, ${named} rows`, measured: resident, limit: 150 })
  if (rows === 1_000_000) {
    limits.push({ figure: `ready after s, ${named} rows`, measured: seconds, limit: 15 })
    limits.push({ figure: `bytes per row, ${named} rows`, measured: perRow, limit: 400 })
  }
  return {
    rows,
    'index MB': toTenths(bytes / 1e6),
    'ready after s': times.map(toTenths).join(', '),
    'processor s': processor.map(toTenths).join(', '),
    'resident MB': memory.map(Math.round).join(', '),
    'bytes per row beyond the index': perRow,
  }
}

/**
 * Measures pauses while the server replaces its catalogue under load, and pauses without a change
 * for comparison. The server is warmed up first, because the compiler slows down the first
 * requests.
 */
const measureRefresh = async (folder: string, rows: number) => {
  const server = await startFresco({
    WALLPAPERS_DIR: folder,
    FOLDER_REFRESH_SECONDS: String(refreshSeconds),
  })
  const loadFor = (seconds: number) =>
    measureLoad(server, ['/api/wallpapers'], { seconds, rate: 200 })
  await loadFor(warmUpSeconds)
  server.watchPauses(true)
  const calm = await loadFor(refreshSeconds * 3)
  const writing = writeIndex(folder, rows + 1)
  const changing = await loadFor(refreshSeconds * 3 + rows / 20_000)
  await writing
  await server.stop()
  const pause = toTenths(changing.ownPauseMs)
  limits.push({ figure: `pause ms, ${rows.toLocaleString('en')} rows`, measured: pause, limit: 20 })
  return {
    rows,
    'longest pause, processor ms': pause,
    'without a change, processor ms': toTenths(calm.ownPauseMs),
    'longest pause, wall-clock ms': toTenths(changing.pauseMs),
    'without a change, wall-clock ms': toTenths(calm.pauseMs),
    requests: changing.total,
    errors: changing.errors + calm.errors,
  }
}

const toTenths = (value: number) => Math.round(value * 10) / 10

const showLimits = () => {
  console.log('\nLimits')
  console.table(limits.map((each) => ({ ...each, met: each.measured <= each.limit })))
}

const counts = process.argv.slice(2).map(Number)
const starts = []
const refreshes = []
for (const rows of counts.length > 0 ? counts : [1_000, 1_000_000]) {
  const folder = join(temp, String(rows))
  const bytes = await writeIndex(folder, rows)
  const server = await startFresco({ WALLPAPERS_DIR: folder })
  await untilSearchable(server)
  const routes = await measureRoutes(server, rows)
  const hearts = isWanted('/api/favorites') ? await measureHearts(server) : undefined
  await server.stop()
  console.log(`\n${rows} rows: processor time of a request, and requests per second`)
  console.table(routes.table)
  if (hearts) console.table(hearts.table)
  limits.push(...routes.limits, ...(hearts?.limits ?? []))
  if (wanted !== undefined) continue
  starts.push(await measureStart(folder, rows, bytes))
  refreshes.push(await measureRefresh(folder, rows))
}
if (isWanted('/random')) {
  console.log('\nPictures from the cache')
  const server = await startFresco({})
  const pictures = await measurePictures(server)
  await server.stop()
  console.table(pictures.table)
  limits.push(...pictures.limits)
}
if (wanted === undefined) {
  console.log('\nStart and memory')
  console.table(starts)
  console.log('\nAn index that is replaced under load')
  console.table(refreshes)
  console.log('\nRenditions')
  const renditions = await measureRenditions()
  console.table(renditions.table)
  limits.push(...renditions.limits)
}
showLimits()
await removeDir(temp)
