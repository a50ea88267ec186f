import type { WallpaperFilter } from './catalogue.ts'
import { type Columns, toTypeNumber, typeCount } from './columns.ts'
import type { Range } from './pool.ts'

/** Finds the rows of a filter without looking at any row. */
export interface Buckets {
  /** Up to three ranges, one per device type; none when nothing matches. */
  find(filter: WallpaperFilter): Range[]
}

/** Rows, and beside each the number of the category it is listed under. */
export interface Memberships {
  readonly rows: Uint32Array
  readonly categories: Uint32Array
}

/**
 * One list of rows for all colours together and one for each colour, every list sorted by device
 * type and then by category. So whatever a filter names is one range of a list per device type,
 * and a row costs only 4 bytes for each of its colours and 4 more.
 */
export const createBuckets = (columns: Columns, memberships: Memberships): Buckets => {
  const ranges = fillLists(columns, memberships)
  return {
    find: ({ category, color, type }) => {
      const list = numberOf(columns.colorNumbers, color)
      const group = numberOf(columns.categoryNumbers, category)
      if (list === undefined || group === undefined) return []
      const types = type === undefined ? allTypes : [toTypeNumber(type)]
      return types
        .map((each) => ranges.get(rangeKey(columns, list, each, group)))
        .filter((range) => range !== undefined)
    },
  }
}

/** Lists and groups are numbered alike: 0 is `any`, and a name's number and 1 is the name. */
const any = 0
const numberOf = (numbers: ReadonlyMap<string, number>, name: string | undefined) => {
  if (name === undefined) return any
  const number = numbers.get(name)
  return number === undefined ? undefined : number + 1
}

const allTypes = Array.from({ length: typeCount }, (_, type) => type)

const rangeKey = ({ categoryNumbers }: Columns, list: number, type: number, group: number) =>
  (list * typeCount + type) * (categoryNumbers.size + 1) + group

interface OpenRange extends Range {
  readonly key: number
  size: number
}

const fillLists = (columns: Columns, memberships: Memberships): Map<number, Range> => {
  const { rows, next } = createLists(columns, memberships)
  const ranges = new Map<number, OpenRange>()
  const open: OpenRange[] = []
  const grow = (slot: number, key: number, start: number) => {
    const range = open[slot]
    if (range?.key === key) {
      range.size++
      return
    }
    const opened = { key, rows, start, size: 1 }
    open[slot] = opened
    ranges.set(key, opened)
  }
  for (const member of sortMembers(columns, memberships)) {
    const row = memberships.rows[member]!
    const type = columns.types[row]!
    forEachList(columns, row, (list) => {
      const position = next[list]!++
      rows[position] = row
      grow(list * 2, rangeKey(columns, list, type, any), position)
      const group = memberships.categories[member]! + 1
      grow(list * 2 + 1, rangeKey(columns, list, type, group), position)
    })
  }
  return ranges
}

/** Space for all lists, one after the other, and where each begins. */
const createLists = (columns: Columns, memberships: Memberships) => {
  const ends = new Uint32Array(columns.colorNumbers.size + 2)
  for (const row of memberships.rows) forEachList(columns, row, (list) => ends[list + 1]!++)
  for (let list = 1; list < ends.length; list++) ends[list]! += ends[list - 1]!
  return { rows: new Uint32Array(ends.at(-1)!), next: ends }
}

const forEachList = (columns: Columns, row: number, visit: (list: number) => void) => {
  visit(any)
  const end = columns.colorStarts[row + 1]!
  for (let at = columns.colorStarts[row]!; at < end; at++) visit(columns.colors[at]! + 1)
}

/** The members by device type and then by category, otherwise in their order: a counting sort. */
const sortMembers = (columns: Columns, { rows, categories }: Memberships): Uint32Array => {
  const groupCount = columns.categoryNumbers.size
  const groupOf = (member: number) =>
    columns.types[rows[member]!]! * groupCount + categories[member]!
  const next = new Uint32Array(typeCount * groupCount + 1)
  for (let member = 0; member < rows.length; member++) next[groupOf(member) + 1]!++
  for (let group = 1; group < next.length; group++) next[group]! += next[group - 1]!
  const sorted = new Uint32Array(rows.length)
  for (let member = 0; member < rows.length; member++) sorted[next[groupOf(member)]!++] = member
  return sorted
}
