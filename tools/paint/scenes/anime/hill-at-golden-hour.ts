import { ramp, rgb } from '../../color.ts'
import { createHeap, createHeapPainter } from '../../cumulus.ts'
import { add, bell, cover, glow, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, segment, smoothstep, tabulate } from '../../shape.ts'

const sun = { x: 0.44, y: 0.565 }
/**
 * The direction to the low sun, on the left and slightly behind the scene. It lights leaves and
 * clouds.
 */
const light = { x: -0.84, y: -0.36, z: 0.4 }
const tree = { x: 1.2, foot: 0.64 }
const grassRows = 5

/**
 * The trunk and boughs of the tree: start, end, and half the width at both ends, relative to the
 * tree's foot.
 */
const boughs = [
  [0.003, 0.03, -0.008, -0.12, 0.02, 0.0135],
  [-0.008, -0.12, -0.085, -0.25, 0.0125, 0.005],
  [-0.008, -0.12, 0.015, -0.3, 0.0125, 0.005],
  [0.0, -0.13, 0.1, -0.24, 0.009, 0.004],
  [-0.004, -0.1, 0.065, -0.18, 0.006, 0.003],
] as const

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const sky = ramp([
    [0, '#5d8db4'],
    [0.2, '#8fb3bf'],
    [0.38, '#d3cdae'],
    [0.5, '#f3cf8e'],
    [0.6, '#fbb968'],
  ])
  const cloud = ramp([
    [0.25, '#b79fa2'],
    [0.5, '#d9b6a0'],
    [0.62, '#f0cda2'],
    [0.75, '#ffe9bf'],
  ])
  const leaves = ramp([
    [0.2, '#1f3220'],
    [0.45, '#33492a'],
    [0.58, '#5d6c30'],
    [0.7, '#a59238'],
    [0.85, '#f0c85c'],
  ])
  const meadow = ramp([
    [0, '#e9bd58'],
    [0.25, '#b09a43'],
    [0.6, '#68753a'],
    [1, '#2c4429'],
  ])
  const hills = ['#e3b487', '#bd9a78', '#a39068'].map((hex) => rgb(hex))
  const gold = rgb('#ffd67e')
  const pale = rgb('#fff3cf')
  const bark = rgb('#33281f')
  const bladeDark = rgb('#22361f')

  const crown = [
    { x: tree.x - 0.01, base: tree.foot - 0.165, height: 0.27, wide: 0.19, lobes: 46 },
    { x: tree.x + 0.115, base: tree.foot - 0.15, height: 0.15, wide: 0.12, lobes: 26 },
    { x: tree.x - 0.125, base: tree.foot - 0.155, height: 0.15, wide: 0.1, lobes: 24 },
  ].flatMap(({ wide, ...heap }) =>
    createHeap(
      random,
      {
        ...heap,
        halfWidth: (rise) =>
          wide * Math.sqrt(Math.max(0, 1 - rise ** 2.2)) * (0.8 + 0.2 * Math.min(1, rise * 3)),
        lobe: 0.19,
      },
      light,
    ),
  )
  const foliage = createHeapPainter(crown, noise, frame, light, 0.9)
  const heaps = [
    { x: 1.62, base: 0.5, height: 0.24, wide: 0.26, lobes: 32 },
    { x: 0.02, base: 0.47, height: 0.16, wide: 0.18, lobes: 22 },
    { x: 0.72, base: 0.535, height: 0.07, wide: 0.16, lobes: 18 },
  ].flatMap(({ wide, ...heap }) =>
    createHeap(
      random,
      { ...heap, halfWidth: (rise) => wide * (1 - rise) ** 1.3 + 0.05, lobe: 0.26 },
      light,
    ),
  )
  const clouds = createHeapPainter(heaps, noise, frame, light)

  const lines = [0, 1, 2].map((i) =>
    tabulate(
      0,
      frame.aspect,
      4000,
      (x) =>
        0.585 + 0.03 * i + (0.035 - 0.006 * i) * fbm(noise, x * (1.3 + 0.5 * i) + i * 9, i * 4, 4),
    ),
  )
  const hill = tabulate(0, frame.aspect, 6000, (x) => {
    const dome = 0.16 * Math.exp(-(((x - 1.26) / 0.62) ** 2))
    return 0.795 - dome - 0.05 * smoothstep(0.9, 0, x) + 0.0012 * fbm(noise, x * 60, 3, 3)
  })

  const blade = (x: number, y: number, row: number) => {
    const depth = row / (grassRows - 1)
    const spacing = mix(0.0075, 0.021, depth ** 1.3)
    const root = mix(0.975, 1.22, depth)
    const tall = mix(0.1, 0.32, depth ** 1.2)
    if (y < root - tall * 1.2) return 0
    let best = 0
    const cell = Math.floor(x / spacing)
    for (let i = cell - 4; i <= cell + 1; i++) {
      const reach =
        tall * (0.45 + 0.6 * hash(i, row, 2)) * (0.7 + 0.5 * noise(i * spacing * 3, row * 5.1))
      const rise = (root - y) / reach
      if (rise < 0 || rise > 1) continue
      const lean = (0.25 + 0.5 * hash(i, row, 3)) * spacing * 5
      const middle = (i + hash(i, row, 4)) * spacing + lean * rise * rise
      const wide = spacing * 0.42 * (1 - rise) + frame.pixel * 0.4
      if (Math.abs(x - middle) < wide) best = Math.max(best, 0.02 + rise)
    }
    return best
  }

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y + 0.05 * (x - sun.x) ** 2, out)
    const away = Math.hypot(x - sun.x, (y - sun.y) * 1.1)
    const streak = fbm(noise, x * 1.1 + y, y * 9 - x * 0.7, 3)
    cover(out, pale, 0.4 * smoothstep(0.1, 0.55, streak) * smoothstep(0.5, 0.25, y))
    clouds(x, y, out, cloud, 0.95 * smoothstep(0.55, 0.42, y))
    add(out, gold, 0.45 * bell(away, 0.42) + 0.1 * glow(away, 0.06))
    add(out, pale, 1.3 * smoothstep(0.0425, 0.039, away) + 0.4 * bell(away, 0.07))
  }

  const paintTree = (x: number, y: number, out: Light) => {
    const dx = x - tree.x
    const dy = y - tree.foot
    if (Math.abs(dx) > 0.4 || dy < -0.6 || dy > 0.012) return
    for (const [ax, ay, bx, by, wide, thin] of boughs) {
      const share = clamp((dy - ay) / (by - ay))
      const half = mix(wide, thin, share) * (1 + 0.5 * Math.exp(dy * 60))
      const d = segment(dx, dy, ax, ay, bx, by) - half
      const inside = smoothstep(frame.pixel, -frame.pixel, d)
      cover(out, bark, inside)
      add(out, gold, 0.4 * inside * smoothstep(-0.3, -1, (dx - mix(ax, bx, share)) / half))
    }
    foliage(x, y, out, leaves, 1)
  }

  const paintHill = (x: number, y: number, out: Light) => {
    const below = y - hill(x)
    if (below < -0.002) return
    const inside = smoothstep(-frame.pixel, frame.pixel, below)
    const wind = fbm(noise, x * 2 + below * 3, below * 13 - x * 1.5, 3)
    const facing = 0.16 * smoothstep(0.2, 1.3, x)
    meadow(clamp(below * 2.6 + facing - 0.12 * wind - 0.12 * bell(x - 0.5, 0.4)), ground)
    cover(out, ground, inside)
    add(
      out,
      gold,
      inside *
        (0.5 * Math.exp(-below / 0.006) * bell(x - 0.55, 0.75) +
          0.1 * smoothstep(0.15, 0.5, wind) * smoothstep(0.3, 0.05, below)),
    )
    // The tree's shadow falls down the slope, away from the sun.
    const along = x - tree.x - 0.02
    const fall = below - 0.02 - 0.1 * along
    const shade =
      smoothstep(0, 0.03, along) *
      smoothstep(0.52, 0.1, along) *
      bell(fall, 0.012 + 0.05 * smoothstep(0.06, 0.25, along))
    scale(out, 1 - 0.42 * shade * inside)
  }

  const paintGrass = (x: number, y: number, out: Light) => {
    if (y < 0.85) return
    for (let row = 0; row < grassRows; row++) {
      const rise = blade(x, y, row)
      if (rise === 0) continue
      const depth = row / (grassRows - 1)
      const lit = rise ** 1.3 * (0.3 + 0.7 * bell(x - sun.x - 0.05, 0.8))
      meadow(mix(0.8, -0.1, lit) + 0.1 * depth, ground)
      cover(out, ground, mix(0.8, 1, depth))
      cover(out, bladeDark, 0.5 * depth * (1 - rise))
    }
  }

  return (x, y, out) => {
    paintSky(x, y, out)
    const warm = bell(x - sun.x, 0.6)
    for (let i = 0; i < 3; i++) {
      const below = y - lines[i](x)
      if (below < -0.002) continue
      const inside = smoothstep(-frame.pixel, frame.pixel, below)
      cover(out, hills[i], inside)
      add(out, gold, inside * warm * (0.2 + 0.25 * Math.exp(-below / 0.01)))
    }
    paintHill(x, y, out)
    paintTree(x, y, out)
    paintGrass(x, y, out)
    for (const seed of seeds) {
      const d = Math.hypot(x - seed.x, y - seed.y)
      if (d < seed.radius * 4) add(out, pale, seed.strength * bell(d, seed.radius))
    }
    add(out, gold, 0.07 * bell(Math.hypot(x - sun.x, y - sun.y), 0.8))
  }
}

const ground = new Float64Array(3)
const seeds = Array.from({ length: 34 }, (_, i) => ({
  x: 0.1 + hash(i, 1, 21) * 1.25,
  y: 0.5 + hash(i, 2, 22) * 0.4,
  radius: 0.0016 + 0.0022 * ((i * 0.271) % 1),
  strength: 0.25 + 0.4 * ((i * 0.717) % 1),
}))

export const hillAtGoldenHour: Scene = {
  name: 'hill-at-golden-hour',
  title: 'One Tree, Golden Hour',
  category: 'anime',
  width: 3840,
  height: 2160,
  seed: 22,
  tags: ['hill', 'tree', 'golden-hour', 'grass', 'sunset', 'meadow', 'warm', 'clouds'],
  description:
    'One broad tree stands on a grassy hill in the golden light before sunset; seeds drift through the tall grass.',
  mood: 'nostalgic',
  artStyle: 'anime background',
  objects: ['tree', 'hill', 'grass', 'sun', 'clouds'],
  encode: { bytes: 320_000 },
  prepare,
}
