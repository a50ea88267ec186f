/** Number helpers and two-dimensional shapes. Distances to a shape are negative inside it. */

export const clamp = (v: number, low = 0, high = 1) => (v < low ? low : v > high ? high : v)
export const mix = (a: number, b: number, t: number) => a + (b - a) * t

/**
 * Returns 0 below `low`, 1 above `high`, and a smooth transition between them. Swap the bounds to
 * get the reverse.
 */
export const smoothstep = (low: number, high: number, v: number): number => {
  const t = clamp((v - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** A minimum of two distances with a smooth transition of width `k`, which blends two shapes. */
export const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.min(a, b) - h * h * k * 0.25
}

export const circle = (x: number, y: number, radius: number) => Math.hypot(x, y) - radius

/** Returns the distance to a rectangle around the origin with rounded corners. */
export const box = (x: number, y: number, halfWidth: number, halfHeight: number, round = 0) => {
  const dx = Math.abs(x) - halfWidth + round
  const dy = Math.abs(y) - halfHeight + round
  const outside = Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2)
  return outside + Math.min(Math.max(dx, dy), 0) - round
}

/**
 * Returns the distance to the line from a to b. It is never negative, so subtract half the line's
 * thickness.
 */
export const segment = (x: number, y: number, ax: number, ay: number, bx: number, by: number) => {
  const dx = bx - ax
  const dy = by - ay
  const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))
  const ex = x - ax - dx * t
  const ey = y - ay - dy * t
  return Math.sqrt(ex * ex + ey * ey)
}

/**
 * Returns the distance to an ellipse around the origin. It is an estimate that is accurate only
 * near the edge.
 */
export const ellipse = (x: number, y: number, rx: number, ry: number) => {
  const k = Math.sqrt((x / rx) ** 2 + (y / ry) ** 2)
  const slope = Math.sqrt((x / (rx * rx)) ** 2 + (y / (ry * ry)) ** 2)
  return slope === 0 ? -Math.min(rx, ry) : (k * (k - 1)) / slope
}

/** Tabulates a function over [low, high] and interpolates linearly. */
export const tabulate = (low: number, high: number, steps: number, f: (v: number) => number) => {
  const table = Float64Array.from({ length: steps + 2 }, (_, i) =>
    f(low + ((high - low) * i) / steps),
  )
  const perUnit = steps / (high - low)
  return (v: number) => {
    const place = clamp((v - low) * perUnit, 0, steps)
    const i = Math.floor(place)
    return table[i] + (place - i) * (table[i + 1] - table[i])
  }
}
