import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm, ridged } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, smoothstep, tabulate } from '../../shape.ts'
import { distanceTo, type Point, smoothLoop } from './contour.ts'

const bodyHalf: Point[] = [
  [0.3, -2.2],
  [0.62, -2.1],
  [0.8, -1.82],
  [0.875, -1.3],
  [0.86, -0.4],
  [0.865, 0.5],
  [0.9, 1.25],
  [0.86, 1.8],
  [0.7, 2.06],
  [0.32, 2.14],
]
const cabinHalf: Point[] = [
  [0.32, -0.62],
  [0.62, -0.5],
  [0.73, -0.2],
  [0.72, 0.6],
  [0.64, 1.1],
  [0.5, 1.36],
  [0.25, 1.42],
]
const roofHalf: Point[] = [
  [0.3, -0.08],
  [0.52, 0.0],
  [0.58, 0.3],
  [0.54, 0.66],
  [0.42, 0.84],
  [0.2, 0.88],
]
const whole = (half: Point[]): Point[] => [
  ...half,
  ...half.map(([x, y]): Point => [-x, y]).reverse(),
]

const meter = 0.0262
const car = { x: 0.3, y: 0.6 }
const roadHalf = 3.4
/** Shadow offset along the ground, in meters per meter of height. */
const shadowOf = { x: 4.2, y: 1.38 }
const towardsSun = { x: -0.95, y: -0.31 }

