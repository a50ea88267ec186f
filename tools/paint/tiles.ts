/**
 * Sorts many small objects into square tiles, so that a pixel examines only the objects near it.
 */

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Returns the indices of objects near a point, in rising order. Outside the frame it returns none.
 */
export type Nearby = (x: number, y: number) => readonly number[]

const none: readonly number[] = []

/**
 * Sorts objects into square tiles of width `size` by their bounds. The frame is `aspect` wide and 1
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
