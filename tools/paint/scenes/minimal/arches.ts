import { rgb } from '../../color.ts'
import { cover } from '../../light.ts'
import {
  createCamera,
  normalAt,
  normalize,
  openness,
  type Solid,
  shadow,
  trace,
  type Vec3,
} from '../../march.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothMin, smoothstep } from '../../shape.ts'

const spacing = 2.6
const walls = 5
const sun = normalize([-0.62, 0.56, 0.12])
const eye: Vec3 = [0.35, 1.55, -4.6]

/** Returns the distance to an arched opening in a flat wall. It is negative inside the opening. */
const opening = (x: number, y: number, half: number, spring: number): number => {
  if (y < spring) return Math.abs(x) - half
  return Math.hypot(x, y - spring) - half
}

const arcade: Solid = (x, y, z) => {
  const index = clamp(Math.round(z / spacing), 0, walls - 1)
  let nearest = y
  for (let i = Math.max(0, index - 1); i <= Math.min(walls - 1, index + 1); i++) {
    const slab = Math.abs(z - i * spacing) - 0.3
    const hole = opening(x - (i % 2 ? 0.1 : -0.05), y, 1.22, 2.15)
    const wall = -smoothMin(-Math.max(slab, y - 5.2), hole, 0.05)
    nearest = Math.min(nearest, wall)
  }
  const back = walls * spacing + 1.5 - z
  return Math.min(nearest, back)
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const plaster = createNoise2(random)
  const camera = createCamera(eye, [0.05, 2.05, 6], 44, aspect)
  const sand = rgb('#f1dfc4')
  const clay = rgb('#d2a37c')
  const warm = rgb('#ffdfae')
  const cool = rgb('#c4ada3')
  const air = rgb('#f6dcb8')
  const direction = new Float64Array(3)
  const normal = new Float64Array(3)
  const reach = { far: 40, steps: 120, precision: 0.0006, caution: 1 }

  return (x, y, out) => {
    camera(x, y, direction)
    const t = trace(arcade, eye, direction, reach)
    if (t < 0) {
      out.set(air)
      return
    }
    const px = eye[0] + direction[0] * t
    const py = eye[1] + direction[1] * t
    const pz = eye[2] + direction[2] * t
    normalAt(arcade, px, py, pz, 0.002, normal)
    const facing = clamp(normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2])
    const ox = px + normal[0] * 0.01
    const oy = py + normal[1] * 0.01
    const oz = pz + normal[2] * 0.01
    const sunlight = facing > 0 ? facing * shadow(arcade, ox, oy, oz, sun, 0.035, 12, 44) : 0
    const open = 0.35 + 0.65 * openness(arcade, px, py, pz, normal, 0.8)
    const bounce = clamp(0.5 - 0.5 * normal[1]) * clamp(1.2 - py * 0.28)
    const inward = smoothstep(-2, 12, pz)
    const grain = 1 + 0.035 * fbm(plaster, px * 1.3 + pz, py * 1.3 + pz * 0.6, 5)
    const floor = smoothstep(0.5, 0.9, normal[1])
    for (let c = 0; c < 3; c++) {
      const paint = mix(sand[c], clay[c], 0.45 * floor)
      const skylight = cool[c] * (0.34 + 0.2 * normal[1] + 0.16 * inward) * open
      const warmth = warm[c] * clay[c] * 0.5 * bounce * (0.4 + 0.6 * open)
      out[c] = paint * grain * (warm[c] * sunlight * 1.85 + skylight * 1.85 + warmth * 1.75)
    }
    cover(out, air, 1 - Math.exp(-((Math.max(0, t - 5) / 17) ** 1.4)))
  }
}

export const arches: Scene = {
  name: 'arches-of-light',
  title: 'Arches of Light',
  category: 'minimal',
  width: 2160,
  height: 3840,
  seed: 8,
  tags: ['minimal', 'arches', 'beige', 'light', 'shadow', 'plaster', 'calm', 'warm'],
  description:
    'Afternoon light falls through a row of plain beige arches and lies in warm bands on the floor.',
  mood: 'calm',
  artStyle: 'minimalist',
  objects: ['arches', 'light', 'shadow'],
  prepare,
}
