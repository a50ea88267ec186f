/** The rows that match a filter, addressable without a scan. */
export interface Pool {
  size: number
  /** The number of the row at `position`, 0 to `size - 1`. */
  rowAt(position: number): number
}

/** A stretch of a list of row numbers. */
export interface Range {
  rows: Uint32Array
  start: number
  size: number
}

/** The rows of a few stretches, one after the other. */
export const createPool = (ranges: readonly Range[]): Pool => ({
  size: ranges.reduce((sum, range) => sum + range.size, 0),
  rowAt: (position) => {
    let rest = position
    for (const { rows, start, size } of ranges) {
      if (rest < size) return rows[start + rest]!
      rest -= size
    }
    throw new RangeError(`No wallpaper at position ${position}`)
  },
})
