/** Sorts many small things into tiles, so that a sample looks only at those nearby. */

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The indices of things near a point, in rising order. Points outside the frame have none. */
export type Nearby = (x: number, y: number) => readonly number[]

const none: readonly number[] = []

/**
 * Sorts things by their bounds into square tiles of width `size`. The frame is `aspect` wide and 1
 * high.
 */
export const createTiles = (bounds: readonly Bounds[], aspect: number, size: number): Nearby => {
  const columns = Math.ceil(aspect / size)
  const rows = Math.ceil(1 / size)
  const tiles: number[][] = Array.from({ length: columns * rows }, () => [])
  bounds.forEach((one, index) => {
    const lastColumn = Math.min(columns - 1, Math.floor(one.right / size))
    const lastRow = Math.min(rows - 1, Math.floor(one.bottom / size))
    for (let j = Math.max(0, Math.floor(one.top / size)); j <= lastRow; j++)
      for (let i = Math.max(0, Math.floor(one.left / size)); i <= lastColumn; i++)
        tiles[j * columns + i].push(index)
  })
  return (x, y) => {
    const i = Math.floor(x / size)
    const j = Math.floor(y / size)
    return i < 0 || j < 0 || i >= columns || j >= rows ? none : tiles[j * columns + i]
  }
}
