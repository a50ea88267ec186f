/**
 * Benchmark of what a catalogue costs the thread that answers requests. It uses an index of 4.5 MB
 * and one of a million rows.
 * Run it with `npm run lab -- bench catalogue [rows …]`.
 * Prints the pauses while a catalogue is built and replaced, its memory, and the time of searches
 * and selections.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorkerBuilder } from '../../../server/adapters/threads/catalogue-builder.ts'
import type { BuiltCatalogue } from '../../../server/catalogue/build-catalogue.ts'
import { countBytes } from '../../../server/catalogue/json-text.ts'
import type { CatalogueDocument } from '../../../server/catalogue/source.ts'
import { createWallpaperUrls } from '../../../server/catalogue/wallpaper-urls.ts'
import { selectWallpapers, selectWallpapersByName } from '../../../shared/catalogue/select.ts'
import { expectDefined } from '../../expect-defined.ts'
import { percentileOf } from '../load/flatness.ts'
import { measureMemory } from './catalogue-memory.ts'
import { makeLargeIndex } from './large-index.ts'

const signal = new AbortController().signal
const build = createWorkerBuilder()
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const report = (name: string, value: string) => console.log(`  ${name.padEnd(44)} ${value}`)

/**
 * Measures the longest pauses of the calling thread in two ways. Wall-clock time includes the load
 * of other programs. Processor time counts only the thread itself.
 */
const watchPauses = () => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user - last.user + (now.system - last.system))
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    histogram.disable()
    return `${ms(longest / 1000)} processor time, ${ms(histogram.max / 1e6)} wall clock`
  }
}

const makeDocument = async (rows: number) => {
  const document: CatalogueDocument = {
    version: '1',
    index: await makeLargeIndex(rows),
    tags: [new TextEncoder().encode('[]')],
    filesUrl: 'https://files.test',
  }
  console.log(`${rows} rows, ${(countBytes(document.index) / 1e6).toFixed(1)} MB`)
  return document
}

const measureBuild = async (rows: number) => {
  const document = await makeDocument(rows)
  const stop = watchPauses()
  const start = performance.now()
  const cpu = process.cpuUsage()
  const built = await build(document, signal)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = ((user + system) / 1e6).toFixed(1)
  report('ready after', `${ms(performance.now() - start)}, ${seconds} s of processor time`)
  if (rows <= mostSearched) {
    await built.searchReady
    report('searchable after', ms(performance.now() - start))
  }
  report('longest pause during the build', stop())
  report('resident', `${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB, both threads`)
  return { built, document }
}

const measureSwap = async (
  document: CatalogueDocument,
  old: BuiltCatalogue,
  isSearched: boolean,
) => {
  const stop = watchPauses()
  let answered = 0
  const failures = new Map<string, number>()
  const timer = setInterval(() => {
    if (!isSearched) return
    old.search
      .search({ q: 'lake', limit: 10, offset: 0 })
      .then(() => answered++)
      .catch(({ message }) => failures.set(message, (failures.get(message) ?? 0) + 1))
  }, 1000 / searchesPerSecond)
  const next = await build({ ...document, version: '2' }, signal)
  clearInterval(timer)
  await sleep(500)
  old.search.close()
  report('longest pause during the swap', stop())
  report(
    'searches answered during the swap',
    `${answered}; failed: ${JSON.stringify([...failures])}`,
  )
  return next
}

const words = ['lake', 'quiet mountain', 'misty riv', 'forrest', 'neon-city 12', 'golden', 'sunst']
const searchRounds = 400
const searchesPerSecond = 20

const measureSearch = async ({ search, searchReady }: BuiltCatalogue) => {
  await searchReady
  const searchOne = async (round: number) => {
    const start = performance.now()
    await search.search({ q: expectDefined(words[round % words.length]), limit: 20, offset: 0 })
    return performance.now() - start
  }
  const rounds = Array.from({ length: searchRounds }, (_, round) => round)
  const times: number[] = []
  for (const round of rounds) times.push(await searchOne(round))
  report('search, one after the other', quantiles(times))
  const atOnce = rounds.map(async (round) => {
    await sleep((round * 1000) / searchesPerSecond)
    return searchOne(round)
  })
  report(`search, ${searchesPerSecond} a second`, quantiles(await Promise.all(atOnce)))
}

const quantiles = (times: number[]) => {
  const at = (share: number) => ms(percentileOf(times, share))
  return `${at(0.5)} median, ${at(0.99)} 99th percentile`
}

const measureSelection = ({ catalogue }: BuiltCatalogue) => {
  const urls = createWallpaperUrls('http://fresco.test', catalogue)
  const rounds = 20_000
  for (const [name, select, filters] of [
    ['/api/wallpapers', selectWallpapers, { category: ['nature'], color: ['blue'] }],
    ['/api/random-wallpaper', selectWallpapersByName, { category: ['nature'], color: ['blue'] }],
    ['?tone=dark&ratio=16x9', selectWallpapers, { tone: 'dark', ratio: ['16x9'] }],
    ['?category=nature,art', selectWallpapers, { category: ['nature', 'art'] }],
    ['?color=336699', selectWallpapers, { color: ['#336699'] }],
  ] as const) {
    const request = { ...filters, count: 10, exclude: [] }
    const first = process.threadCpuUsage()
    select(catalogue, request, Math.random)
    report(`${name}, the first request`, microseconds(first, 1))
    const start = process.threadCpuUsage()
    for (let round = 0; round < rounds; round++) {
      const { rows } = select(catalogue, request, Math.random)
      rows.map((row) => urls.fullAt(catalogue.mainPathAt(row)))
    }
    report(`${name}, selecting 10 URLs`, microseconds(start, rounds))
  }
  const start = process.threadCpuUsage()
  for (let round = 0; round < rounds; round++) catalogue.at((round * 7919) % catalogue.size)
  report('reading a row', microseconds(start, rounds))
}

const microseconds = (start: NodeJS.CpuUsage, rounds: number) => {
  const { user, system } = process.threadCpuUsage(start)
  return `${((user + system) / rounds).toFixed(1)} µs processor time`
}

const alive = setInterval(() => undefined, 1_000)
/**
 * The largest number of rows with which the search is measured. Indexing the words of a million
 * rows would take minutes.
 */
const mostSearched = 100_000
const counts = process.argv.slice(2).map(Number)
const idle = watchPauses()
await sleep(2_000)
console.log(`Idle: longest pause ${idle()}`)
for (const rows of counts.length > 0 ? counts : [7_000, 100_000, 1_000_000]) {
  const { built, document } = await measureBuild(rows)
  measureSelection(built)
  if (rows <= mostSearched) await measureSearch(built)
  const next = await measureSwap(document, built, rows <= mostSearched)
  next.search.close()
  const bytesPerRow = await measureMemory(document, rows)
  report('bytes per row beyond the index', bytesPerRow.toFixed(0))
}
clearInterval(alive)
