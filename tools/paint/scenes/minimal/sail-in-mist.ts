import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, segment, smoothstep } from '../../shape.ts'

const horizon = 0.585
const boat = { x: 0.33, y: 0.612, size: 0.1 }

/**
 * Returns the signed distance to a sail with a curved rear edge. u points right and v up, in
 * lengths of the hull.
 */
const mainsail = (u: number, v: number): number => {
  const leech = 0.03 + 0.4 * (1 - v / 1.28) + 0.1 * Math.sin(Math.PI * clamp(v / 1.28))
  return Math.max(0.02 - u, u - leech, 0.1 - v + 0.03 * u, v - 1.28)
}

const jib = (u: number, v: number): number => {
  const stay = -0.5 + (0.46 * (v - 0.08)) / 1.02
  const foot = 0.1 - 0.16 * u
  return Math.max(
    stay + 0.06 * Math.sin(Math.PI * clamp(v / 1.1)) - u,
    u + 0.02 + 0.05 * (1.1 - v),
    foot - v,
  )
}

const hull = (u: number, v: number): number => {
  const sheer = 0.055 + 0.05 * u * u - 0.02 * u
  const keel = -0.045 + 0.42 * Math.max(0, Math.abs(u + 0.02) - 0.16) ** 2
  return Math.max(
    v - sheer,
    keel - v,
    Math.abs(u + 0.03) - 0.53 + (u < 0 ? 0.5 : 0.25) * (0.055 - v),
  )
}

const prepare = (random: Random, frame: Frame): Shade => {
  const mist = createNoise2(random)
  const water = createNoise2(random)
  const sky = ramp([
    [0, '#7f919e'],
    [0.3, '#a9b6bd'],
    [0.52, '#d5d8d6'],
    [0.585, '#e6e3dc'],
  ])
  const far = rgb('#a7b3ba')
  const farther = rgb('#c1c9cb')
  const sail = rgb('#f7f3ea')
  const sailShade = rgb('#9aa5ab')
  const wood = rgb('#3c4850')
  const warm = rgb('#fff0d8')
  const soft = frame.pixel / boat.size

  const hills = (x: number, y: number, out: Light) => {
    const a = horizon - 0.05 - 0.035 * fbm(mist, x * 4 + 3, 2, 4)
    const b = horizon - 0.018 - 0.022 * fbm(mist, x * 5, 7, 4) - 0.03 * smoothstep(0.35, 0.0, x)
    const fog = smoothstep(horizon + 0.012, horizon - 0.075, y)
    cover(out, farther, 0.6 * fog * smoothstep(-0.004, 0.004, y - a))
    cover(out, far, 0.85 * fog * smoothstep(-0.002, 0.002, y - b))
  }

  const vessel = (x: number, y: number, out: Light, strength: number) => {
    const u = (x - boat.x) / boat.size
    const v = (boat.y - y) / boat.size
    if (Math.abs(u) > 0.8 || v > 1.5 || v < -0.2) return
    const main = smoothstep(soft, -soft, mainsail(u, v))
    const fore = smoothstep(soft, -soft, jib(u, v))
    const body = smoothstep(soft, -soft, hull(u, v))
    const spars = Math.min(
      segment(u, v, 0, 0, 0.004, 1.34) - 0.0075 + 0.003 * v,
      segment(u, v, 0, 0.105, 0.44, 0.09) - 0.006,
    )
    const mast = smoothstep(soft, -soft, spars)
    const belly = clamp(0.25 + u * 1.6 + 0.25 * v)
    cover(out, sailShade, fore * strength)
    cover(out, sail, fore * strength * (0.25 + 0.5 * clamp(1 + u * 2)))
    cover(out, sail, main * strength)
    cover(out, sailShade, main * strength * 0.75 * belly)
    cover(out, wood, (body * 0.92 + mast * 0.7 * (1 - body)) * strength)
  }

  return (x, y, out) => {
    const sunward = bell(Math.hypot(x - 0.4, (y - 0.36) * 0.8), 0.3)
    const below = y > horizon
    const depth = (y - horizon) / (1 - horizon)
    const close = 1 / (depth + 0.03)
    const wave = below ? fbm(water, x * close * 2.4, close * 12, 4) : 0
    const at = below ? 2 * horizon - y + wave * mix(0.004, 0.05, depth) : y
    sky(at, out)
    add(out, warm, 0.3 * bell(Math.hypot(x - 0.4, (at - 0.36) * 0.8), 0.3))
    hills(x + wave * 0.01, at, out)
    if (below) {
      scale(out, mix(0.97, 0.62, depth ** 0.8) * (1 + 0.1 * wave * smoothstep(0.02, 0.3, depth)))
      const sway = wave * 0.009 + 0.0016 * Math.sin(y * 330 + 5 * wave)
      const mirror = smoothstep(0.24, 0.0, y - boat.y)
      if (y > boat.y)
        vessel(x + sway * (y - boat.y) * 9, 2 * boat.y - y + sway * 0.5, out, 0.55 * mirror)
    }
    vessel(x, y, out, 0.94)
    const drift = fbm(mist, x * 2.3 + 5, y * 9, 4)
    const bank = Math.exp(-(((y - horizon - 0.012) / 0.055) ** 2))
    cover(out, warm, clamp(bank * (0.5 + 0.55 * drift) * (0.55 + 0.5 * sunward)) * 0.8)
    scale(out, 1 - 0.1 * smoothstep(0.3, 0, y))
  }
}

export const sailInMist: Scene = {
  name: 'sail-in-mist',
  title: 'Sail in the Mist',
  category: 'minimal',
  width: 2160,
  height: 3840,
  seed: 17,
  tags: ['minimal', 'boat', 'sailing', 'mist', 'sea', 'gray', 'calm', 'reflection'],
  description:
    'A single white sailing boat drifts on grey, glassy water while mist hides the far hills.',
  mood: 'calm',
  artStyle: 'minimalist',
  objects: ['sailing boat', 'sea', 'mist', 'hills'],
  prepare,
}
