/**
 * Runs the real code of several devices and of the server in simulated time, and judges what comes of it.
 * `npm run lab -- simulate` runs the stories and 10,000 seeds, `npm run lab -- simulate --count 100000` more of them, and
 * `npm run lab -- simulate --seed 17` repeats one seed and tells what happens. See README.md in this folder.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { dieWithParent } from '../../tools/child.ts'
import { installGlobals, registerExtensionHooks } from './globals.ts'
import { plantedBugs } from './planted.ts'
import { addReports, listMissing, type Report, tellReport } from './report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string' },
    workers: { type: 'string', default: `${availableParallelism()}` },
    /** Runs the simulation once for each mistake in planted.ts, until something notices it. */
    planted: { type: 'boolean', default: false },
    /** The number of one such mistake. */
    plant: { type: 'string' },
    /** Set for the processes that this one starts. */
    part: { type: 'boolean', default: false },
  },
})

const toNumber = (name: 'seed' | 'from' | 'count' | 'workers', text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new Error(`Expected a whole number for --${name}: npm run lab -- simulate --${name} 100`)
}
const from = toNumber('from', values.from)
// Some mistakes break a rule in very few seeds.
const count = toNumber('count', values.count ?? (values.planted ? '30000' : '10000'))
const workers = Math.max(1, Math.min(toNumber('workers', values.workers), count))

// So many seeds must reach every step and every kind of fault.
const enoughSeeds = 1_000

const load = () => {
  registerExtensionHooks(values.plant === undefined ? undefined : plantedBugs[Number(values.plant)])
  installGlobals()
  return import('./campaign.ts')
}

/** Runs this program again with other options, and resolves with what it sends. */
const runChild = (options: readonly string[]): Promise<unknown> => {
  const child = fork(import.meta.filename, ['--part', ...options])
  dieWithParent(child)
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The process with ${options.join(' ')} ended with ${code}`))
    })
  })
}

const runPart = async (first: number, seeds: number): Promise<Report> =>
  (await runChild(['--from', `${first}`, '--count', `${seeds}`])) as Report

const runPlanted = async () => {
  let found = 0
  const waiting = [...plantedBugs.entries()]
  const runNext = async (): Promise<void> => {
    const next = waiting.shift()
    if (!next) return
    const [place, { title }] = next
    const how = (await runChild(['--plant', `${place}`, '--count', `${count}`])) as string
    if (how) found++
    console.log(`${how ? 'found' : 'MISSED'}  ${title}: ${how || `not in ${count} seeds`}`)
    return runNext()
  }
  await Promise.all(Array.from({ length: workers }, runNext))
  console.log(`${found} of ${plantedBugs.length} found`)
  if (found / plantedBugs.length < 0.95) process.exitCode = 1
}

const runAll = async () => {
  const start = performance.now()
  const share = Math.ceil(count / workers)
  const parts = Array.from({ length: workers }, (_, place) => {
    const first = from + place * share
    return runPart(first, Math.max(0, Math.min(share, from + count - first)))
  })
  const { tellStories, tellSeed } = await load()
  const told = await tellStories(count < enoughSeeds ? 4 : Number.POSITIVE_INFINITY)
  const report = (await Promise.all(parts)).reduce(addReports)
  for (const line of tellReport(report, performance.now() - start)) console.log(line)
  // One fault often shows in many seeds, and shrinking each of them would take long.
  const failures = report.failures.slice(0, 5)
  for (const { seed } of failures) for (const line of await tellSeed(seed)) console.log(line)
  for (const line of told) console.log(line)
  const missing = count < enoughSeeds ? [] : listMissing(report)
  for (const name of missing) console.log(`This never happened: ${name}`)
  if (report.failures.length + told.length + missing.length > 0) process.exitCode = 1
}

if (values.seed !== undefined) {
  const seed = toNumber('seed', values.seed)
  const { runSeeds, tellSeed } = await load()
  for (const line of await tellSeed(seed)) console.log(line)
  if ((await runSeeds(seed, 1)).failures.length > 0) process.exitCode = 1
} else if (values.plant !== undefined) {
  const { findFirstFailure } = await load()
  process.send?.((await findFirstFailure(count)) ?? '')
  process.disconnect()
} else if (values.planted) await runPlanted()
else if (values.part) {
  const { runSeeds } = await load()
  process.send?.(await runSeeds(from, count))
  process.disconnect()
} else await runAll()
