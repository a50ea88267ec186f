import { ramp, rgb } from '../../color.ts'
import { add, cover, scale } from '../../light.ts'
import { createCamera, normalize, type Solid, type Vec3 } from '../../march.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'
import { createLook, createSeen } from './view.ts'

const eye: Vec3 = [4, 1.6, -23]
const sun = normalize([0.72, 0.55, -0.35])
const storey = 3.4
const storeys = 44
const glassRadius = 7.2

const edge = (angle: number, floor: number) =>
  10 +
  1.15 * Math.sin(3 * angle + floor * 0.21) +
  0.75 * Math.sin(5 * angle - floor * 0.13 + 1.3) +
  0.3 * Math.sin(floor * 0.4)

const tower: Solid = (x, y, z) => {
  const radius = Math.sqrt(x * x + z * z)
  const floor = Math.min(Math.max(Math.round(y / storey), 1), storeys)
  const rim = radius - edge(Math.atan2(z, x), floor)
  const rise = y - floor * storey
  const slab = Math.max(rim, Math.abs(rise) - 0.17)
  const sill = Math.max(Math.abs(rim + 0.09) - 0.09, Math.abs(rise - 0.42) - 0.5)
  const glass = Math.max(radius - glassRadius, y - storeys * storey)
  return Math.min(slab, sill, glass)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const camera = createCamera(eye, [0.6, 46, 2], 64, frame.aspect)
  const look = createLook({
    solid: tower,
    sun,
    sunSize: 0.03,
    shadowReach: 9,
    shadowSteps: 30,
    nook: 1.5,
    far: 240,
    caution: 0.75,
    steps: 150,
    bounds: { low: [-12.3, 0, -12.3], high: [12.3, storey * storeys + 1, 12.3] },
  })
  const heaven = ramp([
    [0, '#dfe9ef'],
    [0.45, '#a9c5da'],
    [0.8, '#5f92c0'],
    [1, '#3a72ab'],
  ])
  const concrete = rgb('#e4e1dc')
  const glass = rgb('#2f4556')
  const sunlight = rgb('#fff1da', 1.02)
  const skylight = rgb('#a3bad6', 0.6)
  const bounce = rgb('#e6cfae', 0.46)
  const white = rgb('#ffffff')
  const air = rgb('#b9cfdf')
  const ray = new Float64Array(3)
  const seen = createSeen()
  const light = new Float64Array(3)

  const paintSky = (dx: number, dy: number, dz: number, out: Light) => {
    heaven(clamp(dy * 1.05 - 0.1 * dx), out)
    const [u, v] = [dx / (dy + 0.3), dz / (dy + 0.3)]
    const wisp = fbm(noise, u * 1.4 + v, v * 4.5 - u, 3)
    cover(out, white, 0.4 * smoothstep(0.05, 0.6, wisp))
  }

  return (x, y, out) => {
    camera(x, y, ray)
    if (!look(eye, ray, seen)) {
      paintSky(ray[0], ray[1], ray[2], out)
      return
    }
    const nx = seen.normal[0]
    const ny = seen.normal[1]
    const nz = seen.normal[2]
    const radius = Math.hypot(seen.x, seen.z)
    light.fill(0)
    add(light, sunlight, seen.sun)
    add(light, skylight, seen.sky * (0.62 + 0.38 * ny))
    add(light, bounce, seen.sky * (0.62 - 0.38 * ny))
    const isGlass = radius < glassRadius + 0.05
    if (isGlass) {
      const facing = ray[0] * nx + ray[1] * ny + ray[2] * nz
      paintSky(
        ray[0] - 2 * facing * nx,
        Math.abs(ray[1] - 2 * facing * ny),
        ray[2] - 2 * facing * nz,
        out,
      )
      scale(out, 0.5 * seen.sky)
      cover(out, glass, 0.6)
    } else {
      for (let c = 0; c < 3; c++) out[c] = concrete[c] * light[c]
    }
    cover(out, air, 0.6 * (1 - Math.exp(-seen.distance * 0.0045)))
  }
}

export const balconyTower: Scene = {
  name: 'balcony-tower',
  title: 'Tower of Waves',
  category: 'architecture',
  width: 2160,
  height: 3840,
  seed: 351,
  tags: ['tower', 'skyscraper', 'balconies', 'facade', 'sky', 'silver', 'curves', 'looking-up'],
  description:
    'Looking straight up a tower whose pale balconies swing out and in like waves until they meet the blue sky.',
  mood: 'uplifting',
  artStyle: 'architectural photography',
  objects: ['tower', 'balconies', 'glass', 'sky'],
  encode: { bytes: 250_000 },
  prepare,
}
