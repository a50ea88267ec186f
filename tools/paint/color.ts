/**
 * Color conversions. Scenes write colors as hex. Mixing uses OKLab, in which equal steps look
 * equal, and painting uses linear light.
 */
import { type Lab, labToLinear, linearToLab } from '../../shared/oklab.ts'
import type { Light } from './scene.ts'

export type Rgb = readonly [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
export const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** Converts `#rrggbb` to linear light. A `strength` of 2 doubles the brightness. */
export const rgb = (hex: string, strength = 1): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [
    toLinear((n >> 16) / 255) * strength,
    toLinear(((n >> 8) & 255) / 255) * strength,
    toLinear((n & 255) / 255) * strength,
  ]
}

const toLab = ([r, g, b]: Rgb) => linearToLab(r, g, b)

const fromLab = (lab: Lab): Rgb => {
  const [r, g, b] = labToLinear(lab)
  return [Math.max(0, r), Math.max(0, g), Math.max(0, b)]
}

/**
 * Mixes two colors so that equal steps look equal. The function is slow, so per-pixel code should
 * use a ramp.
 */
export const mixRgb = (from: Rgb, to: Rgb, t: number): Rgb => {
  const a = toLab(from)
  const b = toLab(to)
  return fromLab(mixLab(a, b, t))
}

const mixLab = (a: Lab, b: Lab, t: number): Lab => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

export type Ramp = (t: number, out: Light) => void
export type Stop = readonly [at: number, color: string | Rgb]

const steps = 1024

/**
 * Creates a gradient through color stops, which must be in rising order. Outside the stops the
 * color is constant. A lookup table makes it fast enough for every pixel.
 */
export const ramp = (stops: readonly Stop[]): Ramp => {
  const points = stops.map(([at, c]) => ({ at, lab: toLab(typeof c === 'string' ? rgb(c) : c) }))
  const low = points[0].at
  const span = points[points.length - 1].at - low
  const table = new Float64Array((steps + 2) * 3)
  for (let i = 0, k = 0; i < steps + 2; i++) {
    const at = low + (Math.min(i, steps) / steps) * span
    while (k < points.length - 2 && at > points[k + 1].at) k++
    const a = points[k]
    const b = points[Math.min(k + 1, points.length - 1)]
    const t = b.at === a.at ? 0 : (at - a.at) / (b.at - a.at)
    table.set(fromLab(mixLab(a.lab, b.lab, t)), i * 3)
  }
  return (t, out) => {
    const place = span === 0 ? 0 : Math.min(1, Math.max(0, (t - low) / span)) * steps
    const i = Math.floor(place)
    const f = place - i
    const n = i * 3
    out[0] = table[n] + f * (table[n + 3] - table[n])
    out[1] = table[n + 1] + f * (table[n + 4] - table[n + 1])
    out[2] = table[n + 2] + f * (table[n + 5] - table[n + 2])
  }
}
