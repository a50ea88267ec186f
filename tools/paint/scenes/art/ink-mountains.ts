import { ramp, rgb } from '../../color.ts'
import { cover, scale } from '../../light.ts'
import { createNoise2, fbm, ridged, warped } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const layers = 6
const sun = { x: 0.375, y: 0.235, radius: 0.058 }

interface Peak {
  at: number
  height: number
  width: number
}

interface Range {
  crest: (x: number) => number
  base: number
  ink: number
  /** The distance over which ink runs downwards before water dilutes it. */
  run: number
}

/** Creates a mountain range with a few tall peaks. Each is a steep bell shape roughened by rock. */
const createRange = (random: Random, index: number, aspect: number): Range => {
  const near = index / (layers - 1)
  const noise = createNoise2(random)
  const base = mix(0.44, 1.06, near)
  const side = index % 2 === 0 ? 0.2 : 0.8
  const peaks: Peak[] = Array.from({ length: 4 }, (_, i) => ({
    at: aspect * (i === 0 ? side + between(random, -0.1, 0.1) : between(random, -0.1, 1.1)),
    height: mix(0.15, 0.28, near) * (i === 0 ? 1 : between(random, 0.3, 0.62)),
    width: mix(0.08, 0.17, near) * between(random, 0.75, 1.2),
  }))
  return {
    crest: tabulate(0, aspect, 5000, (x) => {
      let tall = 0
      for (const peak of peaks) {
        const away = Math.abs(x - peak.at) / peak.width
        tall = Math.max(tall, peak.height / (1 + away ** 2.2))
      }
      const rock = ridged(noise, x * 6, index, 6, 0.52) - 0.5
      const fine = fbm(noise, x * 42, index + 4, 3)
      return base - tall - rock * tall * 0.34 - fine * 0.004
    }),
    base,
    ink: mix(0.34, 1.25, near ** 1.2),
    run: mix(0.13, 0.3, near),
  }
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const ranges = Array.from({ length: layers }, (_, i) => createRange(random, i, aspect))
  const wash = createNoise2(random)
  const paper = ramp([
    [0, '#e7dcc6'],
    [0.35, '#f4ecdb'],
    [0.75, '#f0e4cd'],
    [1, '#e2d2b6'],
  ])
  const ink = ramp([
    [0, '#8c97a0'],
    [0.4, '#4d5a66'],
    [0.75, '#232c36'],
    [1, '#10151c'],
  ])
  const red = rgb('#b3210f')
  const paint = new Float64Array(3)

  return (x, y, out) => {
    paper(y, out)
    scale(out, 1 + 0.03 * fbm(wash, x * 3, y * 3, 3))
    const bleed = 0.0016 * fbm(wash, x * 60, y * 60, 2)
    const away = Math.hypot(x - sun.x, y - sun.y) - sun.radius + bleed
    const worn = clamp(0.93 + 0.12 * fbm(wash, x * 16, y * 16, 3))
    cover(out, red, smoothstep(0.0014, -0.0014, away) * worn)
    for (let i = 0; i < layers; i++) {
      const range = ranges[i]
      const above = range.crest(x) - y
      if (above > 0.004) continue
      const below = Math.max(0, -above)
      const flow = warped(wash, x * 5 + i * 9, y * 3.2, 0.8, 3)
      const streak = fbm(wash, x * 22 + i * 5 + flow, y * 5 - below * 6, 3)
      const edge = smoothstep(0.0012, -0.0014, above + bleed)
      // Ink is darkest at the upper edge of a range and fades downwards. Each range is painted on
      // white mist, so that no range shows through another.
      paper(0.3, paint)
      cover(out, paint, 0.92 * edge)
      const body = Math.exp(-((below / (range.run * (1 + 0.5 * flow))) ** 1.4))
      const rim = 0.22 * Math.exp(-below / 0.008)
      const density = clamp(range.ink * (body * (0.72 + 0.4 * streak) + rim * body))
      ink(range.ink * 0.8 + 0.3 * density, paint)
      cover(out, paint, edge * density)
      // Mist covers the foot of each mountain range.
      paper(0.3, paint)
      cover(
        out,
        paint,
        0.8 * edge * smoothstep(range.base - 0.17, range.base + 0.02, y + 0.03 * flow),
      )
    }
  }
}

export const inkMountains: Scene = {
  name: 'ink-mountains',
  title: 'Ink Mountains',
  category: 'art',
  width: 2160,
  height: 3840,
  seed: 4,
  tags: ['ink', 'mountains', 'sumi-e', 'mist', 'red sun', 'paper', 'brush'],
  description:
    'Peaks brushed in wet ink sink into mist one below another on warm paper; a small red sun hangs between them.',
  mood: 'contemplative',
  artStyle: 'ink wash',
  objects: ['mountains', 'mist', 'sun'],
  prepare,
}
