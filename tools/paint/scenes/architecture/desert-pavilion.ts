import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale, stars } from '../../light.ts'
import { createCamera, normalize, type Solid, shadow, type Vec3 } from '../../march.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'
import { brick, createLook, createSeen } from './view.ts'

const eye: Vec3 = [-0.2, 1.3, -17.4]
const afterglow = normalize([0.55, 0.42, -0.72])
const lamp: Vec3 = [1.2, 2.3, 1.6]
const pool = { edge: -1.5, left: -30, right: 30 }

const pavilion: Solid = (x, y, z) => {
  const terrace = brick(x, y + 0.05, z - 2.6, 9, 0.2, 4.1)
  const roof = brick(x - 0.6, y - 3.05, z - 2.2, 7.6, 0.17, 3.5)
  const back = brick(x - 1.4, y - 1.5, z - 4.4, 4.6, 1.5, 0.16)
  const side = brick(x + 3.2, y - 1.5, z - 2.9, 0.16, 1.5, 1.7)
  const far = brick(x - 6, y - 1.5, z - 3.2, 0.16, 1.5, 1.4)
  const postX = Math.abs(Math.abs(x - 0.6) - 5.2) - 0.07
  const posts = Math.max(postX, Math.abs(z + 0.5) - 0.07, Math.abs(y - 1.5) - 1.5)
  const bench = brick(x - 1.6, y - 0.36, z - 3.5, 1.7, 0.16, 0.42)
  return Math.min(terrace, roof, back, side, far, posts, bench)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const camera = createCamera(eye, [0.2, 2.5, 2], 35, frame.aspect)
  const look = createLook({
    solid: pavilion,
    sun: afterglow,
    sunSize: 0.5,
    shadowReach: 9,
    nook: 1.1,
    far: 30,
    shadowSteps: 10,
    bounds: { low: [-9.1, -0.3, -1.6], high: [9.1, 3.3, 6.8] },
  })
  const sky = ramp([
    [0, '#131f42'],
    [0.25, '#26396a'],
    [0.42, '#5f5f8d'],
    [0.54, '#b5808a'],
    [0.61, '#e5a67c'],
    [0.66, '#f4c890'],
  ])
  const concrete = rgb('#c9bda8')
  const timber = rgb('#a8734a')
  const cool = rgb('#7484bd', 0.6)
  const rose = rgb('#e8a58c', 0.32)
  const flame = rgb('#ffb163', 1.5)
  const sand = rgb('#6b5a58')
  const sandLit = rgb('#b08f7a')
  const dusk = rgb('#3c3d5c')
  const deep = rgb('#0c1f33')
  const ray = new Float64Array(3)
  const light = new Float64Array(3)
  const seen = createSeen()
  const horizon = tabulate(
    -2,
    frame.aspect + 2,
    6000,
    (x) => 0.612 - 0.012 * fbm(noise, x * 1.2, 2, 2),
  )
  const range = tabulate(-2, frame.aspect + 2, 9000, (x) => {
    const dune =
      0.045 * bell(x - 0.22, 0.25) + 0.03 * bell(x - 1.72, 0.22) + 0.012 * bell(x - 0.6, 0.3)
    return 0.608 - dune - 0.006 * Math.abs(fbm(noise, x * 3, 7, 3))
  })

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y + 0.03 * (x - 1.2), out)
    const streak = fbm(noise, x * 1.4 + y, y * 13 - x * 0.6, 4)
    cover(out, rosy, 0.4 * smoothstep(0.12, 0.5, streak) * smoothstep(0.3, 0.5, y))
    add(out, gold, 0.25 * bell(Math.hypot(x - 1.38, (y - 0.62) * 2), 0.42))
    stars(
      out,
      x,
      y,
      { density: 24, share: 0.3, radius: 0.0014, salt: 4 },
      0.7 * smoothstep(0.36, 0.1, y),
    )
    if (y > range(x)) {
      out.set(dusk)
      add(out, rose, 0.35 * bell(x - 1.38, 0.7))
    }
    if (y > horizon(x)) {
      const near = smoothstep(0.61, 0.8, y)
      out.set(sandLit)
      cover(out, sand, near)
      scale(out, 0.7 + 0.1 * fbm(noise, x * 2.6, y * 16, 3))
    }
  }
  const rosy = rgb('#e2938c')
  const gold = rgb('#ffcf94')

  const paintBuilding = (out: Light) => {
    const nx = seen.normal[0]
    const ny = seen.normal[1]
    const nz = seen.normal[2]
    const lx = lamp[0] - seen.x
    const ly = lamp[1] - seen.y
    const lz = lamp[2] - seen.z
    const away = Math.hypot(lx * 0.5, ly, lz)
    const facing = clamp((nx * lx * 0.5 + ny * ly + nz * lz) / away)
    const [px, py, pz] = [seen.x + nx * 0.03, seen.y + ny * 0.03, seen.z + nz * 0.03]
    const span = Math.hypot(lx, ly, lz)
    const toLamp: Vec3 = [lx / span, ly / span, lz / span]
    const lamplit = facing > 0 ? shadow(pavilion, px, py, pz, toLamp, 0.22, span - 0.1, 12) : 0
    const nook = seen.sky
    const plank = seen.x * 2.4
    const wood = seen.z > 3.9 && seen.z < 4.3 && seen.y > 0.16 && seen.y < 2.9 && nz < -0.9
    out.set(wood ? timber : concrete)
    if (wood)
      scale(out, 1 - 0.16 * smoothstep(0.46, 0.5, Math.abs(plank - Math.floor(plank) - 0.5)))
    light.fill(0)
    add(light, cool, nook * (0.6 + 0.4 * ny))
    add(light, rose, seen.sun)
    add(light, flame, (0.12 + 0.88 * lamplit) * (0.3 + 0.7 * facing) * nook * glow(away, 1.9) * 1.6)
    for (let c = 0; c < 3; c++) out[c] = out[c] * light[c]
  }

  /** Paints what a ray hits: the building, or otherwise the land at a point of the picture. */
  const paintView = (from: Vec3, x: number, y: number, out: Light) => {
    if (look(from, ray, seen)) paintBuilding(out)
    else paintSky(x, y, out)
  }

  return (x, y, out) => {
    camera(x, y, ray)
    const down = ray[1] < 0 ? -eye[1] / ray[1] : -1
    const z = eye[2] + ray[2] * down
    const hit = look(eye, ray, seen)
    if (down < 0 || z > pool.edge || (hit && seen.distance < down)) {
      if (hit) paintBuilding(out)
      else paintSky(x, y, out)
      return
    }
    const wx = eye[0] + ray[0] * down
    const ripple = 0.006 * fbm(noise, wx * 0.55, z * 1.6, 3)
    const from: Vec3 = [wx, 0, z]
    const fresnel = mix(0.35, 0.92, (1 + ray[1]) ** 5)
    ray[1] = -ray[1] + ripple
    const mirrored = clamp(2 * 0.617 - y - ripple * 0.6, 0, 0.606)
    paintView(from, x, mirrored, out)
    cover(out, deep, 1 - fresnel)
  }
}

export const desertPavilion: Scene = {
  name: 'desert-pavilion',
  title: 'Pavilion at the Edge of the Desert',
  category: 'architecture',
  width: 3840,
  height: 2160,
  seed: 318,
  tags: ['pavilion', 'desert', 'dusk', 'pool', 'reflection', 'modernism', 'concrete', 'evening'],
  description:
    'A low concrete pavilion glows warmly beside a still pool, with the desert and a violet evening sky behind.',
  mood: 'serene',
  artStyle: 'architectural rendering',
  objects: ['pavilion', 'pool', 'desert', 'stars'],
  prepare,
}
