/**
 * Speeds up slow functions of x and y. They are computed once at grid points and interpolated in
 * between.
 */
import { clamp } from './shape.ts'

export type Field = (x: number, y: number) => number

export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Tabulates `f` over an area and interpolates with a quadratic B-spline, so that lit surfaces show
 * no facets. Points outside get the value at the edge. Details smaller than two grid steps are
 * lost.
 */
export const createGrid = (area: Area, columns: number, rows: number, f: Field): Field => {
  const { left, top, right, bottom } = area
  const table = new Float64Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    const y = top + ((bottom - top) * j) / (rows - 1)
    for (let i = 0; i < columns; i++)
      table[j * columns + i] = f(left + ((right - left) * i) / (columns - 1), y)
  }
  const perX = (columns - 1) / (right - left)
  const perY = (rows - 1) / (bottom - top)
  return (x, y) => {
    const u = clamp((x - left) * perX, 1, columns - 2.001)
    const v = clamp((y - top) * perY, 1, rows - 2.001)
    const i = Math.round(u)
    const j = Math.round(v)
    const a = u - i
    const b = v - j
    const x0 = 0.5 * (0.5 - a) * (0.5 - a)
    const x1 = 0.75 - a * a
    const x2 = 0.5 * (0.5 + a) * (0.5 + a)
    const n = (j - 1) * columns + i
    const m = n + columns
    const o = m + columns
    return (
      0.5 * (0.5 - b) * (0.5 - b) * (table[n - 1] * x0 + table[n] * x1 + table[n + 1] * x2) +
      (0.75 - b * b) * (table[m - 1] * x0 + table[m] * x1 + table[m + 1] * x2) +
      0.5 * (0.5 + b) * (0.5 + b) * (table[o - 1] * x0 + table[o] * x1 + table[o + 1] * x2)
    )
  }
}
