import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow } from '../../light.ts'
import { createCamera, normalize, type Vec3 } from '../../march.ts'
import { createNoise2, type Noise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 5.4, 0]
const sun = normalize([-0.9, 0.24, 0.34])
const far = 70

const train = (along: number): number => {
  const phase = along - Math.floor(along)
  const rise = phase / 0.7
  const fall = (1 - phase) / 0.3
  const v = Math.min(rise, fall)
  return v * v * (2.1 - 1.1 * v)
}

const createHeight = (noise: Noise2) => {
  return (x: number, z: number) => {
    const bend = noise(x * 0.06 + 3, z * 0.05)
    const bend2 = noise(x * 0.17, z * 0.14 + 9)
    const swell = noise(x * 0.045 - 7, z * 0.05 + 2)
    const along = (0.92 * x + 0.36 * z) * 0.085 + bend * 0.95 + bend2 * 0.2
    const cross = (0.6 * x - 0.75 * z) * 0.15 + bend2 * 0.5 + bend * 0.8
    return train(along) * (2.0 + 1.5 * swell) + train(cross) * 0.5 * (1 - 0.6 * swell) + swell * 0.9
  }
}

const grid = { left: -45, size: 90, cells: 1500 }

/**
 * Samples the height of the dunes on a grid with steps of 6 cm. The grid is accurate enough for
 * rays and shadows, but not for the visible surface.
 */
const createCoarseHeight = (height: (x: number, z: number) => number) => {
  const { left, size, cells } = grid
  const table = new Float32Array((cells + 1) * (cells + 1))
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      table[j * (cells + 1) + i] = height(left + (i / cells) * size, (j / cells) * size - 5)
    }
  }
  return (x: number, z: number) => {
    const u = clamp(((x - left) / size) * cells, 0, cells - 0.001)
    const v = clamp(((z + 5) / size) * cells, 0, cells - 0.001)
    const i = Math.floor(u)
    const j = Math.floor(v)
    const at = j * (cells + 1) + i
    const low = mix(table[at], table[at + 1], u - i)
    const high = mix(table[at + cells + 1], table[at + cells + 2], u - i)
    return mix(low, high, v - j)
  }
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const height = createHeight(createNoise2(random))
  const coarse = createCoarseHeight(height)
  const grain = createNoise2(random)
  const camera = createCamera(eye, [0, 3.45, 10], 38, aspect)
  const sky = ramp([
    [-0.02, '#f7c793'],
    [0.05, '#f2b58a'],
    [0.13, '#cf9d98'],
    [0.24, '#8089a6'],
    [0.4, '#41607f'],
  ])
  const lit = rgb('#f2983f', 1.2)
  const shade = rgb('#46304f')
  const bounce = rgb('#7a4a44')
  const gold = rgb('#ffd9a0')
  const direction = new Float64Array(3)

  const march = () => {
    const [dx, dy, dz] = direction as unknown as Vec3
    let t = 0.5
    for (let i = 0; i < 150; i++) {
      const up = eye[1] + dy * t
      let gap = up - coarse(eye[0] + dx * t, eye[2] + dz * t)
      if (gap < 0.12) gap = up - height(eye[0] + dx * t, eye[2] + dz * t)
      if (gap < 0.00012 * t) return t
      t += Math.max(gap * 0.55, 0.0005 * t)
      if (t > far) return -1
    }
    return t
  }

  const sunSeen = (x: number, y: number, z: number) => {
    let seen = 1
    for (let t = 0.1; t < 14 && seen > 0; ) {
      const gap = y + sun[1] * t - coarse(x + sun[0] * t, z + sun[2] * t)
      seen = Math.min(seen, 0.5 + (gap * 12) / t)
      t += clamp(gap * 0.7, 0.06, 0.8)
    }
    return smoothstep(0, 1, clamp(seen))
  }

  return (x, y, out) => {
    camera(x, y, direction)
    const [dx, dy, dz] = direction as unknown as Vec3
    const toSun = dx * sun[0] + dy * sun[1] + dz * sun[2]
    const away = Math.acos(clamp(toSun, -1, 1))
    const t = dy < 0.07 ? march() : -1
    sky(dy, out)
    add(out, gold, 0.5 * bell(away, 0.5) + 0.06 * glow(away, 0.1))
    if (t < 0) return
    const airR = out[0]
    const airG = out[1]
    const airB = out[2]

    const px = eye[0] + dx * t
    const pz = eye[2] + dz * t
    const py = height(px, pz)
    const e = 0.004 + 0.0012 * t
    let nx = (height(px - e, pz) - height(px + e, pz)) / (2 * e)
    let nz = (height(px, pz - e) - height(px, pz + e)) / (2 * e)
    const flow = px * 9 + pz * 15 + 2.2 * grain(px * 0.9, pz * 0.9)
    const ripple = Math.sin(flow + 1.1 * grain(px * 2.1, pz * 2.1)) * 0.09 * Math.exp(-t / 7)
    nx += ripple
    nz += ripple * 1.4
    const inverse = 1 / Math.sqrt(nx * nx + 1 + nz * nz)
    const facing = Math.max(0, (nx * sun[0] + sun[1] + nz * sun[2]) * inverse)
    const sunlight = facing > 0 ? facing * sunSeen(px, py, pz) : 0
    const skylight = 0.55 + 0.45 * inverse
    const tone = 1 + 0.07 * grain(px * 0.7, pz * 0.7 + 5)
    for (let c = 0; c < 3; c++) {
      const warm = bounce[c] * 0.35 * clamp(0.5 + 0.5 * nx * -sun[0])
      out[c] = tone * (lit[c] * sunlight * 1.7 + shade[c] * skylight + warm)
    }
    const haze = 1 - Math.exp(-(((t - 4) / 40) ** 2) * (t > 4 ? 1 : 0))
    cover(out, [airR, airG, airB], haze * mix(0.6, 0.92, smoothstep(30, far, t)))
  }
}

export const dunesAtLastLight: Scene = {
  name: 'dunes-at-last-light',
  title: 'Dunes at Last Light',
  category: 'nature',
  width: 3840,
  height: 2160,
  seed: 12,
  tags: ['desert', 'dunes', 'sand', 'sunset', 'golden-hour', 'shadows', 'sahara', 'warm'],
  description:
    'Sand dunes with knife-sharp crests glow amber on the side of a low sun, and fall into violet shadow on the other.',
  mood: 'serene',
  artStyle: 'landscape',
  objects: ['dunes', 'sand', 'sky'],
  prepare,
}
