import { ramp, rgb } from '../../color.ts'
import { add, bell, scale } from '../../light.ts'
import {
  createCamera,
  normalAt,
  normalize,
  openness,
  shadow,
  trace,
  type Vec3,
} from '../../march.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 5.2, -4.3]
const target: Vec3 = [-1.15, 0.42, 0]
const sun = normalize([-0.75, 0.75, 0.3])
const petals = 9
const thin = 0.016

interface Petal {
  x: number
  y: number
  z: number
  radius: number
  tilt: Vec3
  cut: number
}

/**
 * Creates a petal as a part of a sphere. The spheres are nested, and each is rotated by the golden
 * angle against the previous one.
 */
const createPetal = (random: Random, index: number): Petal => {
  const depth = index / (petals - 1)
  const angle = index * 2.39996 + 1.5
  const radius = 0.22 + 1.5 * depth ** 1.1
  const lean = 0.1 + 0.5 * depth
  return {
    x: Math.cos(angle) * lean * 0.42,
    y: radius * 0.62 + 0.1 - 0.42 * depth,
    z: Math.sin(angle) * lean * 0.42,
    radius,
    tilt: normalize([
      -Math.cos(angle) * (0.55 + 0.5 * depth),
      1,
      -Math.sin(angle) * (0.55 + 0.5 * depth),
    ]),
    cut: between(random, 0.02, 0.16) - 0.18 * depth,
  }
}

const createRose = (random: Random) => {
  const list = Array.from({ length: petals }, (_, i) => createPetal(random, i))
  return (x: number, y: number, z: number) => {
    let nearest = y + 0.35
    for (let i = 0; i < petals; i++) {
      const p = list[i]
      const dx = x - p.x
      const dy = y - p.y
      const dz = z - p.z
      const r = Math.sqrt(dx * dx + dy * dy + dz * dz)
      const shell = Math.abs(r - p.radius)
      const over = dx * p.tilt[0] + dy * p.tilt[1] + dz * p.tilt[2] - p.cut * p.radius
      const d = over > 0 ? Math.sqrt(shell * shell + over * over) : shell
      if (d - thin < nearest) nearest = d - thin
    }
    return nearest
  }
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const rose = createRose(random)
  const camera = createCamera(eye, target, 36, aspect)
  const petal = ramp([
    [0, '#2a0409'],
    [0.25, '#7a0b12'],
    [0.48, '#cf2412'],
    [0.68, '#f4581a'],
    [0.85, '#ff9a3c'],
    [1, '#ffd38a'],
  ])
  const through = rgb('#ff3a10')
  const gloss = rgb('#ffe0c0')
  const direction = new Float64Array(3)
  const normal = new Float64Array(3)
  const reach = { far: 14, steps: 90, precision: 0.0004, caution: 0.9 }

  return (x, y, out) => {
    camera(x, y, direction)
    const t = trace(rose, eye, direction, reach)
    if (t < 0) return
    const px = eye[0] + direction[0] * t
    const py = eye[1] + direction[1] * t
    const pz = eye[2] + direction[2] * t
    normalAt(rose, px, py, pz, 0.002, normal)
    const facing = normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]
    const seen = shadow(
      rose,
      px + normal[0] * 0.01,
      py + normal[1] * 0.01,
      pz + normal[2] * 0.01,
      sun,
      0.16,
      4,
      26,
    )
    const sky = openness(rose, px, py, pz, normal, 0.5)
    const floor = py < -0.335
    const warm = floor ? 0 : smoothstep(-0.3, 1.6, py)
    const light = 0.1 + 0.5 * seen * clamp(0.15 + 0.85 * facing) + 0.16 * sky + 0.16 * warm
    petal(floor ? light * 0.62 : light, out)
    // Petals are thin, so some light shines through from behind.
    if (!floor) add(out, through, 0.24 * clamp(-facing + 0.25) * (0.3 + 0.7 * sky))
    const view = -(direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2])
    add(out, gloss, floor ? 0 : 0.12 * (1 - clamp(view)) ** 4 * sky)
    scale(out, 0.6 + 0.4 * sky)
    if (floor) scale(out, 0.22 + 0.78 * bell(Math.hypot(px - 0.2, pz), 3.6))
  }
}

export const emberRose: Scene = {
  name: 'ember-rose',
  title: 'Ember Rose',
  category: 'abstract',
  width: 3840,
  height: 2160,
  seed: 21,
  tags: ['flower', 'petals', 'red', 'orange', 'rose', 'warm', '3d', 'bloom'],
  description:
    'Thin curved shells open around each other like a rose; they glow from ember red to orange where the light shines through.',
  mood: 'warm',
  artStyle: '3d',
  objects: ['petals', 'rose'],
  prepare,
}
