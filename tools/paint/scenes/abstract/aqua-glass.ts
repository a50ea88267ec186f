import { type Ramp, ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { smoothstep } from '../../shape.ts'

interface Ball {
  x: number
  y: number
  radius: number
  /** How far a ball is out of focus, as the width of its blurred edge. */
  blur: number
}

const balls: readonly Ball[] = [
  { x: 0.36, y: 0.2, radius: 0.05, blur: 0.035 },
  { x: 0.62, y: 0.1, radius: 0.028, blur: 0.03 },
  { x: 1.66, y: 0.3, radius: 0.06, blur: 0.03 },
  { x: 0.83, y: 0.72, radius: 0.085, blur: 0.006 },
  { x: 1.5, y: 0.66, radius: 0.13, blur: 0.002 },
  { x: 1.13, y: 0.46, radius: 0.27, blur: 0.0015 },
  { x: 0.78, y: 0.34, radius: 0.055, blur: 0.002 },
  { x: 1.3, y: 0.83, radius: 0.048, blur: 0.0025 },
  { x: 0.17, y: 0.93, radius: 0.2, blur: 0.06 },
]
const lamp = { x: 0.52, y: 0.05 }

/**
 * The studio behind the glass balls: bright at the upper left, deep water below, and one soft band
 * of light.
 */
const createRoom = (water: Ramp) => {
  return (x: number, y: number, out: Light) => {
    const away = Math.hypot(x - lamp.x, (y - lamp.y) * 1.15)
    const band = y + 0.5 * x - 0.95 + 0.09 * Math.sin(x * 2.6)
    water(0.97 - 0.6 * away + 0.16 * bell(band, 0.2) + 0.05 * Math.sin(x * 2.1 + y * 3.2), out)
  }
}

/**
 * The reflection of a long lamp in a glass ball. It is a curved strip beside the ball's rim,
 * brightest in the middle.
 */
const lampStrip = (u: number, v: number, r2: number, turn: number): number => {
  const along = Math.cos(turn) * v - Math.sin(turn) * u
  const r = Math.sqrt(r2)
  const strip = smoothstep(0.7, 0.76, r) * smoothstep(0.9, 0.84, r)
  const towards = (Math.cos(turn) * u + Math.sin(turn) * v) / (r + 1e-6)
  return strip * smoothstep(0.78, 0.97, towards) * (1 - 0.6 * along * along)
}

const prepare = (_random: Random, _frame: Frame): Shade => {
  const water = ramp([
    [0, '#012a3b'],
    [0.2, '#035a70'],
    [0.45, '#0b9cab'],
    [0.68, '#4cd6d0'],
    [0.86, '#aef4e4'],
    [1, '#effff6'],
  ])
  const glare = Float64Array.from(rgb('#a6fff0'))
  const room = createRoom(water)
  const deep = rgb('#023246')
  const white = rgb('#ffffff')
  const seenThrough = new Float64Array(3)

  /**
   * The light seen through a solid glass ball. The background appears upside down, and the rim
   * mirrors it.
   */
  const glass = (ball: Ball, u: number, v: number, r2: number) => {
    const nz = Math.sqrt(Math.max(0, 1 - r2))
    const bend = 0.25 + 0.95 * r2 + 0.5 * r2 * r2
    room(ball.x - u * bend * 0.62, ball.y - v * bend * 0.62, seenThrough)
    scale(seenThrough, 1 - 0.3 * smoothstep(0.62, 0.93, r2))
    const mirror = 0.03 + 0.97 * (1 - nz) ** 4
    const up = smoothstep(0.9, -0.9, v + 0.6 * u)
    add(seenThrough, glare, 0.62 * mirror * up)
    cover(seenThrough, deep, 0.45 * mirror * (1 - up))
    add(seenThrough, white, 0.7 * lampStrip(u, v, r2, -2.3))
    add(
      seenThrough,
      white,
      0.16 * lampStrip(u, v, r2, 0.75) + 0.1 * bell(Math.hypot(u + 0.36, v + 0.42), 0.3),
    )
    add(seenThrough, glare, 0.3 * bell(Math.hypot(u - 0.5, v - 0.56), 0.4) * smoothstep(1, 0.8, r2))
  }

  return (x, y, out) => {
    room(x, y, out)
    for (const ball of balls) {
      const u = (x - ball.x) / ball.radius
      const v = (y - ball.y) / ball.radius
      // The ball focuses light into a bright spot inside its own shadow, to the lower right.
      const su = u - 0.55
      const sv = v - 0.62
      const s = Math.sqrt(su * su + sv * sv)
      if (s < 2 && ball.blur < 0.02) {
        const near = ball.radius / 0.27
        cover(out, deep, (0.2 + 0.15 * near) * smoothstep(1.6, 0.2, s))
        add(out, glare, 0.3 * near * bell(s, 0.3))
      }
      const r2 = u * u + v * v
      const edge = (Math.sqrt(r2) - 1) * ball.radius
      if (edge > ball.blur) continue
      // The rim of a ball out of focus spreads outwards with its blurred edge.
      const spread = 1 / (1 + ball.blur / ball.radius)
      glass(ball, u * spread, v * spread, Math.min(r2 * spread * spread, 1))
      cover(
        out,
        seenThrough,
        smoothstep(ball.blur, -ball.blur, edge) * (ball.blur > 0.02 ? 0.8 : 1),
      )
    }
  }
}

export const aquaGlass: Scene = {
  name: 'aqua-glass',
  title: 'Aqua Glass',
  category: 'abstract',
  width: 3840,
  height: 2160,
  seed: 3,
  tags: ['glass', 'bubbles', 'aqua', 'teal', 'spheres', 'light', 'clear'],
  description:
    'Clear glass balls float in aqua light and throw bright focused spots into their own shadows.',
  mood: 'fresh',
  artStyle: '3d',
  objects: ['glass', 'spheres'],
  prepare,
}
