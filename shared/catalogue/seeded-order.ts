import { permutedSlice, type Slice } from './draw.ts'
import { hash32, mix32 } from './hash.ts'

interface Pool {
  size: number
  rowAt(position: number): number
}

interface Groups {
  groupAt: ((row: number) => number) | undefined
}

/**
 * Returns a part of a pool's rows, in the order that `seed` determines. The rows of a group of near-duplicates have equal
 * distances. For example, four near-duplicates among 1,000 rows are about 250 places apart. Larger pools are ordered in
 * blocks of about 1,024 rows.
 */
export const listSeeded = ({ groupAt }: Groups, pool: Pool, slice: Slice): number[] => {
  const { seed, start, count } = slice
  const end = Math.min(start + count, pool.size)
  if (groupAt === undefined)
    return permutedSlice(pool.size, slice).map((position) => pool.rowAt(position))
  const rows: number[] = []
  for (let at = start; at < end; ) {
    const { start: from, end: to } = blockAround(at, pool.size)
    const shuffled = permutedSlice(pool.size, { seed, start: from, count: to - from })
    const spread = spreadGroups(shuffled.map(pool.rowAt), groupAt, seed)
    rows.push(...spread.slice(at - from, end - from))
    at = to
  }
  return rows
}

const blockRows = 1_024

// The order is computed in blocks of about the same length, because sorting a million rows for a page takes too long.
const blockAround = (at: number, size: number) => {
  const blocks = Math.max(1, Math.round(size / blockRows))
  const startOf = (block: number) => Math.ceil((block * size) / blocks)
  const block = Math.floor((at * blocks) / size)
  return { start: startOf(block), end: startOf(block + 1) }
}

// Lays the rows on a circle. The rows of a group have equal distances, and the first of them has the same place in
// every block. So near-duplicates are also far apart across two blocks, and where `/today` starts the order again.
const spreadGroups = (rows: readonly number[], groupAt: (row: number) => number, seed: string) => {
  const ofSingles = hash32(seed, 1)
  const ofGroups = hash32(seed, 2)
  const members = new Map<number, number>()
  for (const row of rows) {
    const group = groupAt(row)
    if (group !== 0) members.set(group, (members.get(group) ?? 0) + 1)
  }
  const before = new Map<number, number>()
  const placeOf = (row: number): number => {
    const group = groupAt(row)
    if (group === 0) return mix32(ofSingles ^ row) >>> 0
    const earlier = before.get(group) ?? 0
    before.set(group, earlier + 1)
    const first = mix32(ofGroups ^ group) >>> 0
    return (first + Math.floor((earlier / (members.get(group) ?? 1)) * circle)) % circle
  }
  // Each number holds a place and the index of its row, because numbers are sorted without a function five times faster.
  const places = new Float64Array(rows.map((row, index) => placeOf(row) * indexes + index))
  return Array.from(places.sort(), (place) => rows[place % indexes] ?? 0)
}

const circle = 2 ** 32
// A block has at most 1.5 times as many rows as `blockRows`.
const indexes = 2 * blockRows
