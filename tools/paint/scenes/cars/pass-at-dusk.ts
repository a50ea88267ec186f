import { mixRgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale, stars } from '../../light.ts'
import { createNoise2, fbm, ridged } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'
import { type Point, smoothLoop } from './contour.ts'

const bends: Point[] = [
  [-0.3, 1.1],
  [-0.1, 1.03],
  [0.16, 0.955],
  [0.4, 0.892],
  [0.505, 0.852],
  [0.49, 0.814],
  [0.36, 0.8],
  [0.2, 0.786],
  [0.085, 0.76],
  [0.075, 0.73],
  [0.17, 0.714],
  [0.3, 0.704],
  [0.41, 0.687],
  [0.437, 0.664],
  [0.37, 0.652],
  [0.27, 0.645],
  [0.19, 0.631],
  [0.177, 0.614],
  [0.23, 0.605],
  [0.305, 0.599],
  [0.356, 0.588],
  [0.358, 0.576],
  [0.312, 0.57],
  [0.266, 0.562],
  [0.256, 0.552],
  [0.288, 0.546],
  [0.318, 0.54],
  [0.32, 0.532],
  [0.305, 0.526],
  [0.302, 0.514],
]
/**
 * The road is seen from a low angle, so vertical distances count more than horizontal ones by this
 * factor.
 */
const flatness = 2.3
const halfWidth = (y: number) => mix(0.0022, 0.04, clamp((y - 0.52) / 0.46) ** 1.45)
const cell = 0.04

interface Piece {
  ax: number
  ay: number
  bx: number
  by: number
}

/**
 * Sorts pieces of the road into grid cells, so that each pixel examines only the pieces near it.
 */
const createRoad = () => {
  const flat = bends.map(([x, y]): Point => [x, y * flatness])
  const line = smoothLoop(flat, 14).slice(0, (flat.length - 2) * 14)
  const cells = new Map<number, Piece[]>()
  for (let n = 1; n < line.length; n++) {
    const [[ax, ay], [bx, by]] = [line[n - 1], line[n]]
    const reach = 2.6 * halfWidth(Math.max(ay, by) / flatness) + 0.012
    for (
      let j = Math.floor((Math.min(ay, by) - reach) / cell);
      j <= (Math.max(ay, by) + reach) / cell;
      j++
    ) {
      for (
        let i = Math.floor((Math.min(ax, bx) - reach) / cell);
        i <= (Math.max(ax, bx) + reach) / cell;
        i++
      ) {
        const list = cells.get(j * 1000 + i) ?? []
        list.push({ ax, ay, bx, by })
        cells.set(j * 1000 + i, list)
      }
    }
  }
  return (x: number, y: number): number => {
    const v = y * flatness
    let nearest = 81
    let side = 1
    for (const { ax, ay, bx, by } of cells.get(
      Math.floor(v / cell) * 1000 + Math.floor(x / cell),
    ) ?? []) {
      const [ex, ey] = [bx - ax, by - ay]
      const t = clamp(((x - ax) * ex + (v - ay) * ey) / (ex * ex + ey * ey))
      const [dx, dy] = [x - ax - ex * t, v - ay - ey * t]
      const square = dx * dx + dy * dy
      if (square >= nearest) continue
      nearest = square
      side = ex * dy - ey * dx < 0 ? 1 : -1
    }
    return side * Math.sqrt(nearest)
  }
}

/** Trails of headlights: their offset across the road in half widths, and their strength. */
const headlights = [
  [0.34, 1],
  [0.58, 0.85],
  [0.46, 0.4],
] as const
const tailLights = [
  [-0.34, 0.9],
  [-0.6, 1],
  [-0.47, 0.5],
] as const

