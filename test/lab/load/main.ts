/**
 * A soak test with faults: people change favorites on two replicas while replicas, databases and
 * upstream services fail in turn.
 * Run it with `npm run lab -- load` for ten minutes, or `npm run lab -- load 1` for one minute. With
 * `npm run lab -- load 10 single` it is one server with SQLite that is killed, backed up and restored.
 * Prints each fault and a verdict. It exits with 1 unless every acknowledged change is stored
 * exactly once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { causeFaults, type Fault } from './faults.ts'
import { createHearts } from './hearts.ts'
import { judge } from './judge.ts'
import { soakSingleServer } from './single.ts'
import { startSystem } from './system.ts'
import { createVisitors } from './visitors.ts'
import { watch } from './watch.ts'

const [, , duration = '10', kind] = process.argv
const minutes = Number(duration)
if (!(minutes > 0))
  throw new Error(`'${duration}' is not a number of minutes. Example: npm run lab -- load 10`)

const soakReplicas = async (): Promise<boolean> => {
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
  // Waits until all replicas have restarted. Otherwise their missing answers would be counted as lost
  // favorites.
  await sleep(3_000)
  const favorites = await hearts.finish([system.url, system.steady.url, system.killed.url])
  const isGood = judge({
    favorites,
    hearts: hearts.report,
    visitors: visitors.report,
    faults,
    watched,
  })
  if (!isGood) console.log(`\nLog of the load balancer:\n${system.balancerLog()}`)
  await system.stop()
  return isGood
}

const isGood = await (kind === 'single' ? soakSingleServer(minutes) : soakReplicas())
process.exitCode = isGood ? 0 : 1
