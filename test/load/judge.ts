/** Says what the soak showed, line by line, and whether that is what it must show. */
import type { Fault } from './faults.ts'
import { type Course, findCourse, type Look, percentileOf } from './flatness.ts'
import type { HeartsReport } from './hearts.ts'
import type { VisitorsReport } from './visitors.ts'
import type { Watched } from './watch.ts'

interface Findings {
  favorites: number
  hearts: HeartsReport
  visitors: VisitorsReport
  faults: readonly Fault[]
  watched: Watched
}

type Line = readonly [isGood: boolean, text: string]

export const judge = (findings: Findings): boolean => {
  const { hearts, visitors, faults, watched } = findings
  const { cut, failed } = sortFailures(visitors, faults)
  const lines: Line[] = [
    judgeFaults(faults, watched),
    ...judgeHearts(findings),
    [
      visitors.answered > failed.length && failed.length === 0,
      `${visitors.answered} public GETs, ${failed.length} failed; ${cut.length} broke off in the hands of a replica that was killed`,
    ],
    judgeMemory(watched),
    judgeConnections(watched),
    [
      true,
      `public GETs took ${percentile(visitors.took, 0.5)} ms (median), ${percentile(visitors.took, 0.99)} ms (p99), ${percentile(visitors.took, 1)} ms (longest)`,
    ],
  ]
  console.log()
  for (const [isGood, line] of lines) console.log(`${isGood ? 'good' : 'BAD '}  ${line}`)
  console.log(`      after each collection: ${toRow(watched.kept)} MB`)
  console.log(`      of it JavaScript's part: ${toRow(watched.keptInside)} MB`)
  const details = [...hearts.wrong, ...hearts.refused, ...failed.map(toLine)]
  for (const line of details.slice(0, 20)) console.log(`      ${line}`)
  return lines.every(([isGood]) => isGood)
}

const toRow = (looks: readonly Look[]) => looks.map(({ value }) => value.toFixed(0)).join(' ')

/** How long after a SIGKILL an answer that was already being sent may break off. */
const cutMs = 1_000

const sortFailures = ({ failures }: VisitorsReport, faults: readonly Fault[]) => {
  const kills = faults.filter(({ what }) => what === 'SIGKILL')
  const isCut = (at: number) => kills.some((kill) => at >= kill.at && at < kill.at + cutMs)
  // An answer with a status was no answer that broke off.
  const cut = failures.filter(({ at, text }) => isCut(at) && !/: \d{3} /.test(text))
  return { cut, failed: failures.filter((failure) => !cut.includes(failure)) }
}

/**
 * What did not happen was not withstood, and a source that never comes back is never read under load. A
 * short run has few looks: it may see none of a source that failed for a moment.
 */
const judgeFaults = (faults: readonly Fault[], { stale, resident }: Watched): Line => {
  const count = (pattern: RegExp) => faults.filter(({ what }) => pattern.test(what)).length
  const [kills, postgres, redis] = [/^SIG/, /^PostgreSQL/, /^Redis/].map(count)
  const isAwayAtTimes = (times = 0) => times > 0 && times < resident.length / 2
  const cameAndWent =
    !resident.some(isWarm(resident)) ||
    ['catalogue', 'cloudinary'].every((name) => isAwayAtTimes(stale[name]))
  const looks = Object.entries(stale).map(([name, times]) => `${name} at ${times}`)
  return [
    kills !== 0 && postgres === 2 && redis === 2 && cameAndWent,
    `a replica went away ${kills} times, PostgreSQL ${postgres} and Redis ${redis} times; at ${resident.length} looks, served from what was read before: ${looks.join(', ') || 'nothing'}`,
  ]
}

const judgeHearts = ({ favorites, hearts }: Findings): Line[] => [
  [
    hearts.acknowledged > 0 && hearts.wrong.length === 0,
    `${hearts.acknowledged} changes acknowledged, ${hearts.again} sent again; ${favorites} favorites in the end, ${hearts.wrong.length} times not as acknowledged`,
  ],
  [hearts.refused.length === 0, `${hearts.refused.length} changes refused without a way to go on`],
]

/** A process that has just started still grows into its work. */
const warmUpMs = 180_000
/** What JavaScript's part may grow in ten minutes, as a part of what it is. */
const mostGrowth = 0.05
/** And the process: the C library gives back late what files were read into, less and less of it. */
const mostGrowthInAll = 0.2

const isFlat = ({ median, perMinute }: Course, most: number) => perMinute * 10 <= median * most

/** What is left after garbage was collected does not grow; how much lies around until then is Node's affair. */
const judgeMemory = ({ resident, kept, keptInside }: Watched): Line => {
  const [all, inside] = [kept, keptInside].map((looks) =>
    findCourse(looks.filter(isWarm(resident))),
  )
  if (all === undefined || inside === undefined || all.median === 0)
    return [true, 'memory is judged in runs of more than three minutes']
  const highest = Math.max(...resident.map(({ value }) => value)).toFixed(0)
  return [
    isFlat(inside, mostGrowth) && isFlat(all, mostGrowthInAll),
    `memory of the replica that lived on, garbage collected, after three minutes: ${toText(all)}, JavaScript's part ${toText(inside)}; the whole process never had more than ${highest} MB`,
  ]
}

const isWarm =
  ([first]: readonly Look[]) =>
  ({ at }: Look) =>
    at - (first?.at ?? 0) >= warmUpMs

const toText = ({ median, perMinute }: Course) =>
  `${median.toFixed(0)} MB (${toSigned(perMinute)} MB a minute)`

const toSigned = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`

/** Two replicas with a pool of ten; a connection to Redis each for commands and for news. */
const most = { postgres: 20, redis: 4 }

const judgeConnections = ({ postgres, redis }: Watched): Line => {
  const [toPostgres, toRedis] = [postgres, redis].map((looks) =>
    Math.max(0, ...looks.map(({ value }) => value)),
  )
  return [
    (toPostgres ?? 0) <= most.postgres && (toRedis ?? 0) <= most.redis,
    `at most ${toPostgres} connections to PostgreSQL (of ${most.postgres}) and ${toRedis} to Redis (of ${most.redis})`,
  ]
}

const toLine = ({ at, text }: { at: number; text: string }) =>
  `${new Date(at).toISOString().slice(11, 23)} ${text}`

const percentile = (values: readonly number[], part: number) =>
  percentileOf(values, part).toFixed(0)
