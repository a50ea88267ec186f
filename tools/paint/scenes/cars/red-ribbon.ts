import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale } from '../../light.ts'
import { createNoise2, fbm, type Noise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, smoothstep } from '../../shape.ts'
import { distanceTo, type Point, smoothLoop } from './contour.ts'

/** The right half of the car from behind, in meters. The left half is its mirror image. */
const half: Point[] = [
  [0.2, 1.215],
  [0.38, 1.2],
  [0.5, 1.15],
  [0.585, 1.045],
  [0.675, 0.94],
  [0.82, 0.9],
  [0.95, 0.845],
  [1.02, 0.735],
  [1.025, 0.56],
  [0.99, 0.36],
  [0.93, 0.22],
  [0.72, 0.17],
  [0.36, 0.155],
]
const outline: Point[] = [...half, ...half.map(([x, y]): Point => [-x, y]).reverse()]

const rearWindow: Point[] = [
  [0.19, 1.155],
  [0.36, 1.14],
  [0.455, 1.095],
  [0.53, 1.005],
  [0.575, 0.945],
  [0.28, 0.925],
]
const windowLine: Point[] = [...rearWindow, ...rearWindow.map(([x, y]): Point => [-x, y]).reverse()]

const car = { x: 0.93, ground: 0.79, size: 0.355 }

const ribbon = (u: number, v: number): number => {
  const side = Math.abs(u)
  const line = 0.772 + 0.012 * (1 - side * side)
  const thick = mix(0.008, 0.024, smoothstep(0.5, 0.9, side))
  return box(u, v - line, 0.945, thick, thick * 0.9)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const tableStep = Math.max(frame.pixel / car.size, 0.002)
  const body = distanceTo(smoothLoop(outline), tableStep, 0.2)
  const pane = distanceTo(smoothLoop(windowLine), tableStep, 0.05)
  const fog = ramp([
    [0, '#5a3a44'],
    [0.25, '#3d2731'],
    [0.6, '#231820'],
    [1, '#120d13'],
  ])
  const haze = rgb('#c9a093')
  const red = rgb('#ff2418')
  const core = rgb('#ff6a4a')
  const maroon = rgb('#8e1418')
  const paint = rgb('#070507')
  const asphalt = rgb('#1a1118')
  const softness = frame.pixel / car.size

  const air = (x: number, y: number, out: Light) => {
    const drift = fbm(noise, x * 1.5, y * 2.4, 3)
    fog(clamp(Math.hypot((x - car.x) * 0.85, (y - 0.5) * 1.25) + 0.07 * drift), out)
    // The headlights scatter in the fog ahead, which makes the dark roof stand out.
    const ahead = Math.hypot((x - car.x) * 0.62, y - 0.42)
    add(out, haze, 0.24 * bell(ahead, 0.24) * (1 + 0.3 * drift))
    const u = (x - car.x) / car.size
    const v = (car.ground - y) / car.size
    add(out, red, 0.13 * glow(Math.max(0, ribbon(u, v)), 0.34) * (1 + 0.3 * drift))
    trees(noise, x, y, out, frame)
  }

  const paintCar = (u: number, v: number, out: Light) => {
    if (Math.abs(u) > 1.2 || v > 1.45 || v < -0.05) return
    const d = body(u, v)
    const tyre = Math.min(
      box(Math.abs(u) - 0.82, v - 0.14, 0.13, 0.16, 0.03),
      box(u, v - 0.14, 0.75, 0.08),
    )
    cover(out, [0.001, 0.0007, 0.0008], smoothstep(softness, -softness, tyre))
    const inside = smoothstep(softness, -softness, d)
    if (inside > 0) {
      cover(out, paint, inside)
      const depth = Math.max(0, -d)
      const upper = smoothstep(0.6, 0.98, v)
      add(
        out,
        haze,
        inside * upper * (0.5 * Math.exp(-depth / 0.008) + 0.07 * Math.exp(-depth / 0.05)),
      )
      add(
        out,
        maroon,
        inside * 0.55 * Math.exp(-Math.abs(v - 0.845) / 0.035) * smoothstep(0.98, 0.7, Math.abs(u)),
      )
      add(
        out,
        maroon,
        inside * 0.3 * Math.exp(-Math.max(0, 0.75 - v) / 0.13) * smoothstep(0.78, 0.74, v),
      )
      add(out, red, inside * 0.03 * bell(v - 0.37, 0.03) * smoothstep(0.85, 0.5, Math.abs(u)))
      const glass = pane(u, v)
      const seen = smoothstep(softness, -softness, glass)
      cover(out, [0.004, 0.0028, 0.0035], seen)
      add(out, haze, seen * 0.16 * smoothstep(1.0, 1.2, v))
      add(out, haze, 0.12 * bell(glass, 0.005) * smoothstep(0.95, 1.1, v))
    }
    const d2 = ribbon(u, v)
    const lit = smoothstep(softness, -softness * 2, d2) * inside
    cover(out, red, lit)
    add(out, core, lit * (0.35 + 0.9 * smoothstep(0, -0.012, d2)))
    add(out, red, 0.55 * inside * Math.exp(-Math.max(0, d2) / 0.03))
  }

  return (x, y, out) => {
    const u = (x - car.x) / car.size
    const v = (car.ground - y) / car.size
    air(x, y, out)
    // Wet asphalt that disappears in the fog. Reflections are stretched downwards and broken up by
    // its grain.
    const near = smoothstep(0.64, 0.84, y)
    if (near > 0) {
      const depth = clamp((y - 0.64) / 0.36)
      const grain = fbm(noise, (x - car.x) * mix(9, 3, depth), y * mix(48, 16, depth), 2)
      const lane = fbm(noise, (x - car.x) * 4, y * 3, 2)
      cover(out, asphalt, 0.85 * near)
      const reach = smoothstep(1.25, 0.5, Math.abs(u) + 0.06 * grain)
      const streak = Math.exp(-(((v + 0.5) / 0.5) ** 2))
      add(
        out,
        red,
        near *
          (0.36 * streak * reach * reach + 0.025) *
          clamp(0.8 + 0.6 * grain + 0.35 * lane, 0, 2),
      )
      const under =
        bell(Math.min(0, v - 0.05), 0.12) *
        smoothstep(1.3, 0.85, Math.abs(u)) *
        smoothstep(0.5, 0.1, v)
      scale(out, 1 - 0.94 * under)
    }
    paintCar(u, v, out)
    add(out, red, 0.05 * glow(Math.max(0, ribbon(u, v)), 0.12))
  }
}

