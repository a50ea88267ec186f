import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow } from '../../light.ts'
import { createNoise2, fbm, type Noise2, ridged } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const sun = { x: 0.82, y: 0.385 }
const layers = 8
const hues = [
  '#e9b9a6',
  '#cf9aa2',
  '#a9829c',
  '#82708f',
  '#5b5b7c',
  '#3d4765',
  '#253349',
  '#131e2c',
]

interface Ridge {
  line: (x: number) => number
  base: number
  color: Rgb
  fog: number
}

const createRidge = (random: Random, index: number, frame: Frame): Ridge => {
  const depth = index / (layers - 1)
  const noise = createNoise2(random)
  const offset = random() * 50
  const base = mix(0.5, 1.0, depth ** 1.25)
  const height = mix(0.13, 0.2, depth) * between(random, 0.85, 1.15)
  const width = mix(0.3, 0.62, depth)
  const crest = (x: number) => {
    const at = x / width + offset
    const rough = ridged(noise, at, offset, 7, 0.48)
    const broad = fbm(noise, at * 0.45 + 9, 3.3, 2)
    const trees = depth > 0.6 ? treeLine(noise, x, offset) * (depth - 0.5) * 0.032 : 0
    return base - height * (rough * 0.95 + broad * 0.5) - trees
  }
  return {
    line: tabulate(0, frame.aspect, 12_000, crest),
    base,
    color: rgb(hues[index]),
    fog: mix(0.95, 0.5, depth),
  }
}

const treeLine = (noise: Noise2, x: number, offset: number): number => {
  let top = 0
  for (let k = 0; k < 3; k++) {
    const at = x * (95 + 37 * k) + offset * 7
    const cell = Math.floor(at)
    const tall = 0.5 + 0.5 * noise(cell * 0.37 + 0.5, k * 5.1)
    top = Math.max(top, tall * (1 - Math.abs(at - cell - 0.5) * 2.2))
  }
  return top * smoothstep(-0.35, 0.3, noise(x * 5 + offset, 8.8))
}

const ridgeAirs = () =>
  hues.map((_, i) => mixRgb(rgb('#f5cfb2'), rgb('#6d7690'), (i / (layers - 1)) ** 1.3))

const prepare = (random: Random, frame: Frame): Shade => {
  const sky = ramp([
    [0, '#3f6496'],
    [0.2, '#7f97bd'],
    [0.34, '#c9b0b8'],
    [0.44, '#f2bf9f'],
    [0.5, '#fbd9ae'],
    [0.7, '#ffe4c4'],
  ])
  const airs = ridgeAirs()
  const gold = rgb('#ffc684')
  const pale = rgb('#ffeed2')
  const ridges = Array.from({ length: layers }, (_, i) => createRidge(random, i, frame))
  const clouds = createNoise2(random)
  const mist = createNoise2(random)

  return (x, y, out) => {
    const away = Math.hypot(x - sun.x, (y - sun.y) * 1.15)
    sky(y + 0.04 * (x - 0.9), out)
    if (y < 0.46) {
      const streak = fbm(clouds, x * 1.6 + y * 2, y * 11 - x * 0.8, 5)
      const lit = smoothstep(0.05, 0.55, streak) * smoothstep(0.46, 0.18, y)
      cover(out, pale, lit * 0.5 * (0.35 + 0.65 * bell(away, 0.6)))
    }
    add(out, gold, 0.34 * bell(away, 0.4) + 0.1 * glow(away, 0.07))
    add(
      out,
      pale,
      1.6 * smoothstep(0.0195, 0.017, Math.hypot(x - sun.x, y - sun.y)) + 0.5 * bell(away, 0.05),
    )

    const warm = bell(away, 0.65)
    for (let i = 0; i < layers; i++) {
      const ridge = ridges[i]
      const depth = i / (layers - 1)
      const below = y - ridge.line(x)
      if (below < -0.002) continue
      const inside = smoothstep(-frame.pixel * (2.5 - 2 * depth), frame.pixel * 0.5, below)
      cover(out, ridge.color, inside)
      add(out, gold, inside * (1 - depth) * warm * (0.1 + 0.16 * Math.exp(-below / 0.012)))
      const drift = fbm(mist, x * 2.2 + i * 7, y * 9 + i * 3, 4)
      const sunk = smoothstep(ridge.base - 0.16, ridge.base + 0.06, y + 0.05 * drift)
      cover(out, airs[i], inside * clamp(ridge.fog * sunk * (0.5 + 0.3 * warm + 0.25 * drift)))
    }
  }
}

export const alpineDawn: Scene = {
  name: 'alpine-dawn',
  title: 'Alpine Dawn',
  category: 'nature',
  width: 3840,
  height: 2160,
  seed: 41,
  tags: ['mountains', 'dawn', 'fog', 'sunrise', 'layers', 'alps', 'valley', 'calm'],
  description:
    'Mountain ridges fade into warm morning haze, one behind another, while fog fills the valleys under a low sun.',
  mood: 'calm',
  artStyle: 'landscape',
  objects: ['mountains', 'sun', 'fog', 'trees'],
  prepare,
}
