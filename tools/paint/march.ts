/**
 * Sphere tracing for solids that are given as distance functions. It computes depth, shadows and
 * ambient occlusion.
 */
import { clamp } from './shape.ts'

/**
 * Returns the distance from a point to the nearest surface of a solid. It is negative inside the
 * solid, and y points up.
 */
export type Solid = (x: number, y: number, z: number) => number
export type Vec3 = readonly [number, number, number]

export const normalize = ([x, y, z]: Vec3): Vec3 => {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Writes the direction of the ray through a point of the picture into `out`. */
export type Camera = (x: number, y: number, out: Float64Array) => void

/** Creates a pinhole camera. `fov` is the vertical angle of view in degrees. */
export const createCamera = (eye: Vec3, target: Vec3, fov: number, aspect: number): Camera => {
  const forward = normalize([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]])
  const right = normalize(cross(forward, [0, 1, 0]))
  const up = cross(right, forward)
  const reach = 0.5 / Math.tan((fov * Math.PI) / 360)
  return (x, y, out) => {
    const u = x - aspect / 2
    const v = 0.5 - y
    const dx = right[0] * u + up[0] * v + forward[0] * reach
    const dy = right[1] * u + up[1] * v + forward[1] * reach
    const dz = right[2] * u + up[2] * v + forward[2] * reach
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
    out[0] = dx * inverse
    out[1] = dy * inverse
    out[2] = dz * inverse
  }
}

export interface Reach {
  far: number
  steps: number
  /**
   * A ray hits when it is this close to a surface, as a share of the traveled distance. 0.0005 is
   * about the size of a pixel.
   */
  precision: number
  /**
   * The share of the estimated distance that a ray advances per step. Use less than 1 for solids
   * whose distance function is only an estimate.
   */
  caution: number
}

/**
 * Returns the distance along the ray to the surface, or -1 if the ray hits nothing. `direction`
 * must have length 1.
 */
export const trace = (solid: Solid, eye: Vec3, direction: Float64Array, reach: Reach): number => {
  const dx = direction[0]
  const dy = direction[1]
  const dz = direction[2]
  let t = 0
  for (let i = 0; i < reach.steps; i++) {
    const d = solid(eye[0] + dx * t, eye[1] + dy * t, eye[2] + dz * t)
    if (d < reach.precision * t) return t
    t += d * reach.caution
    if (t > reach.far) return -1
  }
  return t
}

/**
 * Returns the outward normal of a surface at a point. It compares distances at points `epsilon`
 * apart.
 */
export const normalAt = (
  solid: Solid,
  x: number,
  y: number,
  z: number,
  epsilon: number,
  out: Float64Array,
) => {
  const a = solid(x + epsilon, y - epsilon, z - epsilon)
  const b = solid(x - epsilon, y - epsilon, z + epsilon)
  const c = solid(x - epsilon, y + epsilon, z - epsilon)
  const d = solid(x + epsilon, y + epsilon, z + epsilon)
  const nx = a - b - c + d
  const ny = -a - b + c + d
  const nz = -a + b - c + d
  const inverse = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
  out[0] = nx * inverse
  out[1] = ny * inverse
  out[2] = nz * inverse
}

/**
 * Returns how much of a light is visible from a point, 0..1. The light's `size` makes shadows hard
 * (0.02) or soft (0.3).
 */
export const shadow = (
  solid: Solid,
  x: number,
  y: number,
  z: number,
  light: Vec3,
  size: number,
  far: number,
  steps = 40,
): number => {
  let seen = 1
  let t = far * 0.004
  for (let i = 0; i < steps && t < far; i++) {
    const d = solid(x + light[0] * t, y + light[1] * t, z + light[2] * t)
    seen = Math.min(seen, d / (size * t))
    if (seen < -1) break
    t += clamp(d, far * 0.004, far * 0.1)
  }
  seen = Math.max(seen, -1)
  return 0.25 * (1 + seen) * (1 + seen) * (2 - seen)
}

/** Returns how much open sky is visible from a point, 0..1. Surfaces within `radius` block it. */
export const openness = (
  solid: Solid,
  x: number,
  y: number,
  z: number,
  normal: Float64Array,
  radius: number,
): number => {
  let hidden = 0
  let weight = 1
  for (let i = 1; i <= 5; i++) {
    const h = (radius * i) / 5
    const d = solid(x + normal[0] * h, y + normal[1] * h, z + normal[2] * h)
    hidden += ((h - d) * weight) / radius
    weight *= 0.75
  }
  return clamp(1 - hidden * 0.9)
}
