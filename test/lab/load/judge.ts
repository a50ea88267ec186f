/** Prints the results of a soak test and decides whether it passed. */
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
      `${visitors.answered} public GETs, ${failed.length} failed; ${cut.length} were cut off by a killed replica`,
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
  console.log(`      after each garbage collection: ${toRow(watched.kept)} MB`)
  console.log(`      JavaScript's share of that: ${toRow(watched.keptInside)} MB`)
  const details = [...hearts.wrong, ...hearts.refused, ...failed.map(toLine)]
  for (const line of details.slice(0, 20)) console.log(`      ${line}`)
  return lines.every(([isGood]) => isGood)
}

const toRow = (looks: readonly Look[]) => looks.map(({ value }) => value.toFixed(0)).join(' ')

/** Connections may break for so long after a SIGKILL. */
const cutMs = 1_000

const sortFailures = ({ failures }: VisitorsReport, faults: readonly Fault[]) => {
  const kills = faults.filter(({ what }) => what === 'SIGKILL')
  const isCut = (at: number) => kills.some((kill) => at >= kill.at && at < kill.at + cutMs)
  // A failure with an HTTP status is not a broken connection, so the soak test counts it as a real
  // failure.
  const cut = failures.filter(({ at, text }) => isCut(at) && !/: \d{3} /.test(text))
  return { cut, failed: failures.filter((failure) => !cut.includes(failure)) }
}

/** Without faults the soak test proves nothing. A short run may not notice a short one. */
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
    `a replica stopped ${kills} times, PostgreSQL ${postgres} and Redis ${redis} times; stale sources in ${resident.length} samples: ${looks.join(', ') || 'none'}`,
  ]
}

const judgeHearts = ({ favorites, hearts }: Findings): Line[] => [
  [
    hearts.acknowledged > 0 && hearts.wrong.length === 0,
    `${hearts.acknowledged} changes acknowledged, ${hearts.again} sent again; ${favorites} favorites at the end, ${hearts.wrong.length} lists differ from the acknowledged changes`,
  ],
  [hearts.refused.length === 0, `${hearts.refused.length} changes refused for good`],
]

/** A new process first grows to its normal size. */
const warmUpMs = 180_000
/** The allowed growth of JavaScript's memory in ten minutes, as a share of its size. */
const mostGrowth = 0.05
/** Higher than for JavaScript, because the C library returns memory late. */
const mostGrowthInAll = 0.2

const isFlat = ({ median, perMinute }: Course, most: number) => perMinute * 10 <= median * most

/** Memory before a collection says little, because Node decides when to collect. */
const judgeMemory = ({ resident, kept, keptInside }: Watched): Line => {
  const [all, inside] = [kept, keptInside].map((looks) =>
    findCourse(looks.filter(isWarm(resident))),
  )
  if (all === undefined || inside === undefined || all.median === 0)
    return [true, 'memory is judged only in runs of more than three minutes']
  const highest = Math.max(...resident.map(({ value }) => value)).toFixed(0)
  return [
    isFlat(inside, mostGrowth) && isFlat(all, mostGrowthInAll),
    `memory of the surviving replica after garbage collection, from the fourth minute: ${toText(all)}, JavaScript's share ${toText(inside)}; peak of the process ${highest} MB`,
  ]
}

const isWarm =
  ([first]: readonly Look[]) =>
  ({ at }: Look) =>
    at - (first?.at ?? 0) >= warmUpMs

const toText = ({ median, perMinute }: Course) =>
  `${median.toFixed(0)} MB (${toSigned(perMinute)} MB a minute)`

const toSigned = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`

/** Two replicas have up to ten to PostgreSQL and two to Redis. */
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
