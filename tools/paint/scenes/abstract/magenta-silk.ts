import { ramp, rgb } from '../../color.ts'
import { createGrid } from '../../grid.ts'
import { add, scale } from '../../light.ts'
import { createCamera, normalize, type Vec3 } from '../../march.ts'
import { createNoise2, type Noise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const eye: Vec3 = [0, 5.2, -4.6]
const target: Vec3 = [0, 0, 0.35]
const sun = normalize([-0.62, 0.55, 0.5])
const highest = 1.3
const area = { left: -6.5, top: -4, right: 6.5, bottom: 8 }

/**
 * Returns the height of a fold of cloth, 0..1, with a round crest and long flanks. A fold is one
 * unit of `phase` long.
 */
const fold = (phase: number): number => {
  const s = 0.5 + 0.5 * Math.cos(phase * Math.PI * 2)
  return s * s * (1.6 - 0.6 * s)
}

/**
 * The height of the cloth. Long folds fan out from the lower left, meet and part, and a slow swell
 * lifts them.
 */
const createCloth = (noise: Noise2) => {
  return (x: number, z: number) => {
    const run = 0.84 * x + 0.54 * z
    const across = -0.54 * x + 0.84 * z
    const sway = noise(run * 0.17 + 4, across * 0.2 - 2)
    const pinch = noise(run * 0.2 - 7, across * 0.42 + 3)
    const swell = noise(run * 0.16 + 11, across * 0.3 + 6)
    const large = fold(across * 0.46 + 0.75 * sway + 0.2 * pinch + 0.03 * run)
    const small = fold(across * 1.02 - 0.62 * sway + 0.42 * pinch - 0.08 * run + 0.3)
    const rise = smoothstep(-0.8, 0.5, swell)
    return 0.92 * large * (0.4 + 0.6 * rise) + 0.25 * small * (1 - 0.55 * rise) + 0.2 * swell
  }
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const height = createGrid(area, 900, 830, createCloth(createNoise2(random)))
  const lit = createGrid(area, 520, 480, (x, z) => {
    const y = height(x, z)
    let seen = 1
    for (let t = 0.05; t < 3.2; t *= 1.16) {
      const gap = y + sun[1] * t - height(x + sun[0] * t, z + sun[2] * t)
      seen = Math.min(seen, gap / (0.34 * t))
    }
    return smoothstep(-0.9, 0.9, seen)
  })
  const open = createGrid(area, 400, 370, (x, z) => {
    const y = height(x, z)
    let hidden = 0
    for (let i = 0; i < 24; i++) {
      const angle = i * 2.4
      const r = 0.1 + 0.9 * (i / 24)
      hidden += clamp((height(x + Math.cos(angle) * r, z + Math.sin(angle) * r) - y) / r, -0.3, 1.2)
    }
    return clamp(1 - (hidden / 24) * 1.5)
  })
  const camera = createCamera(eye, target, 34, aspect)
  const silk = ramp([
    [0, '#1c0526'],
    [0.2, '#43095a'],
    [0.42, '#8a0f86'],
    [0.62, '#c9239a'],
    [0.8, '#ee5aa9'],
    [1, '#ffb3c9'],
  ])
  const sheen = rgb('#ffd9dd')
  const rim = rgb('#7b3cff')
  const direction = new Float64Array(3)

  const march = (dx: number, dy: number, dz: number) => {
    let t = (eye[1] - highest) / -dy
    for (let i = 0; i < 60; i++) {
      const gap = eye[1] + dy * t - height(eye[0] + dx * t, eye[2] + dz * t)
      if (gap < 0.0005) break
      t += gap * 0.62
    }
    return t
  }

  return (x, y, out) => {
    camera(x, y, direction)
    const dx = direction[0]
    const dy = direction[1]
    const dz = direction[2]
    const t = march(dx, dy, dz)
    const px = eye[0] + dx * t
    const pz = eye[2] + dz * t
    const e = 0.012
    const sx = (height(px - e, pz) - height(px + e, pz)) / (2 * e)
    const sz = (height(px, pz - e) - height(px, pz + e)) / (2 * e)
    const inverse = 1 / Math.sqrt(sx * sx + 1 + sz * sz)
    const nx = sx * inverse
    const nz = sz * inverse
    const facing = nx * sun[0] + inverse * sun[1] + nz * sun[2]
    const seen = lit(px, pz)
    const sky = open(px, pz)
    const view = clamp(-(dx * nx + dy * inverse + dz * nz))
    const bright = 0.06 + 0.56 * seen * smoothstep(-0.25, 1.1, facing) + 0.3 * (sky - 0.35)
    silk(bright, out)
    // Satin has a broad highlight where the normal lies between the directions to the sun and to
    // the viewer.
    const hx = sun[0] - dx
    const hy = sun[1] - dy
    const hz = sun[2] - dz
    const half = (nx * hx + inverse * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz)
    const gloss = clamp(half)
    add(out, sheen, seen * (0.16 * gloss ** 10 + 0.3 * gloss ** 44))
    add(out, rim, 0.16 * (1 - view) ** 3 * sky)
    scale(out, 0.55 + 0.45 * sky)
  }
}

export const magentaSilk: Scene = {
  name: 'magenta-silk',
  title: 'Magenta Silk',
  category: 'abstract',
  width: 3840,
  height: 2160,
  seed: 7,
  tags: ['silk', 'fabric', 'magenta', 'purple', 'folds', 'soft', 'waves'],
  description:
    'Heavy silk lies in slow, deep folds; light from one side runs along the crests from violet shadow to bright magenta.',
  mood: 'sensual',
  artStyle: '3d',
  objects: ['silk', 'folds'],
  prepare,
}
