import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale, stars } from '../../light.ts'
import { createNoise2, fbm, ridged, warped } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const shore = 0.655
const gate = { x: 0.27, foot: 0.752, size: 0.042 }

interface Lantern {
  x: number
  y: number
  size: number
  sway: number
}

/**
 * Creates paper lanterns on the water. Far ones are small and many, and near ones are large and
 * few.
 */
const createLanterns = (random: Random): Lantern[] => {
  const lanterns = Array.from({ length: 30 }, (_, i) => {
    const depth = ((i + random()) / 30) ** 1.5
    const x = between(random, -0.02, 0.58)
    return {
      x,
      y: mix(shore + 0.022, 0.985, depth),
      size: mix(0.0026, 0.021, depth),
      sway: between(random, -0.06, 0.06),
    }
  })
  const clear = (one: Lantern) => Math.abs(one.x - gate.x) > 0.17 || one.y > 0.8 || one.y < 0.72
  return lanterns.filter(clear)
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const dust = createNoise2(random)
  const lanterns = createLanterns(random)
  const beyondGate = lanterns.filter((one) => one.y < gate.foot)
  const beforeGate = lanterns.filter((one) => one.y >= gate.foot)
  const night = ramp([
    [0, '#060b22'],
    [0.3, '#0c1a42'],
    [0.5, '#163062'],
    [0.6, '#2b4f80'],
    [0.655, '#4f7396'],
  ])
  const haze = ramp([
    [0, '#24417e'],
    [0.45, '#7480b4'],
    [0.8, '#d9bfc0'],
    [1, '#fff0d8'],
  ])
  const violet = rgb('#8a5aa8')
  const flame = rgb('#ffa64a')
  const paper = rgb('#ffd58a')
  const vermilion = rgb('#b3301f')
  const wood = rgb('#241018')
  const hillFar = rgb('#16294f')
  const hillNear = rgb('#0a1430')
  const deep = rgb('#050a1e')
  const milk = new Float64Array(3)
  const farLine = tabulate(-0.1, frame.aspect + 0.1, 5000, (x) => {
    const range = ridged(noise, x * 4 + 3, 2.2, 6, 0.46)
    return shore - 0.022 - 0.06 * range * (0.6 + 0.4 * fbm(noise, x * 3, 8, 2))
  })
  const nearLine = tabulate(-0.1, frame.aspect + 0.1, 8000, (x) => {
    const hill = 0.06 * smoothstep(0.24, -0.05, x) + 0.045 * smoothstep(0.38, 0.62, x)
    return shore - 0.004 - hill - 0.008 * Math.abs(fbm(noise, x * 42, 4, 4)) * (0.4 + hill * 18)
  })

  const paintMilkyWay = (x: number, y: number, out: Light) => {
    const dx = x - 0.33
    const dy = y - 0.3
    const along = dx * 0.36 - dy * 0.933
    const across = dx * 0.933 + dy * 0.36
    const spine = across + 0.035 * fbm(noise, x * 4, y * 4, 4)
    const bulge = bell(Math.hypot(along + 0.14, across * 1.5), 0.19)
    const width = 0.062 + 0.05 * bulge
    const band = Math.exp(-((spine / width) ** 2)) * mix(0.55, 1, bell(along + 0.08, 0.4))
    const low = smoothstep(shore, 0.46, y)
    stars(out, x, y, { density: 44, share: 0.45, radius: 0.0015, salt: 2 }, 1.5 * low)
    if (band < 0.01) {
      stars(out, x, y, { density: 120, share: 0.16, radius: 0.0009, salt: 30 }, 0.8 * low)
      return
    }
    const lanes = warped(dust, along * 5.5, across * 9, 0.9, 5)
    const dark = smoothstep(0.0, 0.42, lanes + 0.3 * bell(spine - 0.008, 0.022)) * band
    const body = band * (0.6 + 0.5 * fbm(noise, along * 9, across * 13, 5) + 0.4 * bulge)
    const shine = clamp(body * (1 - 0.8 * dark))
    haze(clamp(shine * 0.85 + 0.2 * bulge), milk)
    add(out, milk, 0.58 * shine ** 1.8)
    add(out, violet, 0.16 * band * (0.5 + 0.5 * fbm(noise, x * 6, y * 6 + 3, 3)))
    stars(
      out,
      x,
      y,
      { density: 120, share: 0.16 + 0.5 * band, radius: 0.0009, salt: 30 },
      0.8 * low * (1 - 0.7 * dark),
    )
  }

  const paintLand = (x: number, y: number, out: Light) => {
    const far = y - farLine(x)
    if (far > -0.001) {
      cover(out, hillFar, smoothstep(-frame.pixel, frame.pixel, far))
      night(shore, milk)
      cover(out, milk, 0.5 * smoothstep(shore - 0.07, shore, y))
    }
    const near = y - nearLine(x)
    if (near > -0.001) cover(out, hillNear, smoothstep(-frame.pixel, frame.pixel, near))
  }

  const paintSky = (x: number, y: number, out: Light) => {
    night(y, out)
    add(out, paper, 0.07 * bell(y - shore, 0.06) * bell(x - 0.29, 0.35))
    paintMilkyWay(x, y, out)
  }

  /**
   * The distance to a wooden gate with two leaning pillars, a tie beam, a lintel and a roof beam
   * with raised ends.
   */
  const gateAt = (u: number, v: number) => {
    const side = Math.abs(u)
    const curve = 0.055 * (side / 2.9) ** 2.4 * 2.9
    const pillar = box(side - 1.72 + 0.045 * v, v - 2.0, 0.155, 2.6, 0.02)
    const tie = box(u, v - 3.32, 2.3, 0.13, 0.01)
    const lintel = box(u, v - 4.32 - curve, 2.55 - 0.1 * (v - 4.3), 0.125, 0.01)
    const roof = box(u, v - 4.6 - curve * 1.25, 2.92 + 0.5 * (v - 4.6), 0.15, 0.02)
    const strut = box(u, v - 3.82, 0.13, 0.4)
    const foot = box(side - 1.72, v - 0.06, 0.25, 0.24, 0.03)
    return { body: Math.min(pillar, tie, lintel, strut), roof, foot }
  }

  const paintGate = (x: number, y: number, out: Light) => {
    const u = (x - gate.x) / gate.size
    const v = (gate.foot - y) / gate.size
    if (Math.abs(u) > 3.6 || v < 0 || v > 5.4) return
    const soft = frame.pixel / gate.size
    const { body, roof, foot } = gateAt(u, v)
    const whole = smoothstep(soft, -soft, body)
    cover(out, wood, whole)
    // Lanterns light the gate from below, and the sky gives its left edge a cool tone.
    const fire = Math.exp(-v * 0.42)
    add(out, vermilion, whole * (0.1 + 0.72 * fire))
    add(out, flame, whole * 0.2 * Math.exp(-v * 0.9))
    add(out, hillFar, whole * 0.9 * smoothstep(-0.09, 0, body) * smoothstep(1.5, 4.5, v))
    for (const dark of [roof, foot]) cover(out, deep, smoothstep(soft, -soft, dark))
    add(
      out,
      hillFar,
      1.4 *
        smoothstep(soft, -soft, roof) *
        smoothstep(0.06, 0.14, v - 4.6 - 0.055 * 1.25 * 2.9 * (Math.abs(u) / 2.9) ** 2.4),
    )
    add(out, flame, 0.12 * smoothstep(soft, -soft, foot))
  }

  const paintLantern = (one: Lantern, x: number, y: number, out: Light) => {
    const { size } = one
    const dx = x - one.x
    const dy = y - one.y
    const away = Math.hypot(dx, dy + size * 0.8)
    if (away > size * 16) return
    const fade = smoothstep(size * 16, size * 4, away)
    add(out, flame, fade * (0.1 * glow(away, size * 1.6) + 0.05 * glow(away, size * 4)))
    const [u, v] = [dx / size + one.sway * (dy / size), -dy / size]
    const soft = frame.pixel / size
    if (v > -0.2) {
      const body = box(u, v - 0.85, 0.62 + 0.06 * v, 0.82, 0.12)
      const inside = smoothstep(soft, -soft, body)
      cover(out, flame, inside)
      add(out, paper, inside * (0.15 + 0.9 * bell(Math.hypot(u, (v - 0.65) * 0.8), 0.55)))
      scale(out, 1 - 0.35 * inside * smoothstep(0.05, 0, Math.abs(Math.abs(u) - 0.3) - 0.02))
      const base = box(u, v + 0.02, 0.78, 0.09, 0.03)
      cover(out, wood, 0.9 * smoothstep(soft, -soft, base))
      return
    }
    // Ripples break the lantern's reflection in the water.
    const wave = 0.35 * noise((x * 26) / (size * 60 + 0.3), (y / size) * 0.9 + one.x * 40)
    const drop = -v
    add(
      out,
      flame,
      fade *
        0.6 *
        bell(u + wave * Math.min(1, drop * 0.3), 0.5 + 0.07 * drop) *
        Math.exp(-drop * 0.3),
    )
  }

  return (x, y, out) => {
    if (y <= shore) {
      paintSky(x, y, out)
      paintLand(x, y, out)
    } else {
      const depth = (y - shore) / (1 - shore)
      const close = 1 / (depth + 0.06)
      const wave = smoothstep(0, 0.12, depth) * fbm(noise, (x - 0.28) * close * 2.4, close * 9, 2)
      const [mx, my] = [x + 0.006 * wave, clamp(2 * shore - y * 1 + 0.022 * depth * wave, 0, shore)]
      paintSky(mx, my, out)
      paintLand(mx, my, out)
      scale(out, mix(0.75, 0.45, depth))
      cover(out, deep, 0.25 + 0.3 * depth)
      if (y > gate.foot) {
        paintGate(x + 0.0035 * wave, 2 * gate.foot - y, mirror(out))
        cover(out, reflected, 0.6)
      }
      add(out, paper, 0.05 * Math.exp(-(y - shore) / 0.004))
    }
    const low = y > shore - 0.04
    if (low) for (const one of beyondGate) paintLantern(one, x, y, out)
    paintGate(x, y, out)
    if (low) for (const one of beforeGate) paintLantern(one, x, y, out)
  }
}

const reflected = new Float64Array(3)
const mirror = (out: Light): Light => {
  reflected.set(out)
  return reflected
}

export const lanternNight: Scene = {
  name: 'lantern-night',
  title: 'Night of the Water Lanterns',
  category: 'anime',
  width: 2160,
  height: 3840,
  seed: 47,
  tags: ['night', 'milky-way', 'lanterns', 'torii', 'lake', 'stars', 'summer', 'navy'],
  description:
    'Paper lanterns drift past a red gate that stands in a still lake, while the Milky Way rises over the hills of a summer night.',
  mood: 'magical',
  artStyle: 'anime background',
  objects: ['milky way', 'torii', 'lanterns', 'lake', 'hills'],
  prepare,
}
