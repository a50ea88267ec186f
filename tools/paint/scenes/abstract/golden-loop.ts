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
import { clamp, mix, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 2.3, -7.4]
const target: Vec3 = [0, 0.52, 0]
const sun = normalize([-0.55, 0.78, -0.28])
const floor = -1.12
const radius = 1
const band = { half: 0.4, thin: 0.022 }

/**
 * The distance to a band that is bent into a ring, makes three half-turns on its way round, and
 * stands tilted.
 */
const loop = (x: number, y: number, z: number): number => {
  const ty = 0.86 * y - 0.5 * z
  const tz = 0.5 * y + 0.86 * z
  const rim = Math.sqrt(x * x + ty * ty)
  const turn = 1.5 * Math.atan2(ty, x) + 0.5
  const r = rim - radius
  const c = Math.cos(turn)
  const s = Math.sin(turn)
  const u = Math.abs(c * r + s * tz) - band.half
  const v = Math.abs(-s * r + c * tz) - band.thin
  const ou = u > 0 ? u : 0
  const ov = v > 0 ? v : 0
  return (Math.sqrt(ou * ou + ov * ov) + Math.min(0, Math.max(u, v)) - 0.012) * 0.62
}

/**
 * A cheaper distance for long steps of a ray. Far from the ring, the distance to its hull is
 * accurate enough.
 */
const loopFromAfar = (x: number, y: number, z: number): number => {
  const far = Math.sqrt(x * x + y * y + z * z) - radius - band.half - 0.05
  return far > 0.35 ? far : loop(x, y, z)
}

const prepare = (_random: Random, { aspect }: Frame): Shade => {
  const camera = createCamera(eye, target, 37, aspect)
  const ivory = ramp([
    [0, '#6f5440'],
    [0.3, '#b3957a'],
    [0.6, '#e3cfb6'],
    [0.85, '#f6ead8'],
    [1, '#fffaf0'],
  ])
  // What the metal reflects, by height: the floor below, a dark edge, a warm wall, and a window
  // above.
  const room = ramp([
    [-1, '#e2bf86'],
    [-0.35, '#b67f35'],
    [-0.06, '#4a2608'],
    [0.08, '#7c430e'],
    [0.32, '#d9932f'],
    [0.55, '#ffd987'],
    [0.72, '#fff6dc'],
    [0.86, '#f0b95a'],
    [1, '#a8681d'],
  ])
  const warm = rgb('#e7a94c')
  const white = rgb('#fff6e2')
  const direction = new Float64Array(3)
  const normal = new Float64Array(3)
  const reach = { far: 12, steps: 80, precision: 0.0003, caution: 1 }

  /**
   * Paints the paper that forms both floor and wall. The shadow on the floor ends before the wall
   * begins.
   */
  const paintPaper = (x: number, y: number, px: number, pz: number, out: Light) => {
    const paper = 0.95 - 0.34 * Math.hypot(x - 0.18, y - 0.3)
    const far = smoothstep(1.8, 4.5, Math.abs(pz) + 0.3 * Math.abs(px))
    if (far === 1) {
      ivory(paper, out)
      return
    }
    const seen = shadow(loop, px, floor, pz, sun, 0.22, 4, 26)
    const near = smoothstep(-0.1, 0.8, loop(px, floor, pz))
    ivory(mix(paper * mix(0.42, 1, seen) * mix(0.8, 1, near), paper, far), out)
    add(out, warm, 0.09 * (1 - far) * seen * bell(Math.hypot(px - 0.5, pz), 0.9))
  }

  return (x, y, out) => {
    camera(x, y, direction)
    const [dx, dy, dz] = direction as unknown as Vec3
    const t = trace(loopFromAfar, eye, direction, reach)
    const toFloor = dy < 0 ? (floor - eye[1]) / dy : reach.far
    if (t < 0 || t > toFloor) {
      paintPaper(x, y, eye[0] + dx * toFloor, eye[2] + dz * toFloor, out)
      return
    }
    const px = eye[0] + dx * t
    const py = eye[1] + dy * t
    const pz = eye[2] + dz * t
    normalAt(loop, px, py, pz, 0.0016, normal)
    const [nx, ny, nz] = normal as unknown as Vec3
    const along = 2 * (dx * nx + dy * ny + dz * nz)
    const ry = dy - along * ny
    const rx = dx - along * nx
    const rz = dz - along * nz
    room(clamp(ry * 0.9 - 0.22 * rx + 0.08 * rz, -1, 1), out)
    const sky = openness(loop, px, py, pz, normal, 0.5)
    const facing = clamp(nx * sun[0] + ny * sun[1] + nz * sun[2])
    scale(out, 0.35 + 0.65 * sky)
    add(out, white, 0.8 * clamp(rx * sun[0] + ry * sun[1] + rz * sun[2]) ** 40)
    add(out, warm, 0.12 * facing * sky)
  }
}

export const goldenLoop: Scene = {
  name: 'golden-loop',
  title: 'Golden Loop',
  category: 'abstract',
  width: 2160,
  height: 3840,
  seed: 15,
  tags: ['gold', 'ring', 'ribbon', 'ivory', 'sculpture', 'metal', '3d', 'elegant'],
  description:
    'A polished band of gold, twisted on its way round into a single endless loop, floats above ivory paper and its soft shadow.',
  mood: 'elegant',
  artStyle: '3d',
  objects: ['ring', 'gold'],
  prepare,
}
