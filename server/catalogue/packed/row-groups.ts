import { countNames, createNamesPacker, findName, type PackedNames } from './packed-names.ts'
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

/** The rows of the name with the number `n` are `rows[starts[n]]` … `rows[starts[n + 1] - 1]`. */
export interface NamedRows extends Omit<RowGroups, 'keys'> {
  names: PackedNames
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
  keys.forEach((key, group) => {
    if (isWanted(key)) ranges.push(toRange({ starts, rows }, group))
  })
  return ranges
}

/** Returns the rows of a group, or of all groups up to, but not including, `end`. */
export const toRange = (
  { starts, rows }: Omit<RowGroups, 'keys'>,
  group: number,
  end = group + 1,
): Range => {
  const from = starts[group] ?? 0
  const to = starts[end] ?? 0
  return { rows, start: from, size: to - from }
}

/** Returns the rows with keys from `first` up to, but not including, `end`. */
export const findBetween = (groups: RowGroups, first: number, end: number): Range => {
  const { keys } = groups
  const from = lowerBound(keys, first)
  // Most ranges are one group, which needs no second search.
  const key = keys[from] ?? end
  const next = keys[from + 1] ?? 0
  return toRange(groups, from, key < end && next >= end ? from + 1 : lowerBound(keys, end))
}

export const findNamed = (named: NamedRows, name: string): Range[] => {
  const number = findName(named.names, name)
  return number === undefined ? [] : [toRange(named, number)]
}

// Collects rows by group number. The rows of a group stay in the order in which they were added.
const createMembers = () => {
  const groups = createUint32List()
  const rows = createUint32List()
  return {
    add: (group: number, row: number) => {
      groups.push(group)
      rows.push(row)
    },
    pack: (groupCount: number, placeOf = (group: number) => group) => {
      const groupOf = (member: number) => placeOf(groups.at(member))
      const { starts, order } = sortByGroup(rows.length(), groupCount, groupOf)
      return {
        starts: toSharedUint32(starts),
        rows: toSharedUint32(order.map((member) => rows.at(member))),
      }
    },
  }
}

/** Collects rows by keys. The rows of a group stay in the order in which they were added. */
export const createGroupsPacker = () => {
  const numbers = new Map<number, number>()
  const members = createMembers()
  return {
    add: (key: number, row: number) => {
      const number = numbers.get(key) ?? numbers.size
      if (number === numbers.size) numbers.set(key, number)
      members.add(number, row)
    },
    pack: (): RowGroups => {
      const keys = toSharedFloat64([...numbers.keys()]).sort()
      const places = Uint32Array.from(numbers.keys(), (key) => lowerBound(keys, key))
      return { keys, ...members.pack(keys.length, (number) => places[number] ?? 0) }
    },
  }
}

export const createNamedRowsPacker = () => {
  const names = createNamesPacker()
  const members = createMembers()
  return {
    numberOf: names.numberOf,
    add: members.add,
    pack: (): NamedRows => {
      const packed = names.pack()
      return { names: packed, ...members.pack(countNames(packed)) }
    },
  }
}