const prepare = (random: Random, frame: Frame): Shade => {
  const rock = createNoise2(random)
  const cloud = createNoise2(random)
  const road = createRoad()
  const sky = ramp([
    [0, '#0e1a3f'],
    [0.18, '#243468'],
    [0.33, '#5d5590'],
    [0.43, '#b3779a'],
    [0.5, '#eda387'],
    [0.56, '#ffcf94'],
  ])
  const white = rgb('#ffe9c4')
  const red = rgb('#ff3a1e')
  const amber = rgb('#ffae55')
  const rose = rgb('#f0a9a0')
  const far = mixRgb(rgb('#c98a9c'), rgb('#7a6a9c'), 0.45)
  const middle = rgb('#4a4a7c')
  const slope = ramp([
    [0, '#3e4272'],
    [0.35, '#2a3160'],
    [1, '#121a36'],
  ])
  const tarmac = rgb('#1b1f38')
  const farLine = tabulate(0, frame.aspect, 6000, (x) => {
    const peak = 0.16 * bell(x - 0.34, 0.13) + 0.08 * bell(x - 0.1, 0.1)
    return 0.5 - peak - 0.06 * ridged(rock, x * 7, 3, 6, 0.48)
  })
  const middleLine = tabulate(0, frame.aspect, 6000, (x) => {
    const gap = 0.2 * smoothstep(0.3, 0.62, x) + 0.17 * smoothstep(0.28, -0.1, x)
    return 0.535 - gap - 0.035 * ridged(rock, x * 9, 8, 6, 0.48)
  })
  const slopeLine = tabulate(0, frame.aspect, 6000, (x) => {
    const gap = 0.2 * smoothstep(0.33, 0.75, x) + 0.16 * smoothstep(0.27, -0.16, x)
    return 0.521 - gap - 0.012 * fbm(rock, x * 18, 5, 5)
  })

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y, out)
    const streak = fbm(cloud, x * 2.4 + y, y * 13 - x, 4)
    cover(out, rose, 0.5 * smoothstep(0.08, 0.55, streak) * smoothstep(0.1, 0.36, y))
    stars(
      out,
      x,
      y,
      { density: 40, share: 0.32, radius: 0.001, salt: 3 },
      0.9 * smoothstep(0.3, 0.04, y),
    )
    const snow = y - farLine(x)
    if (snow > -0.001) {
      const inside = smoothstep(-frame.pixel, frame.pixel, snow)
      const facet = (at: number) =>
        ridged(rock, (x + at) * 11 + y * 5, y * 8 - (x + at) * 3, 5, 0.55)
      const lit = smoothstep(-0.03, 0.07, facet(0.006) - facet(0))
      cover(out, far, inside)
      add(out, rose, inside * 0.4 * lit * smoothstep(0.24, 0.02, snow))
      sky(0.52, haze)
      cover(out, haze, inside * 0.75 * smoothstep(0.36, 0.54, y))
    }
    const wall = y - middleLine(x)
    if (wall > -0.001) {
      cover(out, middle, smoothstep(-frame.pixel, frame.pixel, wall))
      sky(0.47, haze)
      cover(out, haze, 0.55 * smoothstep(0.3, 0.56, y))
    }
  }
  const haze = new Float64Array(3)

  const paintSlope = (x: number, y: number, out: Light) => {
    const depth = clamp((y - 0.46) / 0.5)
    slope(depth, out)
    const close = 1.25 - 0.75 * depth
    const lean = (x - 0.3) * 0.9
    const form =
      ridged(rock, (x * 4.2 + lean * y * 2) * close, y * 5.5 * close - lean * 3, 4) - 0.45
    scale(out, 1 + 0.42 * form)
    sky(0.46, haze)
    cover(out, haze, 0.55 * smoothstep(0.74, 0.34, y) * (0.85 + 0.25 * form))
  }

  const paintRoad = (x: number, y: number, out: Light) => {
    const d = road(x, y)
    if (Math.abs(d) > 1) return
    const half = halfWidth(y)
    const across = d / half
    const soft = (frame.pixel * 1.6) / half
    const on = smoothstep(1 + soft, 1 - soft, Math.abs(across))
    cover(out, tarmac, 0.85 * on)
    const spill = Math.exp(-Math.max(0, Math.abs(across) - 0.5) * 1.7)
    add(out, amber, 0.075 * spill * smoothstep(-1.4, 0.4, across))
    add(out, red, 0.05 * spill * smoothstep(1.4, -0.4, across))
    const fine = Math.max(0.028, (frame.pixel * 0.75) / half)
    const thin = Math.min(1, 0.028 / fine) ** 0.25
    for (const [at, strength] of headlights) {
      const near = Math.abs(across - at)
      add(out, white, strength * thin * (1.25 * bell(near, fine) + 0.07 * glow(near, 0.12)))
    }
    for (const [at, strength] of tailLights) {
      const near = Math.abs(across - at)
      add(out, red, strength * thin * (1.15 * bell(near, fine) + 0.08 * glow(near, 0.12)))
    }
  }

  return (x, y, out) => {
    const below = y - slopeLine(x)
    if (below < 0.001) paintSky(x, y, out)
    if (below > -0.001) {
      const inside = smoothstep(-frame.pixel, frame.pixel, below)
      paintSlope(x, y, ground)
      paintRoad(x, y, ground)
      cover(out, ground, inside)
    }
    add(out, amber, 0.16 * bell(Math.hypot(x - 0.305, (y - 0.52) * 1.6), 0.11))
  }
}

const ground = new Float64Array(3)

export const passAtDusk: Scene = {
  name: 'pass-at-dusk',
  title: 'Light Trails on the Pass',
  category: 'cars',
  width: 2160,
  height: 3840,
  seed: 437,
  tags: [
    'light-trails',
    'mountain-road',
    'dusk',
    'long-exposure',
    'hairpins',
    'navy',
    'orange',
    'night-drive',
  ],
  description:
    'Hairpin bends climb a mountain pass at dusk, drawn in ribbons of white and red by cars that have already gone by.',
  mood: 'adventurous',
  artStyle: 'long exposure',
  objects: ['road', 'light trails', 'mountains', 'stars'],
  prepare,
}
