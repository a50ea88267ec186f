/* biome-ignore-all lint/style/noNonNullAssertion: each group has a key, and `starts` has one entry more */
import {
  createUint32List,
  lowerBound,
  sortByGroup,
  toSharedFloat64,
  toSharedUint32,
} from './shared-arrays.ts'

/** The rows with the value `keys[g]` are `rows[starts[g]]` … `rows[starts[g + 1] - 1]`. The keys are in ascending order. */
export interface RowGroups {
  keys: Float64Array
  starts: Uint32Array
  rows: Uint32Array
}

/** A part of a list of rows. */
export interface Range {
  rows: Uint32Array
  start: number
  size: number
}

export const findGroups = (
  { keys, starts, rows }: RowGroups,
  isWanted: (key: number) => boolean,
): Range[] => {
  const ranges: Range[] = []
  for (let group = 0; group < keys.length; group++)
    if (isWanted(keys[group]!))
      ranges.push({ rows, start: starts[group]!, size: starts[group + 1]! - starts[group]! })
  return ranges
}

/** Returns the rows with keys from `first` up to, but not including, `end`. */
export const findBetween = (
  { keys, starts, rows }: RowGroups,
  first: number,
  end: number,
): Range => {
  const from = lowerBound(keys, first)
  // Most ranges are one group, which needs no second search.
  const to = keys[from]! < end && keys[from + 1]! >= end ? from + 1 : lowerBound(keys, end)
  return { rows, start: starts[from]!, size: starts[to]! - starts[from]! }
}

/** Collects rows by keys. The rows of a group stay in the order in which they were added. */
export const createGroupsPacker = () => {
  const numbers = new Map<number, number>()
  const groups = createUint32List()
  const rows = createUint32List()
  return {
    add: (key: number, row: number) => {
      const number = numbers.get(key) ?? numbers.size
      if (number === numbers.size) numbers.set(key, number)
      groups.push(number)
      rows.push(row)
    },
    pack: (): RowGroups => {
      const keys = toSharedFloat64([...numbers.keys()]).sort()
      const places = new Uint32Array(keys.length)
      for (const [place, key] of keys.entries()) places[numbers.get(key)!] = place
      const groupOf = (member: number) => places[groups.at(member)]!
      const { starts, order } = sortByGroup(rows.length(), keys.length, groupOf)
      return {
        keys,
        starts: toSharedUint32(starts),
        rows: toSharedUint32(order.map((member) => rows.at(member))),
      }
    },
  }
}
