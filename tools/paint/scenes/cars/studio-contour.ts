import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'
import { distanceTo, type Point, smoothLine, smoothLoop } from './contour.ts'

/** The car's side view in meters, with the nose at the left and y up from the ground. */
const length = 4.55
const axles = [0.98, 3.62]
const tyre = 0.345
const rimRadius = 0.262

const outline: Point[] = [
  [0.03, 0.3],
  [0, 0.47],
  [0.06, 0.6],
  [0.24, 0.702],
  [0.6, 0.782],
  [1.02, 0.835],
  [1.42, 0.872],
  [1.66, 0.905],
  [2.0, 1.055],
  [2.3, 1.165],
  [2.6, 1.222],
  [2.9, 1.226],
  [3.22, 1.182],
  [3.6, 1.08],
  [3.95, 0.968],
  [4.25, 0.905],
  [4.44, 0.893],
  [4.5, 0.875],
  [4.5, 0.76],
  [4.53, 0.62],
  [4.47, 0.42],
  [4.36, 0.26],
  [4.05, 0.19],
  [3.0, 0.165],
  [1.6, 0.165],
  [0.5, 0.18],
  [0.14, 0.2],
]

const glassLine: Point[] = [
  [1.86, 0.905],
  [2.12, 1.035],
  [2.38, 1.125],
  [2.66, 1.168],
  [2.92, 1.162],
  [3.2, 1.115],
  [3.48, 1.03],
  [3.62, 0.965],
  [3.5, 0.948],
  [3.0, 0.925],
  [2.4, 0.905],
]

const ground = 0.72
const scaleOfFrame = 0.262
const start = 0.3

