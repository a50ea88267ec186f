import { isSame, toList, toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Blocked, parseBlocked } from './setting-values.ts'

// Browsers sync at most 8,192 bytes per stored entry, so the list of blocked wallpapers is split into parts.
const partCount = 16
const titleLength = 40

export type BlockedParts = Record<string, Blocked[]>

export const splitBlocked = (list: readonly Blocked[]): BlockedParts => {
  const parts: BlockedParts = Object.fromEntries(
    Array.from({ length: partCount }, (_, index) => [toPartName(index), []]),
  )
  for (const entry of list)
    parts[partOf(entry)]?.push({ ...entry, title: entry.title.slice(0, titleLength) })
  return parts
}

export const joinBlocked = (list: readonly Blocked[], parts: BlockedParts): Blocked[] => {
  const there = Object.values(parts).flat()
  const wanted = new Set(there.map(toKey))
  const kept = list.filter((entry) => !(partOf(entry) in parts) || wanted.has(toKey(entry)))
  const known = new Set(kept.map(toKey))
  return [...kept, ...there.filter((entry) => !known.has(toKey(entry)))]
}

export const hideSame = (one: readonly Blocked[], other: readonly Blocked[]): boolean =>
  isSame(one.map(toKey).sort(), other.map(toKey).sort())

const toKey = ({ kind, name }: Blocked): string => `${kind} ${name}`

export const partOf = (entry: Blocked): string =>
  toPartName([...toKey(entry)].reduce(addToHash, 0) % partCount)

const addToHash = (hash: number, character: string) =>
  (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0

const toPartName = (index: number) => `blocked/${index}`

// The size in bytes of a part of the blocked list above which its oldest marks of unblocked entries are
// dropped. Sixteen parts of this size leave room for all other settings in the browser's sync.
const roomyPart = 5_600
// Each part of the blocked list keeps at least this many marks of unblocked entries, however full the part is.
const leastGone = 8

/** The value of a setting, or of a part of the blocked list, with the time of its last change. */
export interface Stamp {
  value: unknown
  /** The time of the last change, in milliseconds since 1970. */
  at: number
}

// When an entry of the blocked list was blocked, or unblocked if `entry` is missing.
interface Mark {
  key: string
  at: number
  entry?: Blocked
}

/** Returns a part of the blocked list after a change. Unblocked entries become `{gone, at}`. */
export const markChanges = (
  known: Stamp | undefined,
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

/** Merges a part of the blocked list that two devices have changed. */
export const mergeParts = (mine: Stamp, theirs: Stamp): Stamp => {
  const marks = new Map<string, Mark>()
  for (const mark of [...parseMarks(mine), ...parseMarks(theirs)]) {
    const other = marks.get(mark.key)
    if (!other || isLater(mark, other)) marks.set(mark.key, mark)
  }
  const merged = { value: toValue([...marks.values()]), at: Math.max(mine.at, theirs.at + 1) }
  if (saySame(merged, theirs)) return saySame(mine, theirs) ? mine : theirs
  return merged
}

export const saySame = (one: Stamp, other: Stamp): boolean =>
  isSame(toValue(parseMarks(one)), toValue(parseMarks(other)))

const parseMarks = ({ value }: Stamp): Mark[] =>
  toList(value, (element) => {
    const stored = toRecord(element)
    const [entry] = parseBlocked([element])
    const mark = { key: entry ? toKey(entry) : toText(stored.gone), at: toNumber(stored.at) }
    return entry ? { ...mark, entry } : mark
  })

const toValue = (marks: readonly Mark[]): unknown[] => {
  const sorted = marks.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  const there = sorted.flatMap(({ entry, at }) => (entry ? [{ ...entry, at }] : []))
  const gone = sorted.flatMap(({ key, entry, at }) => (entry ? [] : [{ gone: key, at }]))
  return [...there, ...keepLatest(gone, roomyPart - weigh(there))]
}

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

// If two devices change an entry in the same millisecond, blocking wins over unblocking. If both blocked it,
// the title decides, so that all devices agree.
const isLater = (one: Mark, other: Mark): boolean =>
  one.at > other.at || (one.at === other.at && toRank(one) > toRank(other))

const toRank = ({ entry }: Mark) => (entry ? `+${entry.title}` : '')
