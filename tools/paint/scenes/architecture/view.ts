/** What a ray hits in a building: the position, the normal, and the light from sun and sky. */
import { normalAt, openness, type Solid, shadow, type Vec3 } from '../../march.ts'

export interface Seen {
  /** The distance from the eye, or -1 if the ray hits nothing. */
  distance: number
  x: number
  y: number
  z: number
  normal: Float64Array
  /** The share of direct sunlight on the surface, 0..1, including the effect of its angle. */
  sun: number
  /**
   * The share of open sky above the surface, 0..1. It never reaches 0, because reflected light
   * reaches every corner.
   */
  sky: number
}

export interface Setting {
  solid: Solid
  /** Adds level ground at y = 0 up to the horizon. Then `solid` need not contain the ground. */
  ground?: boolean
  sun: Vec3
  /** The apparent size of the sun. 0.02 gives hard shadows, and 0.3 gives soft ones. */
  sunSize: number
  /**
   * The length of shadows. With 0 no shadows are computed, because the scene paints them itself.
   */
  shadowReach: number
  shadowSteps?: number
  /** The distance within which surfaces darken each other. */
  nook: number
  far: number
  /** A box around everything visible. Rays that miss the box are skipped. */
  bounds?: { low: Vec3; high: Vec3 }
  caution?: number
  steps?: number
}

/**
 * Follows a ray from `eye` and writes what it hits into `seen`. Returns false when it hits nothing.
 */
export type Look = (eye: Vec3, ray: Float64Array, seen: Seen) => boolean

export const createSeen = (): Seen => ({
  distance: -1,
  x: 0,
  y: 0,
  z: 0,
  normal: new Float64Array(3),
  sun: 0,
  sky: 0,
})

/**
 * Returns the distance to a box with sharp edges around the origin. It takes a third of the time of
 * `block`.
 */
export const brick = (
  x: number,
  y: number,
  z: number,
  hx: number,
  hy: number,
  hz: number,
): number => {
  const dx = Math.abs(x) - hx
  const dy = Math.abs(y) - hy
  const dz = Math.abs(z) - hz
  const most = dx > dy ? (dx > dz ? dx : dz) : dy > dz ? dy : dz
  if (most < 0) return most
  const ox = dx > 0 ? dx : 0
  const oy = dy > 0 ? dy : 0
  const oz = dz > 0 ? dz : 0
  return Math.sqrt(ox * ox + oy * oy + oz * oz)
}

export const createLook = (setting: Setting): Look => {
  const { sun } = setting
  const all: Solid = setting.ground
    ? (x, y, z) => Math.min(y, setting.solid(x, y, z))
    : setting.solid
  return (eye, ray, seen) => {
    const standing = follow(setting, eye, ray)
    const floor = setting.ground && ray[1] < 0 ? -eye[1] / ray[1] : -1
    const onGround = floor >= 0 && (standing < 0 || floor < standing)
    const t = onGround ? floor : standing
    seen.distance = t
    if (t < 0) return false
    const { normal } = seen
    seen.x = eye[0] + ray[0] * t
    seen.y = onGround ? 0 : eye[1] + ray[1] * t
    seen.z = eye[2] + ray[2] * t
    if (onGround) normal.set([0, 1, 0])
    else normalAt(setting.solid, seen.x, seen.y, seen.z, 0.0006 * t + 0.0002, normal)
    seen.sun = sunOn(
      all,
      setting,
      seen,
      normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2],
    )
    seen.sky = 0.3 + 0.7 * openness(all, seen.x, seen.y, seen.z, normal, setting.nook)
    return true
  }
}

const sunOn = (all: Solid, setting: Setting, seen: Seen, facing: number): number => {
  if (facing <= 0 || setting.shadowReach === 0) return Math.max(0, facing)
  const { normal } = seen
  const lift = 0.002 * seen.distance + 0.001
  const x = seen.x + normal[0] * lift
  const y = seen.y + normal[1] * lift
  const z = seen.z + normal[2] * lift
  const { sun, sunSize, shadowReach, shadowSteps } = setting
  return facing * shadow(all, x, y, z, sun, sunSize, shadowReach, shadowSteps ?? 48)
}

const follow = (setting: Setting, eye: Vec3, ray: Float64Array): number => {
  let start = 0
  let end = setting.far
  const { bounds, solid } = setting
  for (let axis = 0; bounds && axis < 3; axis++) {
    const a = (bounds.low[axis] - eye[axis]) / ray[axis]
    const b = (bounds.high[axis] - eye[axis]) / ray[axis]
    start = Math.max(start, Math.min(a, b))
    end = Math.min(end, Math.max(a, b))
  }
  const caution = setting.caution ?? 1
  let t = start
  for (let i = setting.steps ?? 110; i > 0 && t <= end; i--) {
    const d = solid(eye[0] + ray[0] * t, eye[1] + ray[1] * t, eye[2] + ray[2] * t)
    if (d < 0.0004 * t) return t
    t += d * caution
  }
  return -1
}
