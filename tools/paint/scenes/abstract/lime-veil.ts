import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix } from '../../shape.ts'

const steps = 240
const tau = Math.PI * 2

interface Veil {
  middle: (y: number) => number
  width: (y: number) => number
  folds: number
  depth: number
  turn: (y: number) => number
  from: number
  to: number
  opacity: number
}

const veils: readonly Veil[] = [
  {
    middle: (y) => 0.3 + 0.2 * Math.sin(y * 3 + 3.4),
    width: (y) => 0.3 + 0.16 * Math.sin(y * 2.4 + 2.6),
    folds: 1.35,
    depth: 0.085,
    turn: (y) => y * 1.9 + 0.6 * Math.sin(y * 3.1),
    from: 0.1,
    to: 0.6,
    opacity: 0.3,
  },
  {
    middle: (y) => 0.34 + 0.2 * Math.sin(y * 3.1 + 3.9),
    width: (y) => 0.2 + 0.13 * Math.cos(y * 3.3 + 0.2),
    folds: 1.5,
    depth: 0.06,
    turn: (y) => 2 - y * 2.6 + 0.5 * Math.sin(y * 4.1 + 1),
    from: 0.42,
    to: 1,
    opacity: 0.34,
  },
]

/** Computes a horizontal slice through a veil: the position, depth and direction of the cloth. */
const slice = (veil: Veil, y: number): Float64Array => {
  const points = new Float64Array((steps + 1) * 2)
  const middle = veil.middle(y)
  const width = veil.width(y)
  const turn = veil.turn(y)
  for (let i = 0; i <= steps; i++) {
    const s = i / steps
    const phase = tau * veil.folds * s + turn + 0.9 * Math.sin(tau * s * 0.8 - turn * 0.6)
    points[i * 2] = middle + width * (s - 0.5) + veil.depth * Math.sin(phase)
    points[i * 2 + 1] = veil.depth * 1.3 * Math.cos(phase) + 0.1 * s
  }
  return points
}

/** Caches the cross-sections at recent heights, because neighboring pixels need the same few heights. */
const createSlices = (veil: Veil) => {
  const kept = new Map<number, Float64Array>()
  return (y: number) => {
    const known = kept.get(y)
    if (known) return known
    if (kept.size > 40) kept.clear()
    const points = slice(veil, y)
    kept.set(y, points)
    return points
  }
}

const prepare = (_random: Random, { aspect }: Frame): Shade => {
  const sheets = veils.map((veil) => ({ ...veil, at: createSlices(veil) }))
  const night = ramp([
    [0, '#04140d'],
    [0.5, '#06281a'],
    [1, '#0b4a2a'],
  ])
  const leaf = ramp([
    [0, '#04331f'],
    [0.25, '#0c6a35'],
    [0.5, '#4fae2c'],
    [0.72, '#a8dc2e'],
    [1, '#e2f763'],
  ])
  const sun = rgb('#3f9a3a')
  const paint = new Float64Array(3)

  const lay = (sheet: (typeof sheets)[number], x: number, y: number, out: Light) => {
    const points = sheet.at(y)
    for (let i = 0; i < steps; i++) {
      const x0 = points[i * 2] - x
      const x1 = points[i * 2 + 2] - x
      if (x0 > 0 === x1 > 0) continue
      const s = (i + x0 / (x0 - x1)) / steps
      const dx = (x1 - x0) * steps
      const dz = (points[i * 2 + 3] - points[i * 2 + 1]) * steps
      const length = Math.sqrt(dx * dx + dz * dz)
      const across = Math.abs(dx) / length
      // Cloth that is seen from its edge appears thicker, so less light passes through it and its
      // own glow is stronger.
      const opacity = 1 - (1 - sheet.opacity) ** (1 / (across + 0.14))
      const facing = (dz / length) * Math.sign(dx)
      const front = points[i * 2 + 1] / sheet.depth
      const light = 0.42 + 0.27 * facing + 0.13 * front + 0.2 * (1 - across) - 0.5 * (y - 0.42) ** 2
      leaf(clamp(light * mix(0.75, 1.05, mix(sheet.from, sheet.to, s))), paint)
      cover(out, paint, opacity)
      add(out, paint, 0.07 * (1 - across) ** 3)
    }
  }

  return (x, y, out) => {
    const away = Math.hypot((x - 0.42) * 1.2, y - 0.36)
    night(1.05 - 1.25 * away, out)
    add(out, sun, 0.1 * bell(away, 0.4))
    for (const sheet of sheets) lay(sheet, x, y, out)
    scale(out, 1 - 0.18 * Math.abs(x - aspect / 2))
  }
}

export const limeVeil: Scene = {
  name: 'lime-veil',
  title: 'Lime Veil',
  category: 'abstract',
  width: 2160,
  height: 3840,
  seed: 5,
  tags: ['veil', 'green', 'lime', 'translucent', 'folds', 'glow', 'soft'],
  description:
    'Sheer veils hang in soft folds and glow lime green where the light comes through, over a dark forest green.',
  mood: 'fresh',
  artStyle: 'gradient',
  objects: ['veils', 'folds'],
  prepare,
}
