import { ramp, rgb } from '../../color.ts'
import { createHeap, createHeapPainter } from '../../cumulus.ts'
import { add, bell, cover, glow, scale, stars } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, segment, smoothstep, tabulate } from '../../shape.ts'

const comet = { x: 0.58, y: 0.27, dx: 0.8, dy: -0.6 }
const ground = 0.86
const signal = { x: 1.36, foot: 0.88 }
const poles = [
  { x: 0.13, foot: 0.9, height: 0.66 },
  { x: 0.53, foot: 0.868, height: 0.4 },
  { x: 0.765, foot: 0.858, height: 0.255 },
  { x: 0.9, foot: 0.852, height: 0.17 },
  { x: 0.985, foot: 0.85, height: 0.12 },
]
/**
 * The wires of the power line: their height on the pole and their sideways offset, in heights of
 * the pole.
 */
const wires = [
  [0.95, -0.1],
  [0.95, 0.1],
  [0.855, -0.085],
  [0.855, 0.085],
  [0.66, 0],
] as const

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const sky = ramp([
    [0, '#232a5e'],
    [0.2, '#43407f'],
    [0.42, '#8a5c9c'],
    [0.6, '#d27d9c'],
    [0.74, '#f4a58f'],
    [0.86, '#ffd3a1'],
  ])
  const cloud = ramp([
    [0.25, '#6b5490'],
    [0.48, '#8d649a'],
    [0.63, '#c07899'],
    [0.74, '#f2a094'],
    [0.88, '#ffd0a4'],
  ])
  const rose = rgb('#f7a9a8')
  const white = rgb('#fff4ea')
  const ice = rgb('#bfd4ff')
  const ink = rgb('#1a1633')
  const far = rgb('#6d4c7c')
  const near = rgb('#39305c')
  const red = rgb('#ff2e2a')
  const peach = rgb('#ffc79a')
  const lampLight = rgb('#ffe0a0')
  const glowFrom = { x: 0.55, y: 0.5, z: 0.35 }
  const heaps = [
    { x: 0.32, base: 0.78, height: 0.2, wide: 0.28, lobes: 32 },
    { x: 1.64, base: 0.77, height: 0.36, wide: 0.25, lobes: 44 },
    { x: 1.0, base: 0.8, height: 0.1, wide: 0.24, lobes: 18 },
  ].flatMap(({ wide, ...heap }) =>
    createHeap(
      random,
      { ...heap, halfWidth: (rise) => wide * (1 - rise) ** 1.3 + 0.05, lobe: 0.25 },
      glowFrom,
    ),
  )
  const clouds = createHeapPainter(heaps, noise, frame, glowFrom)
  const farLine = tabulate(
    0,
    frame.aspect,
    6000,
    (x) => 0.83 - 0.03 * smoothstep(0.2, 1.6, x) - 0.022 * fbm(noise, x * 3, 2, 5),
  )
  const nearLine = tabulate(
    0,
    frame.aspect,
    9000,
    (x) => 0.857 - 0.014 * Math.max(0, fbm(noise, x * 8, 7, 5)) - roofs(x),
  )
  const grassLine = tabulate(
    0,
    frame.aspect,
    12_000,
    (x) => 0.955 + 0.018 * fbm(noise, x * 3, 9, 2) - reeds(noise, x),
  )

  /**
   * Silhouettes near the viewer are darkest. Light from the horizon brightens the edges of far
   * ones.
   */
  const stroke = (d: number, out: Light, color: readonly number[] | Float64Array, opacity = 1) => {
    if (d < frame.pixel)
      cover(out, color as Float64Array, opacity * smoothstep(frame.pixel, -frame.pixel, d))
  }

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y + 0.04 * (x - 1), out)
    stars(
      out,
      x,
      y,
      { density: 40, share: 0.3, radius: 0.0013, salt: 6 },
      0.9 * smoothstep(0.55, 0.08, y),
    )
    const streak = fbm(noise, x * 1.3 + y * 1.6, y * 8 - x * 1.1, 3)
    cover(out, rose, 0.62 * smoothstep(0.06, 0.62, streak) * smoothstep(0.12, 0.5, y))
    paintComet(x - comet.x, y - comet.y, out)
    clouds(x, y, out, cloud, 0.96 * smoothstep(0.8, 0.68, y))
    add(out, peach, 0.3 * bell(Math.hypot((x - 1.08) * 0.7, y - 0.85), 0.22))
  }

  /** Paints a comet: its head, a straight blue tail, and a broader pale tail that bends away. */
  const paintComet = (dx: number, dy: number, out: Light) => {
    const along = dx * comet.dx + dy * comet.dy
    const across = dx * comet.dy - dy * comet.dx
    add(
      out,
      white,
      1.4 * bell(Math.hypot(along, across), 0.0035) + 0.24 * glow(Math.hypot(along, across), 0.007),
    )
    if (along < 0) return
    const straight = bell(across, 0.0016 + 0.02 * along) * Math.exp(-along * 4.2)
    add(out, ice, 0.75 * straight)
    const bent = across + 0.34 * along * along
    const dust = bell(bent - 0.012 * along, 0.003 + 0.075 * along) * Math.exp(-along * 3.2)
    add(out, white, 0.5 * dust)
  }

  const paintPoles = (x: number, y: number, out: Light) => {
    for (let n = poles.length - 1; n >= 0; n--) {
      const { x: at, foot, height } = poles[n]
      const fade = mix(0.72, 1, n === 0 ? 1 : 0.9 - 0.16 * n)
      const next = poles[n - 1]
      if (next) {
        for (const [high, side] of wires) {
          const [ax, ay] = [at + side * height, foot - high * height]
          const [bx, by] = [next.x + side * next.height, next.foot - high * next.height]
          const t = clamp((x - ax) / (bx - ax), 0, 1)
          if (t === 0 || t === 1) continue
          // Shortens distant spans, because equal steps look shorter from far away.
          const sag = 0.3 * height * t * (1 - t)
          const d =
            Math.abs(y - mix(ay, by, t) - sag) / Math.hypot(1, (by - ay) / (bx - ax)) -
            0.0008 * mix(height, next.height, t) * 1.4
          stroke(d, out, ink, 0.85 * fade)
        }
      }
      const u = (x - at) / height
      const v = (foot - y) / height
      if (Math.abs(u) > 0.2 || v < -0.1 || v > 1.05) continue
      const parts = Math.min(
        box(u, v - 0.5, mix(0.0125, 0.009, v), 0.51),
        box(u, v - 0.935, 0.125, 0.0075),
        box(u, v - 0.84, 0.105, 0.0075),
        box(u - 0.045, v - 0.73, 0.024, 0.042, 0.008),
        segment(u, v, -0.07, 0.84, 0, 0.78) - 0.004,
        segment(u, v, 0.07, 0.84, 0, 0.78) - 0.004,
      )
      const insulators = Math.min(
        box(Math.abs(u) - 0.1, v - 0.95, 0.005, 0.014),
        box(Math.abs(u) - 0.085, v - 0.855, 0.005, 0.014),
      )
      stroke(Math.min(parts, insulators) * height, out, ink, fade)
      // The light after sunset shines on the right edge of the near pole.
      if (n < 2 && parts < 0)
        add(out, peach, 0.16 * smoothstep(0.004, 0.011, u) * smoothstep(0.013, 0.011, Math.abs(u)))
    }
  }

  const paintSignal = (x: number, y: number, out: Light) => {
    const u = x - signal.x
    const v = signal.foot - y
    if (u < -0.75 || u > 0.3 || v > 0.62) return
    const board = (way: number) => {
      const along = (u + way * (v - 0.425)) * Math.SQRT1_2
      const across = (u - way * (v - 0.425)) * Math.SQRT1_2
      return { d: box(along, across, 0.062, 0.0115, 0.002), along }
    }
    const post = box(u, v - 0.23, 0.0062, 0.25)
    const foot = box(u, v - 0.03, 0.015, 0.045, 0.003)
    const arm = box(u, v - 0.3, 0.058, 0.004)
    const hoods = Math.min(...[-1, 1].map((side) => Math.hypot(u - side * 0.045, v - 0.3) - 0.024))
    const bell0 = Math.hypot(u, v - 0.487) - 0.013
    stroke(Math.min(post, foot, arm, hoods, bell0), out, ink)
    for (const way of [-1, 1]) {
      const { d, along } = board(way)
      stroke(d, out, ink)
      const stripe = (along + 0.062) / 0.0413
      if (d < -0.0018) cover(out, stripe - Math.floor(stripe) < 0.5 ? plank : ink, 0.9)
    }
    for (const side of [-1, 1]) {
      const d = Math.hypot(u - side * 0.045, v - 0.3)
      const on = side < 0 ? 1 : 0
      stroke(d - 0.0165, out, on ? red : dull)
      add(
        out,
        red,
        on * (0.9 * smoothstep(0.0165, 0.006, d) + 0.3 * bell(d, 0.03) + 0.085 * glow(d, 0.03)),
      )
      if (on) add(out, peach, 0.7 * bell(d, 0.007))
    }
    const barrier = segment(u, v, -0.012, 0.085, -0.62, 0.185)
    const along = Math.hypot(u + 0.012, v - 0.085)
    stroke(barrier - mix(0.0075, 0.004, along / 0.62), out, ink)
    if (barrier < mix(0.0052, 0.002, along / 0.62)) {
      const stripe = along / 0.062
      if (stripe - Math.floor(stripe) < 0.5) cover(out, plank, 0.75)
    }
    stroke(box(u + 0.004, v - 0.075, 0.02, 0.026, 0.004), out, ink)
  }
  const plank = rgb('#c9927f')
  const dull = rgb('#4a1f34')

  const paintGround = (x: number, y: number, out: Light) => {
    if (y > ground - 0.004) {
      const depth = clamp((y - ground) / 0.14)
      const inside = smoothstep(-frame.pixel, frame.pixel, y - ground)
      cover(out, near, inside)
      cover(out, ink, inside * (0.35 + 0.5 * depth))
      // Two rails lead from the left foreground to the vanishing point and reflect the last light.
      for (const at of [-0.62, -0.4]) {
        const middle = 1.08 + at * (y - ground + 0.004) * 7.6
        const half = 0.0012 + 0.02 * (y - ground)
        const d = Math.abs(x - middle) - half
        if (d > 0.01) continue
        cover(out, peach, inside * smoothstep(frame.pixel, -frame.pixel, d) * mix(0.95, 0.5, depth))
      }
      const sleeper = 1 / (y - ground + 0.02)
      const bed =
        Math.abs(x - 1.08 + 0.51 * (y - ground + 0.004) * 7.6) - 0.9 * (y - ground) - 0.002
      const bar = smoothstep(0.25, 0.1, Math.abs(sleeper * 0.55 - Math.floor(sleeper * 0.55) - 0.5))
      if (bed < 0) scale(out, 1 - 0.45 * bar * inside * smoothstep(0, 0.03, depth))
    }
    const grass = y - grassLine(x)
    if (grass > -0.002) cover(out, ink, smoothstep(-frame.pixel, frame.pixel, grass))
  }

  return (x, y, out) => {
    paintSky(x, y, out)
    const range = y - farLine(x)
    if (range > -0.002) {
      cover(out, far, 0.85 * smoothstep(-frame.pixel, frame.pixel, range))
      sky(0.86, haze)
      cover(out, haze, 0.5 * smoothstep(0.8, 0.86, y))
    }
    const town = y - nearLine(x)
    if (town > -0.002) {
      cover(out, near, smoothstep(-frame.pixel, frame.pixel, town))
      const [i, j] = [Math.floor(x / 0.011), Math.floor(y / 0.009)]
      const lit = hash(i, j, 8) > 0.9 && town > 0.004 && y < ground - 0.002
      const d = Math.hypot(x - (i + 0.5) * 0.011, y - (j + 0.5) * 0.009)
      if (lit) add(out, lampLight, 0.9 * bell(d, 0.0016) + 0.06 * bell(d, 0.004))
    }
    paintGround(x, y, out)
    paintPoles(x, y, out)
    paintSignal(x, y, out)
  }
}

