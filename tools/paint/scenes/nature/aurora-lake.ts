import { ramp, rgb } from '../../color.ts'
import { add, cover, scale, stars } from '../../light.ts'
import { createNoise2, fbm, ridged } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const shore = 0.66
const curtainSteps = 44

const prepare = (random: Random, frame: Frame): Shade => {
  const curtain = createNoise2(random)
  const rock = createNoise2(random)
  const water = createNoise2(random)
  const night = ramp([
    [0, '#050c1f'],
    [0.35, '#0a1f3a'],
    [0.66, '#17435a'],
  ])
  const ray = ramp([
    [0, '#d6ffb0'],
    [0.14, '#5cf2a0'],
    [0.38, '#1fb6a6'],
    [0.68, '#4a4fae'],
    [1, '#6a2a7c'],
  ])
  const far = rgb('#0f2b3d')
  const near = rgb('#04090f')
  const snow = rgb('#4f9a94')
  const farLine = tabulate(0, frame.aspect, 9000, (x) => {
    const range = ridged(rock, x * 1.9 + 4, 2.5, 7, 0.47)
    return shore - 0.03 - 0.22 * range * (0.55 + 0.45 * fbm(rock, x * 0.9, 8, 2))
  })
  const nearLine = tabulate(0, frame.aspect, 20_000, (x) => {
    const hill = 0.045 * smoothstep(0.75, 0, x) + 0.03 * smoothstep(1.35, frame.aspect, x)
    let firs = 0
    for (let k = 0; k < 4; k++) {
      const at = x * (44 + 23 * k) + 3.7 * k
      const cell = Math.floor(at)
      const tall = 0.55 + 0.6 * rock(cell * 0.71 + 0.3, k * 4.3)
      const spire = Math.max(0, 1 - Math.abs(at - cell - 0.5) * 2.05)
      const boughs = 0.86 + 0.14 * Math.sin(spire * 34)
      firs = Math.max(firs, tall * spire * boughs * (1 - 0.15 * k))
    }
    return shore - 0.004 - hill - firs * (0.012 + hill * 1.15)
  })
  const light: Light = new Float64Array(3)

  /** Adds the aurora's curtains along one line of sight, as thin vertical sheets of light. */
  const aurora = (x: number, y: number, out: Light) => {
    const rise = (shore + 0.06 - y) * 1.05 + 0.05
    let sum = 0
    let r = 0
    let g = 0
    let b = 0
    for (let i = 0; i < curtainSteps; i++) {
      const level = i / curtainSteps
      const distance = (0.75 + 0.55 * level) / rise
      const px = (x - 0.95) * distance * 1.05
      const pz = distance * 0.92
      const bend = curtain(px * 0.55 + 2.2, pz * 0.5)
      const fold = curtain(px * 0.42 + bend * 0.85, pz * 0.8 + bend * 0.65 + 4)
      const sheet = clamp(1 - Math.abs(fold) * 5.2)
      if (sheet <= 0) continue
      const fine = 0.62 + 0.38 * curtain(px * 5.5 + bend * 6, pz * 5.5)
      const strength = sheet * sheet * fine * Math.exp(-2.3 * level) * Math.min(1, i / 3)
      ray(level, light)
      r += light[0] * strength
      g += light[1] * strength
      b += light[2] * strength
      sum += strength
    }
    const gain = (3.1 / curtainSteps) * smoothstep(0.03, 0.2, rise) * (1 + 0.4 * Math.min(1, sum))
    out[0] = out[0] + r * gain
    out[1] = out[1] + g * gain
    out[2] = out[2] + b * gain
  }

  const view = (x: number, y: number, out: Light, sharp: number) => {
    night(y, out)
    if (sharp) stars(out, x, y, { density: 42, share: 0.6, radius: 0.0017, salt: 5 }, 0.8)
    aurora(x, y, out)
    const below = y - farLine(x)
    if (below > -0.002) {
      const inside = smoothstep(-frame.pixel, frame.pixel, below)
      const face =
        fbm(rock, x * 26 + y * 20, y * 34 - x * 9, 5) -
        fbm(rock, x * 26 + y * 20 + 0.3, y * 34 - x * 9, 5)
      cover(out, far, inside)
      add(out, snow, inside * 0.17 * clamp(0.25 + face * 2.2) * smoothstep(0.085, 0, below))
      add(out, rgbMist, inside * 0.5 * smoothstep(shore - 0.07, shore, y))
    }
    const trees = y - nearLine(x)
    if (trees > -0.002) cover(out, near, smoothstep(-frame.pixel, frame.pixel, trees))
  }
  const rgbMist = rgb('#2a7a80', 0.5)

  return (x, y, out) => {
    if (y <= shore) {
      view(x, y, out, 1)
      return
    }
    const depth = (y - shore) / (1 - shore)
    const close = 1 / (depth + 0.04)
    const wave = fbm(water, (x - 0.9) * close * 2.2, close * 9, 3)
    const swell = water((x - 0.9) * close * 0.5, close * 2.5 + 7)
    const ripple = mix(0.003, 0.05, depth) * wave + 0.016 * depth * swell
    view(x + ripple * 0.35, clamp(2 * shore - y - 0.02 * depth + ripple, 0, shore), out, 0)
    scale(out, mix(0.82, 0.42, depth))
    cover(out, near, 0.25 * smoothstep(0.3, 1, depth))
    const line = Math.exp(-(y - shore) / 0.0035)
    add(out, rgbMist, 0.3 * line)
  }
}

export const auroraLake: Scene = {
  name: 'aurora-lake',
  title: 'Aurora over a Still Lake',
  category: 'nature',
  width: 3840,
  height: 2160,
  seed: 77,
  tags: [
    'aurora',
    'northern-lights',
    'lake',
    'reflection',
    'night',
    'stars',
    'mountains',
    'arctic',
  ],
  description:
    'Curtains of green and violet northern lights hang over dark mountains, and are mirrored in a still lake.',
  mood: 'awe',
  artStyle: 'landscape',
  objects: ['aurora', 'lake', 'mountains', 'firs', 'stars'],
  encode: { bytes: 330_000 },
  prepare,
}
