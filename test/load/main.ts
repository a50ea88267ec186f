/**
 * A soak with faults: two replicas behind the load balancer, one killed and restarted every 30 s,
 * PostgreSQL and Redis restarted twice, GitHub and Cloudinary failing in turn and read anew every second
 * in between, while people change hearts and visitors look. It ends by proving that every acknowledged
 * change is there, once.
 *
 *   npm run load               ten minutes
 *   npm run load -- 1          one minute, to try it
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { causeFaults, type Fault } from './faults.ts'
import { createHearts } from './hearts.ts'
import { judge } from './judge.ts'
import { startSystem } from './system.ts'
import { createVisitors } from './visitors.ts'
import { watch } from './watch.ts'

const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) throw new Error(`'${process.argv[2]}' is no number of minutes`)

const system = await startSystem()
const until = Date.now() + minutes * 60_000
const isOver = () => Date.now() >= until
const hearts = await createHearts(system.url, { people: 3, connections: 3 })
const visitors = createVisitors(system.url, 6)
const faults: Fault[] = []

const tell = (fault: Fault) => {
  faults.push(fault)
  const { acknowledged } = hearts.report
  console.log(
    `${new Date(fault.at).toISOString().slice(11, 19)}  ${fault.what.padEnd(28)} ${acknowledged} hearts, ${visitors.report.answered} visits, ${visitors.report.failures.length} failed`,
  )
}

const [watched] = await Promise.all([
  watch(system, isOver),
  hearts.run(isOver),
  visitors.run(isOver),
  causeFaults(system, minutes * 60_000, tell),
])
// What is still on its way up would look like a loss.
await sleep(3_000)
const favorites = await hearts.finish([system.url, system.steady.url, system.killed.url])
const isGood = judge({
  favorites,
  hearts: hearts.report,
  visitors: visitors.report,
  faults,
  watched,
})
if (!isGood) console.log(`\nThe balancer said:\n${system.balancerLog()}`)
await system.stop()
process.exitCode = isGood ? 0 : 1
