/** Numbers and flat shapes. Distances are signed: negative inside. */

export const clamp = (v: number, low = 0, high = 1) => (v < low ? low : v > high ? high : v)
export const mix = (a: number, b: number, t: number) => a + (b - a) * t

/** 0 below `low`, 1 above `high`, smooth in between. Swap the bounds to reverse it. */
export const smoothstep = (low: number, high: number, v: number): number => {
  const t = clamp((v - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** A smooth minimum that blends two distances over `k`. */
export const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.min(a, b) - h * h * k * 0.25
}

export const circle = (x: number, y: number, radius: number) => Math.hypot(x, y) - radius

/** Box around the origin with half sizes and a corner radius. */
export const box = (x: number, y: number, halfWidth: number, halfHeight: number, round = 0) => {
  const dx = Math.abs(x) - halfWidth + round
  const dy = Math.abs(y) - halfHeight + round
  const outside = Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2)
  return outside + Math.min(Math.max(dx, dy), 0) - round
}

/** Distance to the line from a to b. It is never negative, so subtract half the thickness. */
export const segment = (x: number, y: number, ax: number, ay: number, bx: number, by: number) => {
  const dx = bx - ax
  const dy = by - ay
  const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))
  const ex = x - ax - dx * t
  const ey = y - ay - dy * t
  return Math.sqrt(ex * ex + ey * ey)
}

/** An ellipse around the origin. The distance is a first-order estimate, accurate near the edge. */
export const ellipse = (x: number, y: number, rx: number, ry: number) => {
  const k = Math.sqrt((x / rx) ** 2 + (y / ry) ** 2)
  const slope = Math.sqrt((x / (rx * rx)) ** 2 + (y / (ry * ry)) ** 2)
  return slope === 0 ? -Math.min(rx, ry) : (k * (k - 1)) / slope
}

/** Tabulates a function of one variable over [low, high], with linear interpolation. */
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
