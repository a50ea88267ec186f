import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, scale } from '../../light.ts'
import { createNoise2 } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'
import { createTiles } from '../../tiles.ts'

const horizon = 0.6
const depthRows = 17
const focus = 3.4

interface Pillar {
  x: number
  half: number
  foot: number
  /** The height at which the beam's light has fallen to a third. */
  reach: number
  color: Rgb
  light: number
}

/** Creates beams in rows that recede into the haze. A lane in the middle stays free. */
const createPillars = (random: Random, aspect: number): Pillar[] => {
  const list: Pillar[] = []
  for (let row = 0; row < depthRows; row++) {
    const z = 16 * 0.835 ** row
    const half = Math.ceil(0.7 * z)
    for (let k = -half; k <= half; k++) {
      const lane = k + (row % 2) * 0.5 + between(random, -0.22, 0.22)
      const x = aspect / 2 + (lane * 0.5) / z
      const whole = x > 0.03 && x < aspect - 0.03
      if (Math.abs(lane) > 0.5 && random() > 0.12 && whole) list.push(createPillar(random, x, z))
    }
  }
  return list
}

const createPillar = (random: Random, x: number, z: number): Pillar => {
  const clear = 1 - clamp((z - 1.5) / 16)
  const blur = 0.008 * Math.abs(1 / z - 1 / focus) * focus
  const thin = 0.0095 / z
  const warm = random() < 0.1
  const cold = mixRgb(
    mixRgb(rgb('#12c9ae'), rgb('#6fe9ff'), random()),
    rgb('#3f7dff'),
    random() ** 2,
  )
  return {
    x,
    half: thin + blur,
    foot: horizon + 0.3 / z,
    reach: (between(random, 0.3, 1) ** 1.6 * 1.1) / z,
    color: warm ? rgb('#ff9d45') : cold,
    light:
      between(random, 0.45, 1) * (0.12 + 0.88 * clear ** 1.6) * Math.sqrt(thin / (thin + blur)),
  }
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const pillars = createPillars(random, aspect)
  // Each beam spans the whole height of the picture, so tiles only separate beams horizontally.
  const near = createTiles(
    pillars.map(({ x, half }) => ({
      left: x - half * 12,
      right: x + half * 12,
      top: 0,
      bottom: 1,
    })),
    aspect,
    0.008,
  )
  const ripple = createNoise2(random)
  const air = ramp([
    [0, '#030a14'],
    [0.3, '#061624'],
    [0.5, '#0d3140'],
    [0.6, '#1d5a63'],
    [0.64, '#123d48'],
    [0.75, '#061821'],
    [1, '#02060b'],
  ])
  const mist = rgb('#3aa3a4')
  const white = rgb('#eafffb')

  const addPillar = (p: Pillar, x: number, y: number, share: number, rough: number, out: Light) => {
    const d = Math.abs(x - p.x) / (p.half * rough)
    const up = (p.foot - y) / p.reach
    const fade = Math.exp(-up * 1.1) * smoothstep(-0.02, 0.012, p.foot - y + 0.004)
    const core = Math.exp(-d * d * 1.4)
    const glow = 0.13 * smoothstep(9, 0, d) ** 3
    const strength = p.light * share * fade
    add(out, p.color, strength * (0.95 * core + glow))
    add(out, white, strength * 0.55 * core * core * Math.exp(-up * 2.4))
  }

  return (x, y, out) => {
    air(y, out)
    const away = Math.hypot((x - aspect * 0.5) * 0.9, (y - horizon + 0.015) * 2.6)
    add(out, mist, 0.3 * bell(away, 0.13) + 0.12 * bell(away, 0.42))
    const below = y - horizon
    const wave = below > 0 ? below * ripple(x * 5 + 3, 9 * Math.log(below + 0.05)) : 0
    const sx = clamp(x + wave * 0.022, 0, aspect - 1e-6)
    for (const index of near(sx, y)) {
      const p = pillars[index]
      // The wet floor mirrors each beam at the beam's foot.
      if (y <= p.foot) addPillar(p, x, y, 1, 1, out)
      else {
        // The reflection of a beam becomes more blurred with the distance from its foot.
        const down = y - p.foot
        const rough = 1 + down * 9
        addPillar(
          p,
          sx,
          p.foot - down,
          (0.5 / Math.sqrt(rough)) * Math.exp(-down / 0.3),
          rough,
          out,
        )
      }
      if (Math.abs(y - p.foot) > p.half * 3) continue
      const foot = Math.hypot(x - p.x, (y - p.foot) * 2.6) / (p.half * 2.6)
      add(out, p.color, p.light * 0.5 * Math.exp(-foot * foot))
    }
    scale(out, mix(1, 0.72, smoothstep(0.3, 0.62, Math.abs(y - 0.56))))
  }
}

export const lightPillars: Scene = {
  name: 'light-pillars',
  title: 'Light Pillars',
  category: 'tech',
  width: 2160,
  height: 3840,
  seed: 27,
  tags: ['light', 'pillars', 'teal', 'data', 'reflection', 'haze', 'futuristic', 'night'],
  description:
    'Slender beams of teal light rise from a wet dark floor on both sides of a lane and fade into haze; a few burn amber.',
  mood: 'mysterious',
  artStyle: 'sci-fi',
  objects: ['pillars', 'light', 'reflection'],
  prepare,
}
