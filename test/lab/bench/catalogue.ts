/**
 * Benchmark of what a catalogue costs the thread that answers requests. It uses an index of 4.5 MB
 * and one of a million rows.
 * Run it with `npm run lab -- bench catalogue [rows …]`.
 * Prints the pauses while a catalogue is built and replaced, and its memory.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorkerBuilder } from '../../../server/adapters/threads/catalogue-builder.ts'
import type { BuiltCatalogue } from '../../../server/catalogue/build-catalogue.ts'
import type { CatalogueDocument } from '../../../server/catalogue/source.ts'
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
    index: Buffer.concat(await makeLargeIndex(rows)),
    tags: Buffer.from('[]'),
    filesUrl: 'https://files.test',
  }
  console.log(`${rows} rows, ${(document.index.length / 1e6).toFixed(1)} MB`)
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
    await built.prepareSearch()
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

const searchesPerSecond = 20

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
  const next = await measureSwap(document, built, rows <= mostSearched)
  next.search.close()
  const bytesPerRow = await measureMemory(document, rows)
  report('bytes per row beyond the index', bytesPerRow.toFixed(0))
}
clearInterval(alive)