const haze = new Float64Array(3)

const roofs = (x: number): number => {
  const at = x * 34
  const house = Math.floor(at)
  const share = at - house
  const tall = hash(house, 1, 2) > 0.3 ? 0.006 + 0.012 * hash(house, 1, 3) : 0
  return (
    tall * (share < 0.86 ? 1 : 0.35) +
    (hash(house, 1, 4) > 0.5 ? 0.006 * Math.max(0, 0.5 - Math.abs(share - 0.45)) : 0)
  )
}

const reeds = (noise: (x: number, y: number) => number, x: number): number => {
  let top = 0
  for (let k = 0; k < 4; k++) {
    const at = (x + 0.002 * k) * (46 + 24 * k)
    const cell = Math.floor(at)
    const tall = 0.4 + 0.8 * hash(cell, k, 5)
    const lean = at - cell - 0.35 - 0.3 * hash(cell, k, 6)
    top = Math.max(top, tall * (1 - Math.abs(lean) * 3.2) * (0.7 + 0.5 * noise(x * 4, k * 3)))
  }
  return 0.055 * Math.max(0, top)
}

export const crossingAtDusk: Scene = {
  name: 'crossing-at-dusk',
  title: 'The Crossing and the Comet',
  category: 'anime',
  width: 3840,
  height: 2160,
  seed: 35,
  tags: ['railway', 'crossing', 'dusk', 'comet', 'power-lines', 'pink', 'violet', 'evening'],
  description:
    'A comet hangs in a pink and violet evening sky above a quiet railway crossing, with one red lamp lit and wires running to the horizon.',
  mood: 'wistful',
  artStyle: 'anime background',
  objects: ['comet', 'railway crossing', 'power lines', 'clouds', 'stars'],
  encode: { bytes: 330_000 },
  prepare,
}
