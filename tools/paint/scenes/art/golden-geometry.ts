import { type Rgb, rgb } from '../../color.ts'
import { add, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { box, circle, smoothstep } from '../../shape.ts'

interface Cut {
  distance: (x: number, y: number) => number
  color: Rgb
  lift: number
  /** The direction in which the paper becomes slightly darker. */
  towards: readonly [number, number]
}

const halfDisc = (cx: number, cy: number, radius: number, side: number) => (x: number, y: number) =>
  Math.max(circle(x - cx, y - cy, radius), (cx - x) * side)

/** The distance to a leaf, the overlap of two discs, rotated by an angle. */
const leaf = (cx: number, cy: number, length: number, turn: number) => {
  const c = Math.cos(turn)
  const s = Math.sin(turn)
  const radius = length * 0.72
  const apart = radius - length * 0.23
  return (x: number, y: number) => {
    const u = c * (x - cx) + s * (y - cy)
    const v = -s * (x - cx) + c * (y - cy)
    return Math.max(circle(u, v - apart, radius), circle(u, v + apart, radius))
  }
}

const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  circle(x - cx, y - cy, radius)

const stem = (cx: number, top: number, bottom: number, half: number) => (x: number, y: number) =>
  box(x - cx, y - (top + bottom) / 2, half, (bottom - top) / 2, half)

const gold = rgb('#f2b32b')
const honey = rgb('#f6c552')
const lemon = rgb('#fadf8c')
const amber = rgb('#e5901f')
const rust = rgb('#b4441c')
const brick = rgb('#8c2f16')
const petrol = rgb('#15505d')
const night = rgb('#0d3642')
const sage = rgb('#8aac97')
const moss = rgb('#4f8079')
const cream = rgb('#fbf1dc')

const cuts: readonly Cut[] = [
  { distance: disc(1.22, 0.41, 0.36), color: lemon, lift: 1.2, towards: [0.4, 0.9] },
  { distance: disc(1.22, 0.41, 0.285), color: honey, lift: 1.2, towards: [0.4, 0.9] },
  { distance: disc(1.22, 0.41, 0.21), color: gold, lift: 1.2, towards: [0.4, 0.9] },
  { distance: disc(0.93, 1.28, 0.53), color: sage, lift: 1.5, towards: [0, 1] },
  { distance: disc(0.98, 1.36, 0.5), color: moss, lift: 1.4, towards: [0, 1] },
  { distance: disc(0.46, 1.06, 0.43), color: brick, lift: 1.5, towards: [-0.6, 1] },
  { distance: disc(0.46, 1.06, 0.345), color: rust, lift: 1.3, towards: [-0.6, 1] },
  { distance: disc(0.46, 1.06, 0.26), color: amber, lift: 1.3, towards: [-0.6, 1] },
  { distance: disc(0.46, 1.06, 0.175), color: honey, lift: 1.3, towards: [-0.6, 1] },
  { distance: stem(1.53, 0.4, 1.2, 0.0035), color: night, lift: 0.7, towards: [0, 1] },
  { distance: halfDisc(1.53, 0.5, 0.15, 1), color: rust, lift: 1.4, towards: [1, 0.4] },
  { distance: halfDisc(1.53, 0.5, 0.15, -1), color: cream, lift: 1.4, towards: [-1, 0.6] },
  { distance: leaf(1.606, 0.79, 0.18, -0.75), color: petrol, lift: 1.2, towards: [0.3, 1] },
  { distance: leaf(1.454, 0.84, 0.18, -2.39), color: amber, lift: 1.2, towards: [-0.3, 1] },
  { distance: disc(1.5, 1.62, 0.72), color: petrol, lift: 1.8, towards: [0.2, 1] },
  { distance: disc(1.62, 1.66, 0.69), color: night, lift: 1.5, towards: [0.2, 1] },
  { distance: disc(0.02, 1.36, 0.5), color: petrol, lift: 1.8, towards: [-0.4, 1] },
]

const prepare = (random: Random, { pixel }: Frame): Shade => {
  const fibre = createNoise2(random)
  const ground = rgb('#f4e3bd')
  const shade = rgb('#54301a')
  const white = rgb('#fffaf0')

  /** The shadow falls to the lower right of the paper. A higher paper has a softer shadow. */
  const castShadow = (cut: Cut, x: number, y: number) => {
    const far = cut.distance(x - 0.012 * cut.lift, y - 0.018 * cut.lift)
    const soft = 0.026 * cut.lift
    return 0.5 * smoothstep(soft, -soft, far)
  }

  return (x, y, out) => {
    add(out, ground, 1)
    scale(out, 1.04 - 0.15 * Math.hypot(x - 0.5, y - 0.2))
    for (const cut of cuts) {
      const distance = cut.distance(x, y)
      if (distance > 0.1) continue
      cover(out, shade, castShadow(cut, x, y))
      const inside = smoothstep(pixel, -pixel, distance)
      if (inside === 0) continue
      const [tx, ty] = cut.towards
      cover(out, cut.color, inside)
      const slant = tx * (x - 0.9) + ty * (y - 0.6)
      scale(out, 1 - inside * 0.24 * slant)
      add(out, white, 0.1 * inside * Math.exp(distance / 0.0016))
    }
    scale(out, 1 + 0.022 * fbm(fibre, x * 4, y * 4, 2))
  }
}

export const goldenGeometry: Scene = {
  name: 'golden-geometry',
  title: 'Golden Geometry',
  category: 'art',
  width: 3840,
  height: 2160,
  seed: 55,
  tags: ['geometry', 'yellow', 'gold', 'mid-century', 'papercut', 'shapes', 'sun', 'bauhaus'],
  description:
    'Cut paper in gold, rust and petrol lies in a playful landscape: a big yellow sun, nested arches, a half-and-half flower on its stem.',
  mood: 'playful',
  artStyle: 'geometric',
  objects: ['sun', 'arches', 'leaves'],
  prepare,
}
