import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createCamera, normalize, type Solid, type Vec3 } from '../../march.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'
import { createLook, createSeen } from './view.ts'

const eye: Vec3 = [6.6, 1.9, -6.5]
const sun = normalize([-0.72, 0.38, 0.5])
const bay = 3
const opening = { half: 1.02, spring: 2.6 }
const wall = { half: 0.42, top: 5.15 }

const arcade: Solid = (x, y, z) => {
  const along = Math.abs(z - bay * Math.round(z / bay))
  const round = Math.hypot(along, Math.max(0, y - opening.spring)) - opening.half
  const slab = Math.max(Math.abs(x) - wall.half, y - wall.top)
  const cut = Math.max(slab, -round)
  const cornice = Math.max(Math.abs(x) - wall.half - 0.12, Math.abs(y - wall.top + 0.14) - 0.14)
  return Math.min(cut, cornice)
}

/** Returns how much of the sun is visible from a point. Arches may block it. */
const sunThrough = (x: number, y: number, z: number): number => {
  let seen = 1
  for (let k = -2; k <= 2; k++) {
    const t = (x - (k / 2) * wall.half) / -sun[0]
    if (t < 0.03) continue
    const up = y + sun[1] * t
    const along = z + sun[2] * t
    const side = Math.abs(along - bay * Math.round(along / bay))
    const hole = Math.hypot(side, Math.max(0, up - opening.spring)) - opening.half
    seen = Math.min(seen, -Math.min(wall.top - up, hole) / (0.045 * t + 0.02))
  }
  return smoothstep(-1, 1, seen)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const camera = createCamera(eye, [0.2, 2.75, 6], 44, frame.aspect)
  const look = createLook({
    solid: arcade,
    ground: true,
    sun,
    sunSize: 0,
    shadowReach: 0,
    nook: 1.1,
    far: 260,
    bounds: { low: [-0.6, 0, -12], high: [0.6, 5.2, 260] },
  })
  const sky = ramp([
    [0, '#1d4f7c'],
    [0.3, '#3f7fa3'],
    [0.62, '#9cbfc4'],
    [0.8, '#e2d9c4'],
  ])
  const clay = rgb('#bf6647')
  const pale = rgb('#dfae80')
  const sunlight = rgb('#ffe2b4', 2.1)
  const skylight = rgb('#93a6c8', 0.5)
  const warmth = rgb('#d97a50', 0.55)
  const haze = rgb('#e8bf94')
  const ray = new Float64Array(3)
  const seen = createSeen()
  const light = new Float64Array(3)

  return (x, y, out) => {
    camera(x, y, ray)
    sky(y * 1.15, out)
    if (!look(eye, ray, seen)) return
    const up = seen.normal[1]
    const ground = seen.y < 0.02
    const grain = fbm(noise, seen.x * 0.7 + seen.z * 0.5, seen.y * 0.8 + seen.z * 0.3, 3)
    out.set(ground ? pale : clay)
    scale(out, 0.92 + 0.1 * grain)
    light.fill(0)
    add(light, sunlight, seen.sun * sunThrough(seen.x, seen.y, seen.z))
    add(light, skylight, seen.sky * (0.55 + 0.45 * up))
    // The sunlit ground lights downward-facing and shaded surfaces from below.
    add(light, warmth, seen.sky * bell(seen.y, 5) * (0.8 - 0.5 * up))
    for (let c = 0; c < 3; c++) out[c] = out[c] * light[c]
    cover(out, haze, 0.85 * (1 - Math.exp(-clamp(seen.distance - 8, 0, 900) * 0.011)))
    scale(out, 1 - 0.12 * smoothstep(0.7, 1.05, y))
  }
}

export const longArches: Scene = {
  name: 'long-arches',
  title: 'Arcade in the Late Sun',
  category: 'architecture',
  width: 3840,
  height: 2160,
  seed: 301,
  tags: ['arches', 'terracotta', 'shadow', 'sunlight', 'mediterranean', 'columns', 'blue-sky'],
  description:
    'A terracotta arcade runs into the distance while the low sun lays its arches as long shadows over the ground.',
  mood: 'warm',
  artStyle: 'architectural rendering',
  objects: ['arches', 'wall', 'shadows', 'sky'],
  encode: { bytes: 215_000 },
  prepare,
}
