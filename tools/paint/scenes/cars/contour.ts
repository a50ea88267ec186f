/** Smooth outlines through a few points, and tables of the signed distance to them. */
import { clamp, mix, tabulate } from '../../shape.ts'

export type Point = readonly [x: number, y: number]

const catmullRom = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 *
  (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)

export const smoothLoop = (points: readonly Point[], perSpan = 10): Point[] => {
  const at = (i: number) => points[(i + points.length) % points.length]
  return points.flatMap((_, i) =>
    Array.from({ length: perSpan }, (_, k): Point => {
      const t = k / perSpan
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
      return [catmullRom(a[0], b[0], c[0], d[0], t), catmullRom(a[1], b[1], c[1], d[1], t)]
    }),
  )
}

/** Returns y on a smooth line through points with rising x. Outside the points the line is flat. */
export const smoothLine = (points: readonly Point[]): ((x: number) => number) => {
  const slope = (i: number) => {
    const [a, b] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]]
    return (b[1] - a[1]) / (b[0] - a[0])
  }
  const last = points[points.length - 1]
  const at = (x: number) => {
    const next = points.findIndex((p) => p[0] > x)
    if (next <= 0) return next === 0 ? points[0][1] : last[1]
    const [a, b] = [points[next - 1], points[next]]
    const wide = b[0] - a[0]
    const t = (x - a[0]) / wide
    const [m, n] = [slope(next - 1) * wide, slope(next) * wide]
    const cubic = 2 * a[1] - 2 * b[1] + m + n
    return ((cubic * t - 3 * a[1] + 3 * b[1] - 2 * m - n) * t + m) * t + a[1]
  }
  return tabulate(points[0][0], last[0], 4000, at)
}

const signedDistance = (loop: readonly Point[], x: number, y: number): number => {
  let nearest = Number.POSITIVE_INFINITY
  let inside = false
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [ax, ay] = loop[j]
    const [bx, by] = loop[i]
    const [ex, ey] = [bx - ax, by - ay]
    const t = clamp(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1))
    const [dx, dy] = [x - ax - ex * t, y - ay - ey * t]
    nearest = Math.min(nearest, dx * dx + dy * dy)
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * ex) inside = !inside
  }
  return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
}

/**
 * Creates a table of the signed distance to a closed outline. It is negative inside and valid up to
 * `margin` outside.
 */
export const distanceTo = (loop: readonly Point[], step: number, margin: number) => {
  const xs = loop.map((p) => p[0])
  const ys = loop.map((p) => p[1])
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const columns = Math.ceil((Math.max(...xs) + margin - left) / step) + 1
  const rows = Math.ceil((Math.max(...ys) + margin - top) / step) + 1
  const table = new Float32Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      table[j * columns + i] = signedDistance(loop, left + i * step, top + j * step)
    }
  }
  return (x: number, y: number) => {
    const u = clamp((x - left) / step, 0, columns - 1.001)
    const v = clamp((y - top) / step, 0, rows - 1.001)
    const i = Math.floor(u)
    const j = Math.floor(v)
    const n = j * columns + i
    const upper = mix(table[n], table[n + 1], u - i)
    const lower = mix(table[n + columns], table[n + columns + 1], u - i)
    return mix(upper, lower, v - j)
  }
}
