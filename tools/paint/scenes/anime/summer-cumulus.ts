import { ramp, rgb } from '../../color.ts'
import { createHeap, createHeapPainter, type Heap } from '../../cumulus.ts'
import { add, bell, cover } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const horizon = 0.845
const sun = { x: -0.62, y: -0.6, z: 0.5 }

/** A towering cloud with a broad foot, a narrow middle and a head that leans with the wind. */
const tower: Heap = {
  x: 1.16,
  base: 0.805,
  height: 0.6,
  halfWidth: (rise) => 0.34 * (1 - rise) ** 2.4 + 0.13 + 0.06 * Math.sin(rise * 8 - 2.4),
  lobes: 58,
  lobe: 0.2,
}

const shoulder: Heap = {
  x: 0.62,
  base: 0.81,
  height: 0.27,
  halfWidth: (rise) => 0.3 * (1 - rise) + 0.05,
  lobes: 34,
  lobe: 0.26,
}

const distant: Heap[] = [0.05, 0.22, 0.36, 1.62, 1.74].map((x, i) => ({
  x,
  base: 0.835,
  height: [0.1, 0.07, 0.05, 0.09, 0.13][i],
  halfWidth: (rise) => 0.09 * (1 - rise) + 0.02,
  lobes: 18,
  lobe: 0.3,
}))

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const swell = createNoise2(random)
  const sky = ramp([
    [0, '#1157a8'],
    [0.3, '#2f86cf'],
    [0.58, '#6fb7e4'],
    [0.8, '#b5dff0'],
    [0.845, '#d2edf2'],
  ])
  const near = ramp([
    [0.2, '#6c90c4'],
    [0.42, '#86abd8'],
    [0.54, '#a3c4e6'],
    [0.63, '#bfd7ee'],
    [0.7, '#e6eef5'],
    [0.76, '#fbf9f1'],
    [0.9, '#fffdf6'],
  ])
  const far = ramp([
    [0.3, '#9fc8e4'],
    [0.58, '#b4d6ec'],
    [0.68, '#dcedf4'],
    [0.8, '#f7fafa'],
  ])
  const sea = ramp([
    [0, '#8fd0dd'],
    [0.06, '#4fa9c9'],
    [0.3, '#1f7fb4'],
    [1, '#0c4c8c'],
  ])
  const white = rgb('#ffffff')
  const land = ramp([
    [0, '#8fb5c4'],
    [1, '#5f93ad'],
  ])
  const heap = (one: Heap) => createHeap(random, one, sun)
  const farHeaps = createHeapPainter(distant.flatMap(heap), noise, frame, sun, 0.5)
  const middleHeap = createHeapPainter(heap(shoulder), noise, frame, sun, 0.8)
  const nearHeap = createHeapPainter(heap(tower), noise, frame, sun)
  const island = tabulate(0, frame.aspect, 8000, (x) => {
    const rise =
      0.04 * bell(x - 0.36, 0.1) + 0.022 * bell(x - 0.53, 0.09) + 0.016 * bell(x - 0.18, 0.1)
    return horizon + 0.001 - Math.max(0, rise * (1 + 0.25 * fbm(noise, x * 40, 3, 4)) - 0.003)
  })

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y, out)
    const veil = fbm(noise, x * 1.3 + y, y * 7 - x * 1.2, 4)
    cover(out, white, 0.34 * smoothstep(0.1, 0.6, veil) * smoothstep(0.62, 0.2, y))
    farHeaps(x, y, out, far, smoothstep(0.84, 0.82, y))
    middleHeap(x, y, out, near, 0.92 * smoothstep(0.83, 0.775, y))
    nearHeap(x, y, out, near, smoothstep(0.82, 0.735, y))
    // Haze over the sea hides the base of the clouds.
    sky(0.835, haze)
    cover(out, haze, 0.75 * smoothstep(0.64, 0.84, y))
  }
  const haze = new Float64Array(3)
  const below = new Float64Array(3)

  const paintSea = (x: number, y: number, out: Light) => {
    const depth = (y - horizon) / (1 - horizon)
    const close = 1 / (depth + 0.05)
    const wave = smoothstep(0, 0.3, depth) * fbm(swell, (x - 0.9) * close * 1.1, close * 5, 2)
    sea(depth + 0.08 * wave * depth, out)
    // Moving water reflects the brightness of a cloud, but not its shape.
    sky(horizon - (y - horizon) * 2.2 + 0.08 * wave * depth, below)
    cover(below, white, 0.75 * bell(x - 1.1 + 0.06 * wave, 0.34) + 0.35 * bell(x - 0.6, 0.2))
    cover(out, below, 0.34 * (1 - 0.55 * depth) * smoothstep(-0.5, 0.4, wave))
    const glint = smoothstep(0.4, 0.62, wave) * bell(x - 1.02, 0.45)
    add(out, white, 0.4 * glint * mix(0.3, 1, depth))
  }

  return (x, y, out) => {
    if (y < horizon) paintSky(x, y, out)
    else paintSea(x, y, out)
    const rock = y - island(x)
    if (rock > -0.002 && y < horizon) {
      land(clamp(rock * 30), below)
      cover(out, below, smoothstep(-frame.pixel, frame.pixel, rock))
    }
  }
}

export const summerCumulus: Scene = {
  name: 'summer-cumulus',
  title: 'A Tower of Summer Cloud',
  category: 'anime',
  width: 3840,
  height: 2160,
  seed: 12,
  tags: ['clouds', 'sky', 'sea', 'summer', 'cumulus', 'blue', 'horizon'],
  description:
    'A huge sunlit cumulus rises over a calm blue sea, white and crisp against a deep summer sky.',
  mood: 'uplifting',
  artStyle: 'anime background',
  objects: ['cloud', 'sea', 'island'],
  encode: { bytes: 280_000 },
  prepare,
}
