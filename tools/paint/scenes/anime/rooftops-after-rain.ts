import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale, stars } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, segment, smoothstep, tabulate } from '../../shape.ts'
import { createTown, type House, horizon } from './town.ts'

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const town = createTown(random)
  const sky = ramp([
    [0, '#16265a'],
    [0.16, '#274585'],
    [0.3, '#5470ac'],
    [0.39, '#a295ba'],
    [0.44, '#efb5a6'],
  ])
  const cloud = ramp([
    [0, '#f3b7ae'],
    [0.3, '#a98bb2'],
    [0.7, '#5c6aa3'],
    [1, '#334a86'],
  ])
  const lamp = rgb('#ffc36b')
  const core = rgb('#ffedbf')
  const pale = rgb('#fff6e6')
  const air = rgb('#8f90bd')
  const ink = rgb('#0b1026')
  const shine = rgb('#aebce6')
  const blush = rgb('#e8a9b0')
  const far = rgb('#6a76ab')
  const skyline = tabulate(0, frame.aspect, 8000, (x) => {
    const cell = Math.floor(x * 58)
    const block =
      0.006 +
      0.02 * hash(cell, 1, 4) ** 2 +
      0.035 * (hash(cell, 1, 5) > 0.86 ? hash(cell, 1, 6) : 0)
    return horizon + 0.012 - block
  })
  const hills = tabulate(
    0,
    frame.aspect,
    4000,
    (x) =>
      horizon -
      0.012 -
      0.03 * bell(x - 0.12, 0.14) -
      0.02 * bell(x - 0.5, 0.1) +
      0.004 * fbm(noise, x * 18, 2, 4),
  )

  const paintSky = (x: number, y: number, out: Light) => {
    sky(y, out)
    stars(
      out,
      x,
      y,
      { density: 44, share: 0.26, radius: 0.0011, salt: 3 },
      0.8 * smoothstep(0.3, 0.04, y),
    )
    const [mx, my] = [x - 0.14, y - 0.1]
    const moon = Math.max(Math.hypot(mx, my) - 0.0165, 0.0155 - Math.hypot(mx - 0.0072, my + 0.004))
    add(
      out,
      pale,
      0.95 * smoothstep(frame.pixel, -frame.pixel, moon) + 0.09 * glow(Math.hypot(mx, my), 0.02),
    )
    // Rain clouds that drift away. The sky above is blue, and the last pink light shines on their
    // undersides.
    const bank = fbm(noise, x * 3.2 + y * 2, y * 8.5 - x * 0.8 + 3, 4)
    const under = fbm(noise, x * 3.2 + (y + 0.014) * 2, (y + 0.014) * 8.5 - x * 0.8 + 3, 4)
    const body = smoothstep(0.0, 0.26, bank)
    cloud(clamp(0.62 + 1.5 * (under - bank) + 1.1 * (0.3 - y)), tone)
    cover(out, tone, body * 0.82 * smoothstep(0.02, 0.12, y))
    const hill = y - hills(x)
    if (hill > -0.001) {
      cover(out, far, 0.8 * smoothstep(-frame.pixel, frame.pixel, hill))
      cover(out, blush, 0.35 * smoothstep(0.39, 0.45, y))
    }
    const block = y - skyline(x)
    if (block > -0.001) {
      cover(out, air, 0.85 * smoothstep(-frame.pixel, frame.pixel, block))
      const [i, j] = [Math.floor(x / 0.0036), Math.floor(y / 0.0036)]
      const d = Math.max(Math.abs(x / 0.0036 - i - 0.5), Math.abs(y / 0.0036 - j - 0.5))
      if (block > 0.002 && hash(i, j, 9) > 0.94) add(out, lamp, 0.5 * smoothstep(0.34, 0.16, d))
    }
  }
  const tone = new Float64Array(3)

  const paintWindow = (
    u: number,
    v: number,
    half: number,
    tall: number,
    lit: number,
    soft: number,
    out: Light,
  ) => {
    const d = box(u, v, half, tall)
    if (d > half * 3) return
    add(out, lamp, lit * 0.16 * Math.exp(-Math.max(0, d) / half))
    const inside = smoothstep(soft, -soft, d)
    if (inside === 0) return
    cover(out, lit > 0 ? lamp : ink, inside * (lit > 0 ? 0.95 : 0.6))
    add(out, core, inside * lit * 0.35 * smoothstep(-tall, tall, v))
    const bars = Math.min(Math.abs(u), Math.abs(v + tall * 0.25)) - half * 0.07
    cover(out, ink, inside * 0.6 * smoothstep(soft, -soft, bars))
  }

  const paintWall = (house: House, u: number, down: number, out: Light) => {
    const { width, depth, salt } = house
    out.set(house.plaster)
    const soft = frame.pixel / width
    scale(out, mix(0.6, 1, smoothstep(-0.02, 0.16, down)))
    add(out, lamp, 0.045 * (0.4 + depth) * smoothstep(0.1, 0.7, down))
    for (let n = -1; n <= 1; n++) {
      const lit = hash(salt, n, 1) < 0.56 ? 1 : 0
      if (hash(salt, n, 2) < mix(0.55, 0.15, depth)) continue
      paintWindow(u - n * 0.29, down - 0.3, 0.085, 0.105, lit, soft, out)
    }
  }

  /**
   * Paints wet slates in rows. The sky brightens the roof's upper edge, and some slates gleam
   * warmly.
   */
  const paintRoof = (house: House, u: number, rise: number, out: Light) => {
    const { depth, salt, roof } = house
    out.set(house.slate)
    const course = rise * mix(6, 11, depth)
    const tile = course - Math.floor(course)
    const fine = smoothstep(0.0012, 0.005, roof / mix(6, 11, depth))
    scale(out, mix(0.82, 1.12, rise) * (1 - 0.1 * fine * smoothstep(0.34, 0, tile)))
    const wet = 0.5 + 0.5 * noise(u * 5 + salt, rise * 1.6)
    add(out, shine, 0.2 * wet * wet * rise * rise * (0.6 + 0.4 * fine * tile))
    add(
      out,
      blush,
      0.09 * bell(u - (hash(salt, 1, 3) - 0.5) * 0.9, 0.16) * rise * (0.7 + 0.5 * tile * fine),
    )
  }

  const finish = (house: House, y: number, out: Light) => {
    const low = smoothstep(house.eaves - house.roof, house.foot, y)
    cover(out, air, (1 - house.depth) ** 1.6 * (0.25 + 0.45 * low))
    add(out, lamp, 0.05 * low * house.depth ** 0.4)
  }

  const paintHouse = (house: House, x: number, y: number, out: Light): boolean => {
    const { width, eaves, roof } = house
    const u = (x - house.x) / width
    if (Math.abs(u) > 0.62 || y < eaves - roof * 1.2 || y > house.foot) return false
    const rise = (eaves - y) / roof
    if (rise < 0) {
      const down = (y - eaves) / width
      const edge = down < 0.022 && Math.abs(u) < 0.56
      if (edge) {
        out.set(ink)
        cover(out, house.slate, 0.4)
      } else if (Math.abs(u) < 0.47) paintWall(house, u, down, out)
      else return false
      finish(house, y, out)
      return true
    }
    return house.gable ? paintGable(house, u, rise, y, out) : paintHip(house, u, rise, y, out)
  }

  const paintHip = (house: House, u: number, rise: number, y: number, out: Light): boolean => {
    const half = mix(0.56, 0.56 * house.ridge, Math.min(1, rise))
    if (rise > 1 || Math.abs(u) > half) return false
    // The two sloping ends of the roof face away from the light, so they are darker.
    const inner = mix(0.56, 0.56 * house.ridge, Math.min(1, rise)) - 0.018
    paintRoof(house, u, rise, out)
    const soft = frame.pixel / house.width
    const cap = Math.max(
      smoothstep(0.93 - soft, 0.93 + soft, rise),
      smoothstep(inner - soft, inner + soft, Math.abs(u)),
    )
    cover(out, house.slate, 0.5 * cap)
    add(out, shine, cap * 0.1)
    const dormer = hash(house.salt, 7, 7) < 0.3 && house.depth > 0.3
    if (dormer) {
      const [du, dv] = [u - (hash(house.salt, 8, 8) - 0.5) * 0.3, rise - 0.42]
      const hood = Math.max(Math.abs(du) * 0.9 + dv * 0.36 - 0.19, -0.04 - dv)
      if (dv > -0.22 && dv < 0.2 && Math.abs(du) < 0.1) {
        out.set(house.plaster)
        scale(out, 0.75)
        paintWindow(du, -dv * 0.45, 0.065, 0.07, hash(house.salt, 3, 4) < 0.8 ? 1 : 0, soft, out)
      } else if (dv >= 0.2 && hood < -0.0 && dv < 0.42) {
        out.set(house.slate)
        scale(out, 1.25)
      }
    }
    finish(house, y, out)
    return true
  }

  const paintGable = (house: House, u: number, rise: number, y: number, out: Light): boolean => {
    const half = 0.56 * (1 - rise)
    if (rise >= 1 || Math.abs(u) >= half) return false
    if (half - Math.abs(u) < 0.05) {
      out.set(house.slate)
      scale(out, u > 0 ? 0.9 : 1.3)
    } else {
      paintWall(house, u, -rise * (house.roof / house.width), out)
      scale(out, 0.95)
      const lit = hash(house.salt, 5, 5) < 0.8 ? 1 : 0
      paintWindow(u, -(rise - 0.34) * 0.42, 0.07, 0.075, lit, frame.pixel / house.width, out)
    }
    finish(house, y, out)
    return true
  }

  const paintWires = (x: number, y: number, out: Light) => {
    for (const [at, width] of poles) {
      const v = y - (at < 0.3 ? 0.6 : 0.5)
      const u = x - at
      const post = box(u, v - 0.3, width, 0.3)
      const arm = Math.min(
        box(u, v - 0.018, width * 11, width * 0.8),
        box(u, v - 0.046, width * 9, width * 0.8),
      )
      const can = box(u + width * 4, v - 0.09, width * 2.6, 0.017, 0.003)
      const brace = segment(u, v, -width * 9, 0.046, 0, 0.075) - width * 0.5
      const d = Math.min(post, arm, can, brace)
      if (d < 0.004) cover(out, ink, smoothstep(frame.pixel, -frame.pixel, d))
      if (post < 0) add(out, blush, 0.1 * smoothstep(width * 0.3, width, -u))
    }
    for (const [ay, by, sag] of wires) {
      const t = clamp(x / 0.47)
      const line = mix(ay, by, t) + sag * 4 * t * (1 - t)
      const d = Math.abs(y - line) - 0.00045
      if (d < 0.002) cover(out, ink, 0.85 * smoothstep(frame.pixel, -frame.pixel, d))
    }
  }

  return (x, y, out) => {
    let met = false
    if (y > horizon - 0.03) {
      for (const house of town) {
        met = paintHouse(house, x, y, out)
        if (met) break
      }
    }
    if (!met) {
      paintSky(x, Math.min(y, horizon + 0.03), out)
      const lane = smoothstep(horizon + 0.01, horizon + 0.08, y)
      cover(out, air, lane * mix(0.5, 0, smoothstep(0.45, 0.7, y)))
      cover(out, ink, lane * smoothstep(0.46, 0.75, y) * 0.85)
      add(out, lamp, 0.03 * lane)
    }
    paintWires(x, y, out)
    scale(out, 1 - 0.25 * smoothstep(0.85, 1.02, y))
  }
}

const poles = [[0.47, 0.0042]] as const
const wires = [
  [0.438, 0.516, 0.016],
  [0.452, 0.518, 0.018],
  [0.486, 0.546, 0.02],
  [0.5, 0.548, 0.02],
] as const

export const rooftopsAfterRain: Scene = {
  name: 'rooftops-after-rain',
  title: 'Rooftops after the Rain',
  category: 'anime',
  width: 2160,
  height: 3840,
  seed: 61,
  tags: ['rooftops', 'town', 'blue-hour', 'rain', 'windows', 'evening', 'moon', 'cosy'],
  description:
    'After the rain the wet roofs of a hillside town step down into blue dusk; windows light up one by one under a thin moon.',
  mood: 'cosy',
  artStyle: 'anime background',
  objects: ['rooftops', 'windows', 'moon', 'clouds', 'power lines'],
  encode: { bytes: 275_000 },
  prepare,
}