const trees = (noise: Noise2, x: number, y: number, out: Light, frame: Frame) => {
  for (const [at, width, strength] of trunks) {
    if (Math.abs(x - at) > width * 2.2 + 0.012) continue
    const bend = 0.006 * noise(y * 2.5, at * 9) + 0.004 * y
    const d = Math.abs(x - at - bend) - width * (0.75 + 0.4 * y)
    scale(out, 1 - strength * smoothstep(width * 0.25 + frame.pixel, -width * 0.25, d))
  }
}

const trunks = [
  [0.05, 0.026, 0.62],
  [0.2, 0.012, 0.34],
  [0.33, 0.008, 0.18],
  [0.43, 0.005, 0.1],
  [1.37, 0.006, 0.13],
  [1.47, 0.01, 0.24],
  [1.6, 0.015, 0.4],
  [1.745, 0.03, 0.62],
] as const

export const redRibbon: Scene = {
  name: 'red-ribbon',
  title: 'Red Ribbon in the Fog',
  category: 'cars',
  width: 3840,
  height: 2160,
  seed: 412,
  tags: ['car', 'tail-light', 'fog', 'night', 'red', 'wet-road', 'forest', 'maroon'],
  description:
    'Seen from behind, a dark coupe waits on a wet forest road; its tail light is one red ribbon that glows in the fog.',
  mood: 'mysterious',
  artStyle: 'cinematic',
  objects: ['car', 'tail light', 'fog', 'road', 'trees'],
  encode: { bytes: 170_000 },
  prepare,
}