const prepare = (_random: Random, frame: Frame): Shade => {
  const step = (frame.pixel / scaleOfFrame) * 1.5
  const body = distanceTo(smoothLoop(outline), Math.max(step, 0.003), 0.12)
  const glass = distanceTo(smoothLoop(glassLine), Math.max(step, 0.003), 0.05)
  const shoulder = smoothLine([
    [0.2, 0.62],
    [0.6, 0.7],
    [1.1, 0.752],
    [2, 0.77],
    [3, 0.792],
    [3.6, 0.822],
    [4.2, 0.842],
    [4.5, 0.838],
  ])
  const flank = smoothLine([
    [1.2, 0.36],
    [2, 0.4],
    [2.8, 0.45],
    [3.3, 0.52],
  ])
  const wall = ramp([
    [0, '#25282e'],
    [0.45, '#15171b'],
    [1, '#08090b'],
  ])
  const silver = rgb('#dfe6ee')
  const steel = rgb('#8fa2b8')
  const ember = rgb('#ff2a1c')
  const paint = rgb('#08090b')
  const softness = frame.pixel / scaleOfFrame

  /**
   * Paints a wheel. `arch` is the radius of the dark area around it, which is larger inside the
   * car's body than below it.
   */
  const paintWheel = (u: number, v: number, arch: number, out: Light) => {
    const r = Math.hypot(u, v)
    if (r > arch) return
    cover(out, [0.0006, 0.0007, 0.0008], smoothstep(arch, arch - softness * 1.5, r))
    const top = clamp(0.5 + (v / tyre) * 0.7)
    add(out, steel, 0.16 * bell(r - tyre - 0.045, 0.006) * top * top * top)
    add(out, steel, 0.07 * bell(r - tyre + 0.012, 0.012) * top)
    const rim = smoothstep(rimRadius, rimRadius - softness * 2, r)
    const angle = Math.atan2(v, u)
    const lit = 0.35 + 0.65 * clamp(0.5 + 0.5 * Math.sin(angle) + 0.25 * Math.cos(angle))
    add(out, silver, 0.42 * lit * bell(r - rimRadius + 0.008, 0.006) * rim)
    // The wheel has ten thin spokes in five pairs. The lamp lights their upper edges.
    const fifth = (Math.PI * 2) / 5
    const turn = angle + 0.3
    const within = turn - fifth * Math.round(turn / fifth)
    const off = Math.abs(Math.abs(within * r) - 0.028 - 0.03 * (r / rimRadius)) - 0.011
    const spoke = smoothstep(0.006, -0.004, off) * smoothstep(0.035, 0.06, r) * rim
    add(out, steel, 0.16 * spoke * lit * mix(0.5, 1, r / rimRadius))
    add(out, steel, 0.07 * smoothstep(0.045, 0.04, r) * (0.7 + 5 * v))
  }

  /** Paints the car at (u, v) in meters. Its paint is black, and only its edges are lit. */
  const paintCar = (u: number, v: number, out: Light) => {
    const d = body(u, v)
    for (const axle of axles) if (d > 0) paintWheel(u - axle, v - tyre + 0.005, tyre, out)
    if (d > 0.02) return
    const inside = smoothstep(softness, -softness, d)
    cover(out, paint, inside)
    const along = u / length
    const top = smoothstep(0.5, 0.86, v + 0.35 * smoothstep(0.5, 0, u))
    // The lamp hangs slightly behind the middle of the car, so the roof and the rear receive most
    // light.
    const lamp = 0.35 + 0.65 * bell(u - 2.7, 1.5)
    const depth = Math.max(0, -d)
    add(
      out,
      silver,
      inside * top * lamp * (1.5 * Math.exp(-depth / 0.0085) + 0.2 * Math.exp(-depth / 0.045)),
    )
    const below = v - shoulder(u)
    const crease = below > 0 ? Math.exp(-below / 0.02) : smoothstep(-0.005, 0, below)
    const reach = smoothstep(0.25, 0.9, u) * smoothstep(4.5, 4.1, u)
    const shoulderLight = 0.1 + 0.9 * bell(u - 3.55, 0.75) + 0.5 * bell(u - 1.05, 0.5)
    add(
      out,
      silver,
      inside *
        reach *
        shoulderLight *
        (0.34 * crease + 0.05 * Math.exp(-Math.max(0, -below) / 0.16)),
    )
    const low = v - flank(u)
    add(
      out,
      steel,
      inside * 0.1 * bell(low, 0.05) * smoothstep(1.3, 1.9, u) * smoothstep(3.35, 2.7, u),
    )
    add(
      out,
      steel,
      inside *
        0.08 *
        Math.exp(-Math.abs(v - 0.2) / 0.012) *
        smoothstep(1.4, 1.7, u) *
        smoothstep(3.2, 2.9, u),
    )

    const pane = glass(u, v)
    if (pane < 0.012) {
      const seen = smoothstep(softness, -softness, pane)
      cover(out, [0.0016, 0.0019, 0.0024], seen)
      add(out, steel, seen * 0.075 * smoothstep(0.9, 1.18, v + 0.1 * (u - 2.7)))
      const pillar = Math.abs(u - 2.86 - (v - 1) * 0.25) - 0.012
      cover(out, paint, seen * smoothstep(softness, -softness, pillar))
      add(out, silver, 0.22 * lamp * bell(pane, 0.004) * smoothstep(0.93, 1.0, v))
    }
    const arch = d < -0.004 ? tyre + 0.045 : tyre
    for (const axle of axles) paintWheel(u - axle, v - tyre + 0.005, arch, out)

    const tail = Math.abs(v - 0.8 + (4.5 - u) * 0.02) - 0.007
    const tailReach = smoothstep(4.05, 4.4, u)
    add(
      out,
      ember,
      inside *
        tailReach *
        (1.5 * smoothstep(0.004, -0.002, tail) + 0.3 * Math.exp(-Math.max(0, tail) / 0.025)),
    )
    const eyeLine = Math.abs(v - 0.605 - (u - 0.12) * 0.3) - 0.005
    const eyeReach = smoothstep(0.1, 0.14, u) * smoothstep(0.5, 0.3, u)
    add(
      out,
      silver,
      inside *
        eyeReach *
        (0.9 * smoothstep(0.004, -0.002, eyeLine) + 0.08 * Math.exp(-Math.max(0, eyeLine) / 0.02)),
    )
    scale(out, 1 - 0.15 * along * inside)
  }

  const studio = (x: number, y: number, out: Light) => {
    const middle = start + length * scaleOfFrame * 0.55
    wall(Math.hypot((x - middle) * 0.85, (y - 0.56) * 1.5), out)
    add(out, steel, 0.07 * bell(x - middle - 0.1, 0.5) * bell(y - 0.5, 0.22))
  }

  return (x, y, out) => {
    const u = (x - start) / scaleOfFrame
    const v = (ground - y) / scaleOfFrame
    if (v >= 0) {
      studio(x, y, out)
      scale(out, mix(1, 0.35, smoothstep(0.12, 0, v)))
      if (u > -0.1 && u < length + 0.1 && v < 1.4) paintCar(u, v, out)
      return
    }
    // The polished floor mirrors the car. The reflection fades with depth, and a shadow lies under
    // the car.
    studio(x, 2 * ground - y, out)
    scale(out, 0.35)
    if (u > -0.1 && u < length + 0.1 && v > -1.4) paintCar(u, -v, out)
    scale(out, 0.5 * Math.exp(v * 1.5))
    studio(x, ground + 0.25, floorLight)
    add(out, floorLight, 0.25)
    add(out, ember, 0.05 * bell(u - 4.42, 0.22) * bell(v + 0.5, 0.35))
    const contact =
      bell(v, 0.05) * smoothstep(-0.2, 0.4, u) * smoothstep(length + 0.2, length - 0.4, u)
    scale(out, 1 - 0.8 * contact)
  }
}

const floorLight = new Float64Array(3)

export const studioContour: Scene = {
  name: 'studio-contour',
  title: 'One Line of Light',
  category: 'cars',
  width: 3840,
  height: 2160,
  seed: 401,
  tags: ['car', 'coupe', 'silhouette', 'studio', 'dark', 'silver', 'reflection', 'minimal'],
  description:
    'In a dark studio a single lamp draws the low contour of a black coupe; its red tail light glows on the polished floor.',
  mood: 'sleek',
  artStyle: 'automotive studio photography',
  objects: ['car', 'rim light', 'reflection'],
  encode: { bytes: 190_000 },
  prepare,
}
