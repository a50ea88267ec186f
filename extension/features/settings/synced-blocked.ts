import { toList, toNumber, toNumberOrNull, toRecord, toText } from '../../platform/unknown.ts'
import { type Blocked, parseBlocked } from './setting-values.ts'

/** A browser carries 8,192 bytes an entry between devices: a list of hundreds goes in so many parts. */
const partCount = 16
/** Of a title, in the parts: enough to know a wallpaper by. */
const titleLength = 40

/** By the name of the part. */
export type BlockedParts = Record<string, Blocked[]>

/** All parts of the list, most of them empty. An entry is always in the same one, whatever else is listed. */
export const splitBlocked = (list: readonly Blocked[]): BlockedParts => {
  const parts: BlockedParts = Object.fromEntries(
    Array.from({ length: partCount }, (_, index) => [toPartName(index), []]),
  )
  for (const entry of list)
    parts[partOf(entry)]?.push({ ...entry, title: entry.title.slice(0, titleLength) })
  return parts
}

/** The list after these parts came from elsewhere: what was here keeps its place, what is new comes last. */
export const joinBlocked = (list: readonly Blocked[], parts: BlockedParts): Blocked[] => {
  const there = Object.values(parts).flat()
  const wanted = new Set(there.map(toKey))
  const kept = list.filter((entry) => !(partOf(entry) in parts) || wanted.has(toKey(entry)))
  const known = new Set(kept.map(toKey))
  return [...kept, ...there.filter((entry) => !known.has(toKey(entry)))]
}

/** Whether both hide the same, in whatever order. */
export const hideSame = (one: readonly Blocked[], other: readonly Blocked[]): boolean =>
  JSON.stringify(one.map(toKey).sort()) === JSON.stringify(other.map(toKey).sort())

/** What names an entry. */
export const toKey = ({ kind, name }: Blocked): string => `${kind} ${name}`

export const partOf = (entry: Blocked): string =>
  toPartName([...toKey(entry)].reduce(addToHash, 0) % partCount)

const addToHash = (hash: number, character: string) =>
  (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0

const toPartName = (index: number) => `blocked/${index}`

/**
 * Of what was taken off the latest are remembered, as long as the part has no more bytes than this:
 * sixteen of them leave room for all other settings.
 */
const roomyPart = 5_600
/** … and so many in a part that is larger without them. */
const leastGone = 8

/** A part of the list as it is stored and synced, and when it was last changed (milliseconds since 1970). */
export interface DatedPart {
  value: unknown
  at: number
}

/** When an entry was blocked, or, without `entry`, taken off the list again. */
interface Mark {
  key: string
  at: number
  entry?: Blocked
}

/**
 * The value of a part after a person has made it `wanted` at that time: each entry with the time at which
 * it came, and `{gone, at}` for what was taken off, which older versions overlook.
 */
export const markChanges = (
  known: DatedPart | undefined,
  wanted: readonly Blocked[],
  at: number,
): unknown[] => {
  const marks = known ? parseMarks(known) : []
  const before = new Map(marks.map((mark) => [mark.key, mark]))
  const after = wanted.map((entry): Mark => {
    const mark = before.get(toKey(entry))
    return mark?.entry ? mark : { key: toKey(entry), at, entry }
  })
  const kept = new Set(after.map(({ key }) => key))
  const gone = marks
    .filter(({ key }) => !kept.has(key))
    .map(({ key, entry, ...mark }): Mark => ({ key, at: entry ? at : mark.at }))
  return toValue([...after, ...gone])
}

/**
 * What two devices have made of a part: of each entry the later wish, so that nothing is lost whichever
 * was written last; all devices come to the same. `undefined` where one is of an older version, which
 * does not say when each entry came.
 */
export const mergeParts = (mine: DatedPart, theirs: DatedPart): DatedPart | undefined => {
  if (!isDated(mine) || !isDated(theirs)) return
  const marks = new Map<string, Mark>()
  for (const mark of [...parseMarks(mine), ...parseMarks(theirs)]) {
    const other = marks.get(mark.key)
    if (!other || isLater(mark, other)) marks.set(mark.key, mark)
  }
  const merged = { value: toValue([...marks.values()]), at: Math.max(mine.at, theirs.at + 1) }
  if (saySame(merged, theirs)) return saySame(mine, theirs) ? mine : theirs
  return merged
}

/** Whether both come from the same wishes. */
export const saySame = (one: DatedPart, other: DatedPart): boolean =>
  JSON.stringify(toValue(parseMarks(one))) === JSON.stringify(toValue(parseMarks(other)))

const isDated = ({ value }: DatedPart) => {
  const times = toList(value, (element) => toNumberOrNull(toRecord(element).at))
  return times.length > 0 && !times.includes(null)
}

const parseMarks = ({ value, at }: DatedPart): Mark[] =>
  toList(value, (element) => {
    const stored = toRecord(element)
    const [entry] = parseBlocked([element])
    const mark = { key: entry ? toKey(entry) : toText(stored.gone), at: toNumber(stored.at, at) }
    return entry ? { ...mark, entry } : mark
  })

const toValue = (marks: readonly Mark[]): unknown[] => {
  const sorted = marks.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  const there = sorted.flatMap(({ entry, at }) => (entry ? [{ ...entry, at }] : []))
  const gone = sorted.flatMap(({ key, entry, at }) => (entry ? [] : [{ gone: key, at }]))
  return [...there, ...keepLatest(gone, roomyPart - weigh(there))]
}

/** An entry outweighs the mark that it is gone: a whole list can be taken off and none comes back. */
const keepLatest = <T>(gone: readonly T[], room: number): T[] => {
  let [left, count] = [room, 0]
  for (const mark of gone.toReversed()) {
    left -= weigh(mark)
    if (left < 0) break
    count++
  }
  return gone.slice(-Math.max(count, leastGone))
}

const weigh = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** In the same millisecond to block counts for more; titles are each device's own. */
const isLater = (one: Mark, other: Mark): boolean =>
  one.at > other.at || (one.at === other.at && toRank(one) > toRank(other))

const toRank = ({ entry }: Mark) => (entry ? `+${entry.title}` : '')
