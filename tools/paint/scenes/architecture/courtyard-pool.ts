import { ramp, rgb } from '../../color.ts'
import { add, cover, scale } from '../../light.ts'
import { createCamera, normalize, type Solid, type Vec3 } from '../../march.ts'
import { createNoise2, fbm, ridged } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'
import { brick, createLook, createSeen } from './view.ts'

const eye: Vec3 = [-1.2, 1.75, -11.6]
const sun = normalize([-0.62, 0.66, -0.42])
/** The pool in the courtyard: x and z of its edges, and y of its water and floor. */
const pool = { left: -4.6, right: 3.1, near: -30, far: 2.2, water: -0.12, floor: -1.15 }

/**
 * Where the palm's shadow falls on the back wall. Each frond has an angle, a length and a droop.
 */
const crown = { x: 4.1, y: 3.5 }
const fronds = [
  [-2.9, 2.2, -0.16],
  [-2.45, 2.5, -0.1],
  [-2.05, 2.2, -0.03],
  [-1.6, 1.9, 0.05],
  [-1.1, 1.6, 0.1],
  [3.0, 2.3, -0.2],
] as const

const court: Solid = (x, y, z) => {
  const doorway = Math.max(Math.abs(x - 0.6) - 0.75, y - 2.5, Math.abs(z - 5) - 2)
  const back = Math.max(brick(x + 3, y - 1.9, z - 5, 11, 1.9, 0.3), -doorway)
  const tall = brick(x - 5.3, y - 3, z - 2.2, 0.3, 3, 5)
  const beyond = brick(x - 1, y - 1.6, z - 9, 6, 1.6, 0.2)
  const blade = brick(x + 6.4, y - 2.5, z - 3.6, 0.22, 2.5, 2.4)
  const steps = Math.min(
    brick(x + 2.8, y - 0.14, z - 4, 1.5, 0.14, 0.72),
    brick(x + 2.8, y - 0.4, z - 4.35, 1.5, 0.14, 0.4),
  )
  const basin = Math.max(pool.left - x, x - pool.right, z - pool.far)
  const ground = Math.max(y, -basin)
  const bed = y - pool.floor
  return Math.min(back, tall, beyond, blade, steps, ground, bed)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const camera = createCamera(eye, [-0.5, 1.5, 4], 44, frame.aspect)
  const look = createLook({
    solid: court,
    sun,
    sunSize: 0.025,
    shadowReach: 12,
    shadowSteps: 36,
    steps: 80,
    nook: 1.2,
    far: 60,
    bounds: { low: [-40, -1.2, -20], high: [40, 6.1, 40] },
  })
  const sky = ramp([
    [0, '#2f74b4'],
    [0.4, '#6aa5d0'],
    [0.7, '#b9d6e2'],
  ])
  const white = rgb('#fbf6ee')
  const rose = rgb('#c96a58')
  const clay = rgb('#d79a72')
  const paving = rgb('#d9c7aa')
  const tile = rgb('#5fc4bd')
  const teal = rgb('#0f8288')
  const sunlight = rgb('#fff0d2', 1.28)
  const skylight = rgb('#aac6ea', 0.58)
  const bounce = rgb('#e8b48e', 0.24)
  const ray = new Float64Array(3)
  const light = new Float64Array(3)
  const seen = createSeen()
  const below = new Float64Array(3)

  const palm = (x: number, y: number) => {
    let leaf = 0
    for (const [angle, length, droop] of fronds) {
      const dx = x - crown.x
      const dy = y - crown.y
      const along = dx * Math.cos(angle) + dy * Math.sin(angle)
      if (along < 0.02 || along > length) continue
      const share = along / length
      const across = dy * Math.cos(angle) - dx * Math.sin(angle) + droop * along * along
      const width = 0.3 * Math.sin(Math.PI * share ** 0.7) + 0.015
      const comb = Math.cos(along * 34 - Math.abs(across) * 22)
      const blade = smoothstep(0.75 * share, -0.5, comb - 0.5)
      leaf = Math.max(
        leaf,
        smoothstep(width, width * 0.72, Math.abs(across)) *
          mix(1, blade, smoothstep(0.02, 0.12, Math.abs(across))),
      )
    }
    return leaf
  }

  const paintCourt = (out: Light) => {
    const nx = seen.normal[0]
    const ny = seen.normal[1]
    const nz = seen.normal[2]
    const { x, y, z } = seen
    const onRose = (x > 4.9 || x < -6.1) && ny < 0.9 && z < 8
    out.set(y < -0.02 ? tile : onRose ? rose : y < 0.02 && ny > 0.9 ? paving : z > 8 ? clay : white)
    let direct = seen.sun
    if (nz < -0.9 && z > 4.5 && z < 5) direct *= 1 - 0.72 * palm(x, y)
    light.fill(0)
    add(light, sunlight, direct)
    add(light, skylight, seen.sky * (0.6 + 0.4 * ny))
    add(light, bounce, seen.sky * (0.7 - 0.3 * ny))
    // Surfaces next to the rose wall receive a tint from it.
    if (!onRose) add(light, rose, 0.22 * clamp(nx + 0.4) * smoothstep(-3, 5, x))
    for (let c = 0; c < 3; c++) out[c] = out[c] * light[c]
  }

  const paintSky = (up: number, out: Light) => sky(0.75 - up * 1.5, out)

  return (x, y, out) => {
    camera(x, y, ray)
    const hit = look(eye, ray, seen)
    const down = ray[1] < 0 ? (pool.water - eye[1]) / ray[1] : -1
    const wet = hit && seen.y < pool.water && down > 0
    if (!hit) paintSky(ray[1], out)
    else paintCourt(out)
    if (!wet) return

    const wx = eye[0] + ray[0] * down
    const wz = eye[2] + ray[2] * down
    const net = ridged(noise, seen.x * 1.1 + 0.4 * noise(seen.x, seen.z), seen.z * 0.9, 2)
    scale(out, 0.9 + 0.5 * smoothstep(0.6, 1, net))
    cover(out, teal, 1 - Math.exp(-(seen.distance - down) * 0.42))
    const fresnel = 0.06 + 0.94 * (1 + ray[1]) ** 4.2
    const ripple = fbm(noise, wx * 0.7, wz * 0.9, 3)
    ray[0] = ray[0] + 0.012 * ripple
    ray[1] = -ray[1] + 0.014 * ripple
    below.set(out)
    if (look([wx, pool.water + 0.005, wz], ray, seen)) paintCourt(out)
    else paintSky(ray[1], out)
    cover(out, below, 1 - fresnel)
  }
}

export const courtyardPool: Scene = {
  name: 'courtyard-pool',
  title: 'Courtyard Pool at Noon',
  category: 'architecture',
  width: 3840,
  height: 2160,
  seed: 335,
  tags: ['courtyard', 'pool', 'teal', 'white-wall', 'rose', 'shadow', 'summer', 'modernism'],
  description:
    'A still teal pool mirrors white and rose plaster walls; the shadow of a palm lies on the sunlit wall.',
  mood: 'calm',
  artStyle: 'architectural rendering',
  objects: ['pool', 'walls', 'doorway', 'palm shadow'],
  prepare,
}
