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
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 0.15, -6.2]
const target: Vec3 = [0, -0.12, 0]
const sun = normalize([-0.55, 0.72, -0.42])
const density = 8.2
const wall = 0.27
const hollow = 0.5

/**
 * The distance to a gyroid, an endless curved surface that divides space in two. It is cut to a
 * hollow ball and rotated to look less regular.
 */
const gyroid = (px: number, py: number, pz: number): number => {
  const r = Math.sqrt(px * px + py * py + pz * pz)
  if (r > 1.25) return r - 1.05
  const x = (0.8 * px + 0.6 * pz) * density
  const y = (0.28 * px + 0.88 * py - 0.37 * pz) * density
  const z = (-0.53 * px + 0.47 * py + 0.7 * pz) * density
  const sheet = Math.sin(x) * Math.cos(y) + Math.sin(y) * Math.cos(z) + Math.sin(z) * Math.cos(x)
  const skin = (Math.abs(sheet) - wall) / (density * 1.55)
  // A smooth maximum rounds the edges where the ball cuts the surface.
  return roundMax(roundMax(skin, r - 1, 0.03), hollow - r, 0.03)
}

const roundMax = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.max(a, b) + h * h * k * 0.25
}

const prepare = (_random: Random, { aspect }: Frame): Shade => {
  const camera = createCamera(eye, target, 39, aspect)
  const steel = ramp([
    [0, '#06080f'],
    [0.22, '#232a3a'],
    [0.45, '#667084'],
    [0.7, '#b3bcc9'],
    [1, '#f7f9fc'],
  ])
  const air = ramp([
    [0, '#04060d'],
    [0.35, '#0b1122'],
    [0.7, '#1d2744'],
    [1, '#3a4468'],
  ])
  const core = rgb('#ff4f78')
  const hot = rgb('#ffb48a')
  const sky = rgb('#9fc4ff')
  const direction = new Float64Array(3)
  const normal = new Float64Array(3)
  const reach = { far: 8.4, steps: 90, precision: 0.0003, caution: 0.85 }

  /**
   * Adds the light inside the ball, which is visible through its openings, and the haze around it.
   */
  const addCore = (away: number, share: number, out: Light) => {
    add(out, core, share * (0.8 * bell(away, 0.1) + 0.08 * bell(away, 0.26)))
    add(out, hot, share * 1.1 * bell(away, 0.055))
  }

  return (x, y, out) => {
    const away = Math.hypot(x - aspect / 2, y - 0.456)
    air(0.72 - 0.62 * Math.hypot((x - 0.2) * 0.8, y - 0.36), out)
    camera(x, y, direction)
    const t = trace(gyroid, eye, direction, reach)
    if (t < 0) {
      addCore(away, 1, out)
      return
    }
    const px = eye[0] + direction[0] * t
    const py = eye[1] + direction[1] * t
    const pz = eye[2] + direction[2] * t
    normalAt(gyroid, px, py, pz, 0.0015, normal)
    const [nx, ny, nz] = normal as unknown as Vec3
    const [dx, dy, dz] = direction as unknown as Vec3
    const r = Math.sqrt(px * px + py * py + pz * pz)
    const facing = nx * sun[0] + ny * sun[1] + nz * sun[2]
    const seen =
      facing > 0
        ? shadow(gyroid, px + nx * 0.006, py + ny * 0.006, pz + nz * 0.006, sun, 0.1, 1.6, 22)
        : 0
    const open = openness(gyroid, px, py, pz, normal, 0.22)
    const view = -(dx * nx + dy * ny + dz * nz)
    const along = 2 * (dx * nx + dy * ny + dz * nz)
    const mirrored =
      (dx - along * nx) * sun[0] + (dy - along * ny) * sun[1] + (dz - along * nz) * sun[2]
    const outside = smoothstep(0.8, 1, r)
    const light =
      0.08 + 0.12 * open + 0.56 * seen * clamp(facing) + 0.1 * clamp(0.5 + 0.5 * ny) * open
    steel(clamp(light + 0.34 * seen * clamp(mirrored) ** 6), out)
    scale(out, 0.35 + 0.65 * open)
    add(out, sky, 0.3 * (1 - clamp(view)) ** 4 * open * outside)
    // The glowing core lights surfaces that face it. The light falls with the square of the
    // distance.
    const inward = -(px * nx + py * ny + pz * nz) / r
    const near = clamp(0.12 + 0.88 * inward) * (0.2 / (r * r)) * (0.35 + 0.65 * open)
    add(out, core, 1.25 * near)
    add(out, hot, 0.5 * near * near)
    addCore(away, 0.16, out)
  }
}

export const gyroidLantern: Scene = {
  name: 'gyroid-lantern',
  title: 'Gyroid Lantern',
  category: 'tech',
  width: 2160,
  height: 3840,
  seed: 19,
  tags: ['gyroid', 'silver', 'sphere', 'lattice', 'pink', 'glow', '3d', 'geometry'],
  description:
    'A hollow silver ball of endlessly curving lattice hangs in the dusk; a coral-pink light inside shines through its openings.',
  mood: 'mysterious',
  artStyle: '3d',
  objects: ['sphere', 'lattice', 'light'],
  prepare,
}
