import { type Rgb, ramp, rgb } from '../../colour.ts'
import { add, bell, cover, glow } from '../../light.ts'
import { createNoise2, fbm, type Noise2, ridged } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const sun = { x: 1.22, y: 0.43 }
const layers = 8

interface Ridge {
  noise: Noise2
  base: number
  height: number
  width: number
  offset: number
  colour: Rgb
  fog: number
}

/** From the far, pale ridge to the near, dark one. */
function createRidge(random: Random, index: number): Ridge {
  const depth = index / (layers - 1)
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
  return {
    noise: createNoise2(random),
    base: mix(0.5, 1.0, depth ** 1.25),
    height: mix(0.13, 0.2, depth) * between(random, 0.85, 1.15),
    width: mix(0.3, 0.62, depth),
    offset: random() * 50,
    colour: rgb(hues[index]!),
    fog: mix(0.95, 0.3, depth),
  }
}

/** Height of a ridge line above its base: broad shoulders, rough crests, trees on the near ones. */
function crest(ridge: Ridge, x: number, depth: number): number {
  const at = x / ridge.width + ridge.offset
  const rough = ridged(ridge.noise, at, ridge.offset, 6, 0.46)
  const broad = fbm(ridge.noise, at * 0.45 + 9, 3.3, 2)
  const trees = depth > 0.6 ? treeLine(ridge.noise, x, ridge.offset) * (depth - 0.5) * 0.032 : 0
  return ridge.height * (rough * 0.95 + broad * 0.5) + trees
}

/** Spires of firs: narrow triangles of uneven height. */
function treeLine(noise: Noise2, x: number, offset: number): number {
  let top = 0
  for (let k = 0; k < 3; k++) {
    const at = x * (95 + 37 * k) + offset * 7
    const cell = Math.floor(at)
    const tall = 0.5 + 0.5 * noise(cell * 0.37 + 0.5, k * 5.1)
    top = Math.max(top, tall * (1 - Math.abs(at - cell - 0.5) * 2.2))
  }
  return top * smoothstep(-0.35, 0.3, noise(x * 5 + offset, 8.8))
}

function prepare(random: Random, frame: Frame): Shade {
  const sky = ramp([
    [0, '#4d6f9e'],
    [0.2, '#8397b8'],
    [0.34, '#c9b0b8'],
    [0.44, '#f6c7a3'],
    [0.5, '#ffe2b8'],
    [0.7, '#ffe8c8'],
  ])
  const air = rgb('#ffd9b8')
  const gold = rgb('#ffcf8f')
  const pale = rgb('#fff3dc')
  const ridges = Array.from({ length: layers }, (_, i) => createRidge(random, i))
  const clouds = createNoise2(random)
  const mist = createNoise2(random)

  return (x, y, out) => {
    const away = Math.hypot(x - sun.x, (y - sun.y) * 1.15)
    sky(y + 0.04 * (x - 0.9), out)
    const streak = fbm(clouds, x * 1.6 + y * 2, y * 11 - x * 0.8, 5)
    const lit = smoothstep(0.05, 0.55, streak) * smoothstep(0.46, 0.18, y)
    cover(out, pale, lit * 0.5 * (0.35 + 0.65 * bell(away, 0.6)))
    add(out, gold, 0.42 * bell(away, 0.42) + 0.1 * glow(away, 0.09))
    add(out, pale, 2.2 * smoothstep(0.0285, 0.0265, away) + 0.5 * bell(away, 0.05))

    for (let i = 0; i < layers; i++) {
      const ridge = ridges[i]!
      const depth = i / (layers - 1)
      const below = y - (ridge.base - crest(ridge, x, depth))
      if (below < -0.001) continue
      const inside = smoothstep(-frame.pixel * (2.5 - 2 * depth), frame.pixel * 0.5, below)
      const rim = Math.exp(-below / 0.012) * bell(away, 0.5) * (1 - depth)
      const bank = 0.6 + 0.4 * fbm(mist, x * 1.3 + i * 7, y * 5 + i * 3, 4)
      const fog = ridge.fog * smoothstep(0.02, mix(0.11, 0.3, depth), below) * bank
      const warm = bell(away, 0.65)
      cover(out, ridge.colour, inside)
      add(out, gold, inside * (0.3 * rim + 0.13 * warm * (1 - depth)))
      cover(out, air, inside * clamp(fog * (0.55 + 0.45 * warm)))
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
