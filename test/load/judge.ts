/** Says what the soak showed, line by line, and whether that is what it must show. */
import type { Fault } from './faults.ts'
import type { HeartsReport } from './hearts.ts'
import type { VisitorsReport } from './visitors.ts'

interface Findings {
  readonly favorites: number
  readonly hearts: HeartsReport
  readonly visitors: VisitorsReport
  readonly faults: readonly Fault[]
  /** Megabytes, at even distances. */
  readonly memory: readonly number[]
}

/** How long after a SIGKILL an answer that was already being sent may break off. */
const cutMs = 1_000
/** What memory may grow from the second quarter to the last. */
const growth = 1.15
/** A process that has just started still grows into its work: five minutes, looked at every two seconds. */
const enoughSamples = 150

export const judge = ({ favorites, hearts, visitors, faults, memory }: Findings): boolean => {
  const kills = faults.filter(({ what }) => what === 'SIGKILL')
  const isCut = (at: number) => kills.some((kill) => at >= kill.at && at < kill.at + cutMs)
  const cut = visitors.failures.filter(({ at, text }) => isCut(at) && !/: \d{3} /.test(text))
  const failed = visitors.failures.filter((failure) => !cut.includes(failure))
  const [early, late] = [median(quarter(memory, 1)), median(quarter(memory, 3))]
  const lines: [boolean, string][] = [
    [
      hearts.wrong.length === 0,
      `${hearts.acknowledged} changes acknowledged, ${hearts.again} sent again; ${favorites} favorites in the end, ${hearts.wrong.length} times not as acknowledged`,
    ],
    [
      hearts.refused.length === 0,
      `${hearts.refused.length} changes refused without a way to go on`,
    ],
    [
      failed.length === 0,
      `${visitors.answered} public GETs, ${failed.length} failed; ${cut.length} broke off in the hands of a replica that was killed`,
    ],
    [
      memory.length < enoughSamples || late <= early * growth,
      `memory ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late`,
    ],
    [
      true,
      `public GETs took ${percentile(visitors.took, 0.5)} ms (median), ${percentile(visitors.took, 0.99)} ms (p99), ${percentile(visitors.took, 1)} ms (longest)`,
    ],
  ]
  console.log()
  for (const [isGood, line] of lines) console.log(`${isGood ? 'good' : 'BAD '}  ${line}`)
  const details = [...hearts.wrong, ...hearts.refused, ...failed.map(toLine)]
  for (const line of details.slice(0, 20)) console.log(`      ${line}`)
  return lines.every(([isGood]) => isGood)
}

const toLine = ({ at, text }: { at: number; text: string }) =>
  `${new Date(at).toISOString().slice(11, 23)} ${text}`

const quarter = (values: readonly number[], at: number) =>
  values.slice((values.length * at) / 4, (values.length * (at + 1)) / 4)

const median = (values: readonly number[]) => percentileOf(values, 0.5)

const percentile = (values: readonly number[], part: number) =>
  percentileOf(values, part).toFixed(0)

const percentileOf = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
