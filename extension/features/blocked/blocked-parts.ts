import type { Blocked } from './blocked.ts'

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
