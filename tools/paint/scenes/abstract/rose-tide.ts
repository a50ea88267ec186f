import { type Ramp, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover } from '../../light.ts'
import { createNoise2 } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

/**
 * The colors of each wave from its crest downwards, and of the light along the crest. The farthest
 * wave comes first.
 */
const colors = [
  ['#ffe2bd', '#ffb491', '#ff8494', '#fff3dc'],
  ['#ffcdb6', '#ff9199', '#ec5d9a', '#ffeadb'],
  ['#ffb0b8', '#f26d9e', '#c245a0', '#ffdcdc'],
  ['#ff98c0', '#d651aa', '#8f37a8', '#ffc4dc'],
  ['#ee82cc', '#a542b6', '#5a2b9c', '#ffb0e0'],
  ['#c86ee0', '#6c38b6', '#281a6e', '#f0a0f0'],
] as const
const layers = colors.length

interface Wave {
  crest: (x: number) => number
  /** Returns how thick the glow under the wave's crest is at x. */
  depth: (x: number) => number
  paint: Ramp
  lip: Rgb
}

const createWave = (random: Random, index: number, aspect: number): Wave => {
  const near = index / (layers - 1)
  const noise = createNoise2(random)
  const offset = between(random, 0, 40)
  const base = mix(0.3, 0.95, near)
  const side = index % 2 === 0 ? 1 : -1
  const slant = side * mix(0.1, 0.3, random())
  const swing = mix(0.16, 0.3, near)
  const [top, middle, bottom, lip] = colors[index]
  return {
    crest: tabulate(0, aspect, 4000, (x) => {
      const broad = noise(x * 0.62 + offset, 2.3)
      const fine = noise(x * 1.5 + offset, 8.1)
      return base + swing * (broad + 0.12 * fine) + slant * (x - aspect / 2)
    }),
    depth: tabulate(
      0,
      aspect,
      2000,
      (x) => mix(0.26, 0.5, near) * (1 + 0.5 * noise(x * 0.8 + offset, 5.5)),
    ),
    paint: ramp([
      [0, top],
      [0.4, middle],
      [1, bottom],
    ]),
    lip: rgb(lip),
  }
}

const prepare = (random: Random, { aspect, pixel }: Frame): Shade => {
  const waves = Array.from({ length: layers }, (_, i) => createWave(random, i, aspect))
  const sky = ramp([
    [0, '#5f7fd0'],
    [0.14, '#9aa0dc'],
    [0.3, '#f3bcc8'],
    [0.42, '#ffd3b8'],
    [0.55, '#ffe9cf'],
  ])
  const sun = rgb('#fff0d2')
  const shade = rgb('#8a1f7c')
  const paint = new Float64Array(3)

  return (x, y, out) => {
    sky(y + 0.05 * (x - 0.9), out)
    const away = Math.hypot(x - 1.2, (y - 0.34) * 1.3)
    add(out, sun, 0.3 * bell(away, 0.45))
    for (let i = 0; i < layers; i++) {
      const wave = waves[i]
      const below = y - wave.crest(x)
      if (below < 0) cover(out, shade, 0.36 * Math.exp(below / 0.085))
      if (below < -pixel) continue
      wave.paint(clamp(below / wave.depth(x)), paint)
      add(paint, wave.lip, 0.3 * Math.exp(-below / 0.012) * bell(x - 1.2, 0.9))
      add(paint, sun, 0.1 * bell(away, 0.6) * Math.exp(-below / 0.1))
      cover(out, paint, smoothstep(-pixel, pixel, below))
    }
  }
}

export const roseTide: Scene = {
  name: 'rose-tide',
  title: 'Rose Tide',
  category: 'abstract',
  width: 7680,
  height: 4320,
  seed: 12,
  tags: ['waves', 'pink', 'lavender', 'gradient', 'soft', 'layers', 'dawn', '8k'],
  description:
    'Broad waves of peach, rose and violet roll one behind another towards a pale glow, smooth as blown glass.',
  mood: 'calm',
  artStyle: 'gradient',
  objects: ['waves'],
  prepare,
}
