import type { Pool } from './catalogue.ts'
import type { Wallpaper } from './wallpaper.ts'

/** A stretch of a list of row numbers. */
export interface Range {
  readonly rows: Uint32Array
  readonly start: number
  readonly size: number
}

/** The wallpapers of a few stretches, one after the other. */
export const createPool = (wallpapers: readonly Wallpaper[], ranges: readonly Range[]): Pool => {
  const rowAt = (position: number) => {
    let rest = position
    for (const { rows, start, size } of ranges) {
      if (rest < size) return rows[start + rest]!
      rest -= size
    }
    throw new RangeError(`No wallpaper at position ${position}`)
  }
  return {
    size: ranges.reduce((sum, range) => sum + range.size, 0),
    at: (position) => wallpapers[rowAt(position)]!,
  }
}