const prepare = (random: Random, frame: Frame): Shade => {
  const dunes = createNoise2(random)
  const tableStep = Math.max(frame.pixel / meter, 0.012)
  const body = distanceTo(smoothLoop(whole(bodyHalf)), tableStep, 0.3)
  const cabin = distanceTo(smoothLoop(whole(cabinHalf)), tableStep, 0.3)
  const roof = distanceTo(smoothLoop(whole(roofHalf)), tableStep, 0.3)
  const middle = tabulate(
    -0.2,
    1.2,
    4000,
    (y) => 0.255 + 0.09 * Math.sin((y - 0.1) * 2.6) + 0.02 * Math.sin(y * 6),
  )
  const lean = (y: number) => (middle(y + 0.002) - middle(y - 0.002)) / 0.004
  const sand = ramp([
    [0, '#8a5f3f'],
    [0.3, '#b98b5e'],
    [0.55, '#d6b487'],
    [0.8, '#ead2a8'],
    [1, '#f6e6c4'],
  ])
  const shade = rgb('#5a4a5a')
  const asphalt = rgb('#6b6263')
  const dust = rgb('#c9a57c')
  const line = rgb('#efe0c4')
  const orange = rgb('#e2571f')
  const deep = rgb('#8e2c10')
  const glassDark = rgb('#2a2c33')
  const skyLight = rgb('#cfdbe8')
  const softness = frame.pixel / meter

  const height = (x: number, y: number) =>
    0.42 * ridged(dunes, x * 2.1 + y * 0.9 + 0.3 * dunes(x * 3, y * 3), y * 1.5 - x * 0.9, 2) +
    0.012 * ridged(dunes, x * 9 + y * 4, y * 13 - x * 2, 2)

  /**
   * Computes a point's position on the road in meters: to the right of its middle, and along it
   * from the car.
   */
  const paintRoad = (x: number, y: number, out: Light) => {
    const slope = lean(y)
    const across = (x - middle(y)) / Math.sqrt(1 + slope * slope) / meter
    const side = Math.abs(across)
    if (side > roadHalf + 2.5) return
    const drift = fbm(dunes, y * 7, side * 0.2 + Math.sign(across) * 5, 3)
    const onRoad = smoothstep(roadHalf + 0.35, roadHalf - 0.35, side - drift * 0.5)
    cover(out, dust, 0.4 * smoothstep(roadHalf + 2.4, roadHalf, side))
    cover(out, asphalt, onRoad)
    add(out, dust, onRoad * 0.13 * (bell(side - 1.7, 0.5) + 0.8 * smoothstep(2, roadHalf, side)))
    const edgeLine = smoothstep(0.1 + softness, 0.1 - softness, Math.abs(side - 2.95))
    const dash = (y - 0.03) / meter / 6
    const gap = smoothstep(0.27, 0.25, Math.abs(dash - Math.floor(dash) - 0.5))
    const center = smoothstep(0.09 + softness, 0.09 - softness, side) * gap
    cover(out, line, 0.75 * onRoad * Math.max(edgeLine, center) * (0.8 + 0.4 * drift))
  }

  const slope = lean(car.y)
  const turn = Math.atan(slope)
  const toCar = (x: number, y: number): Point => {
    const dx = (x - car.x) / meter
    const dy = (y - car.y) / meter
    return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)]
  }

  const carShadow = (x: number, y: number): number => {
    const dx = x - car.x
    const dy = y - car.y
    if (dx < -0.06 || dx > 0.24 || dy < -0.08 || dy > 0.14) return 0
    let nearest = 1
    for (let i = 0; i <= 40; i++) {
      const h = (i / 40) * 1.24
      const [u, v] = toCar(x - shadowOf.x * h * meter, y - shadowOf.y * h * meter)
      const d = h < 0.72 ? body(u, v) : mix(cabin(u, v), roof(u, v), clamp((h - 0.76) / 0.44))
      nearest = Math.min(nearest, d / (0.06 + 0.06 * h))
    }
    return smoothstep(1, -1, nearest)
  }

  /** Returns the shadow of poles that stand outside the picture: thin bars with a crosspiece. */
  const poleShadow = (x: number, y: number): number => {
    let dark = 0
    for (const at of poles) {
      const foot = middle(at) - 0.155
      const dx = x - foot
      const dy = y - at
      const along = dx * -towardsSun.x + dy * -towardsSun.y
      const across = dx * towardsSun.y - dy * towardsSun.x
      const tall = 0.62
      if (along < 0 || along > tall + 0.01) continue
      const blur = 0.0006 + 0.004 * along
      const bar = smoothstep(blur, -blur, Math.abs(across) - 0.0022)
      const cross = smoothstep(blur, -blur, box(along - tall + 0.05, across, 0.006, 0.028))
      dark = Math.max(dark, Math.max(bar, cross) * mix(1, 0.55, along / tall))
    }
    return dark
  }

  const paintCar = (x: number, y: number, out: Light) => {
    const [u, v] = toCar(x, y)
    if (Math.abs(u) > 1.2 || Math.abs(v) > 2.5) return
    const d = body(u, v)
    const mirrors = Math.min(box(Math.abs(u) - 0.95, v + 0.36, 0.09, 0.055, 0.04), d)
    const inside = smoothstep(softness, -softness, mirrors)
    if (inside === 0) return
    const lit = clamp(0.5 + 0.62 * u * -1 - 0.12 * v * 0.4)
    const edge = smoothstep(-0.16, 0, d)
    cover(out, deep, inside)
    cover(out, orange, inside * mix(0.35, 1, lit))
    add(out, skyLight, inside * 0.1 * bell(u + 0.25, 0.2))
    add(out, line, inside * 0.5 * edge * smoothstep(0.15, 0.9, -u) * smoothstep(0, -0.05, d))
    scale(out, 1 - 0.45 * inside * edge * smoothstep(0, 0.8, u))
    const hood = Math.abs(Math.abs(u) - 0.42 + 0.06 * (v + 2)) - 0.006
    scale(out, 1 - 0.22 * inside * smoothstep(0.02, 0, hood) * smoothstep(-0.6, -0.75, v))
    const cab = cabin(u, v)
    const glass = smoothstep(softness, -softness, cab)
    cover(out, glassDark, glass)
    add(out, skyLight, glass * 0.34 * smoothstep(0.1, -0.6, v) * smoothstep(0.6, -0.5, u))
    add(out, skyLight, glass * 0.1 * smoothstep(0.9, 1.4, v))
    const top = roof(u, v)
    const metal = Math.max(
      smoothstep(softness, -softness, top),
      glass *
        smoothstep(0.045, 0.02, Math.abs(Math.abs(u) - 0.56 - 0.12 * smoothstep(0.1, -0.6, v))) *
        smoothstep(-0.5, -0.1, v),
    )
    cover(out, orange, metal * mix(0.85, 1, lit))
    add(out, line, metal * 0.34 * bell(u + 0.22, 0.2))
    add(out, line, metal * 0.3 * smoothstep(-0.06, 0, top) * smoothstep(0.1, 0.6, -u))
    scale(out, 1 - 0.3 * metal * smoothstep(0.1, 0.6, u))
    const lamp = Math.hypot(Math.abs(u) - 0.6, v + 1.98) - 0.085
    cover(out, line, 0.85 * inside * smoothstep(softness, -softness, lamp))
    const bumper = Math.abs(Math.abs(v + 0.02) - 2.1) - 0.035
    cover(
      out,
      skyLight,
      0.55 * inside * smoothstep(softness, -softness, bumper) * smoothstep(0.62, 0.5, Math.abs(u)),
    )
  }

  return (x, y, out) => {
    const e = 0.004
    const here = height(x, y)
    const rise = (here - height(x + towardsSun.x * e, y + towardsSun.y * e)) / e
    sand(clamp(0.6 - 0.085 * rise + 0.16 * here + 0.02 * dunes(x * 40 + here * 6, y * 16)), out)
    paintRoad(x, y, out)
    const trail = toCar(x, y)
    const wake =
      smoothstep(2, 4, trail[1]) *
      smoothstep(22, 4, trail[1]) *
      bell(trail[0], 0.9 + 0.1 * trail[1])
    cover(out, dust, 0.28 * wake * (0.7 + 0.6 * fbm(dunes, x * 20, y * 9, 3)))
    const dark = Math.max(carShadow(x, y), 0.75 * poleShadow(x, y))
    for (let c = 0; c < 3; c++) out[c] = out[c] * mix(1, shade[c] * 2.1, dark)
    paintCar(x, y, out)
    scale(out, 1.04 - 0.16 * smoothstep(0.3, 1.1, Math.hypot(x - 0.2, y - 0.35)))
  }
}

const poles = [-0.16, 0.09, 0.34, 0.84] as const

export const desertRoad: Scene = {
  name: 'desert-road',
  title: 'Alone on the Desert Road',
  category: 'cars',
  width: 2160,
  height: 3840,
  seed: 426,
  tags: ['car', 'desert', 'road', 'aerial', 'long-shadow', 'khaki', 'orange', 'travel'],
  description:
    'From high above, a small orange coupe follows a sandy desert road and draws a long evening shadow beside it.',
  mood: 'free',
  artStyle: 'aerial',
  objects: ['car', 'road', 'sand', 'shadows'],
  encode: { bytes: 200_000 },
  prepare,
}
