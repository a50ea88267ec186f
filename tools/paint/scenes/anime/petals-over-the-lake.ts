import { ramp, rgb } from '../../color.ts'
import { createHeap, createHeapPainter } from '../../cumulus.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm, ridged } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, segment, smoothstep, tabulate } from '../../shape.ts'

const shore = 0.705
const sun = { x: -0.6, y: -0.66, z: 0.45 }

const boughs = [
  [1.86, 0.3, 1.62, 0.235, 0.02, 0.0125],
  [1.62, 0.235, 1.38, 0.215, 0.0125, 0.0075],
  [1.38, 0.215, 1.14, 0.165, 0.0075, 0.003],
  [1.14, 0.165, 1.0, 0.175, 0.003, 0.0012],
  [1.5, 0.222, 1.36, 0.315, 0.006, 0.0025],
  [1.36, 0.315, 1.24, 0.352, 0.0025, 0.001],
  [1.62, 0.235, 1.47, 0.1, 0.009, 0.004],
  [1.47, 0.1, 1.33, 0.045, 0.004, 0.0015],
  [1.74, 0.26, 1.7, 0.42, 0.007, 0.0025],
  [1.7, 0.42, 1.6, 0.49, 0.0025, 0.001],
  [1.26, 0.19, 1.17, 0.255, 0.004, 0.0012],
] as const

const sprays = [
  [1.7, 0.16, 0.15, 0.16],
  [1.56, 0.2, 0.11, 0.1],
  [1.44, 0.11, 0.1, 0.09],
  [1.34, 0.055, 0.06, 0.06],
  [1.36, 0.235, 0.1, 0.08],
  [1.2, 0.185, 0.07, 0.06],
  [1.04, 0.185, 0.05, 0.042],
  [1.29, 0.355, 0.07, 0.055],
  [1.16, 0.27, 0.04, 0.035],
  [1.74, 0.34, 0.09, 0.11],
  [1.64, 0.5, 0.07, 0.06],
  [1.75, 0.03, 0.13, 0.11],
  [1.55, 0.03, 0.08, 0.07],
] as const

interface Petal {
  x: number
  y: number
  size: number
  cos: number
  sin: number
  thin: number
  blur: number
}

const createPetals = (random: Random): Petal[] =>
  Array.from({ length: 56 }, (_, i) => {
    const near = i > 48
    const angle = between(random, 0, Math.PI)
    return {
      x: between(random, 0.02, 1.76),
      y: between(random, 0.08, 0.98),
      size: near ? between(random, 0.011, 0.017) : between(random, 0.0028, 0.0065),
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      thin: between(random, 0.35, 0.75),
      blur: near ? 0.55 : 0.12,
    }
  })

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const petals = createPetals(random)
  const sky = ramp([
    [0, '#7fb0d8'],
    [0.3, '#a9cbe2'],
    [0.52, '#dcdfe6'],
    [0.66, '#f7e0dc'],
    [0.705, '#fbe6dc'],
  ])
  const blossom = ramp([
    [0.2, '#b8688c'],
    [0.42, '#d688a8'],
    [0.56, '#eea9c0'],
    [0.68, '#fac9d6'],
    [0.82, '#fff0f1'],
  ])
  const cloud = ramp([
    [0.3, '#bccadd'],
    [0.55, '#d5dbe6'],
    [0.68, '#efe9ea'],
    [0.8, '#fffaf5'],
  ])
  const stone = rgb('#6d83ab')
  const stoneLit = rgb('#93a3c2')
  const snow = rgb('#fbf6f4')
  const snowShade = rgb('#a9bbdb')
  const mist = rgb('#f6e2df')
  const bark = rgb('#4a2f38')
  const barkLit = rgb('#a5747c')
  const pink = rgb('#fbc3d2')
  const white = rgb('#fff6f4')
  const farHill = rgb('#93abc2')
  const nearHill = rgb('#5f8791')
  const groves = ramp([
    [0, '#f3b8ca'],
    [0.4, '#d99ab2'],
    [1, '#7f8f96'],
  ])

  /**
   * The mountain's outline, with two long concave flanks, a broken crater rim and a shoulder on the
   * left.
   */
  const peak = { x: 0.62, y: 0.2 }
  const outline = tabulate(0, frame.aspect, 8000, (x) => {
    const side = Math.abs(x - peak.x)
    const flank = shore - 0.005 - (shore - peak.y) * Math.exp(-((side / 0.29) ** 1.12))
    const rim = peak.y + 0.022 + 0.012 * fbm(noise, x * 26, 3, 3)
    const shoulder = shore - 0.2 * bell(x - 0.36, 0.13)
    return Math.min(Math.max(flank, rim), shoulder) + 0.004 * fbm(noise, x * 22, 6, 4)
  })
  const farLine = tabulate(
    0,
    frame.aspect,
    5000,
    (x) => shore - 0.035 - 0.035 * fbm(noise, x * 2.6, 11, 4) - 0.03 * smoothstep(1, 1.78, x),
  )
  const nearLine = tabulate(
    0,
    frame.aspect,
    6000,
    (x) =>
      shore -
      0.008 -
      0.1 * smoothstep(0.42, -0.1, x) -
      0.012 * Math.abs(fbm(noise, x * 16, 5, 4)) -
      0.03 * smoothstep(1.35, 1.8, x),
  )

  const heaps = [
    { x: 0.12, base: 0.6, height: 0.17, wide: 0.2, lobes: 26 },
    { x: 1.12, base: 0.62, height: 0.13, wide: 0.24, lobes: 26 },
  ].flatMap(({ wide, ...heap }) =>
    createHeap(
      random,
      { ...heap, halfWidth: (rise) => wide * (1 - rise) ** 1.3 + 0.04, lobe: 0.28 },
      sun,
    ),
  )
  const clouds = createHeapPainter(heaps, noise, frame, sun)
  const flowers = createHeapPainter(
    sprays.flatMap(([x, y, wide, tall]) =>
      createHeap(
        random,
        {
          x,
          base: y + tall * 0.55,
          height: tall * 1.1,
          lobes: 12,
          lobe: 0.27,
          halfWidth: (rise) => wide * Math.sqrt(Math.max(0, 1 - (2 * rise - 1) ** 2)),
        },
        sun,
      ),
    ),
    noise,
    frame,
    sun,
    1.1,
  )

  const paintMountain = (x: number, y: number, out: Light) => {
    const below = y - outline(x)
    if (below < -0.002) return
    const inside = smoothstep(-frame.pixel, frame.pixel, below)
    // Gullies run down from the mountain's rim. Their left sides are lit.
    const down = Math.max(0.02, y - peak.y + 0.05)
    const angle = (x - peak.x) / (down + 0.12)
    const gully = (shift: number) => ridged(noise, angle * 5 + shift, down * 2.2, 4)
    const lit = smoothstep(-0.12, 0.12, gully(0.05) - gully(0) - 0.25 * angle)
    cover(out, stone, inside)
    cover(out, stoneLit, inside * lit)
    const line = 0.37 + 0.1 * (gully(0) - 0.5) + 0.03 * fbm(noise, x * 18, y * 18, 3)
    const white0 = smoothstep(line + 0.012, line - 0.012, y)
    cover(out, snowShade, inside * white0)
    cover(out, snow, inside * white0 * lit)
    cover(out, mist, inside * 0.9 * smoothstep(0.4, 0.7, y))
  }

  const paintView = (x: number, y: number, out: Light) => {
    sky(y, out)
    add(out, white, 0.12 * bell(Math.hypot(x - 0.2, y - 0.3), 0.5))
    const streak = fbm(noise, x * 1.2 + y, y * 8 - x * 0.7, 4)
    cover(out, white, 0.45 * smoothstep(0.1, 0.55, streak) * smoothstep(0.55, 0.2, y))
    paintMountain(x, y, out)
    clouds(x, y, out, cloud, 0.85 * smoothstep(0.62, 0.52, y))
    const far = y - farLine(x)
    if (far > -0.002) {
      cover(out, farHill, smoothstep(-frame.pixel, frame.pixel, far))
      cover(out, mist, 0.55 * smoothstep(shore - 0.06, shore, y))
    }
    const near = y - nearLine(x)
    if (near > -0.002) {
      const inside = smoothstep(-frame.pixel, frame.pixel, near)
      cover(out, nearHill, inside)
      groves(clamp((shore - y) * 20 + 0.7 * fbm(noise, x * 24, y * 30, 3) - 0.05), grove)
      cover(
        out,
        grove,
        inside *
          0.85 *
          smoothstep(shore - 0.034, shore - 0.016, y + 0.016 * fbm(noise, x * 22, 3, 3)),
      )
      cover(out, mist, inside * 0.3)
    }
  }
  const grove = new Float64Array(3)

  const paintBoughs = (x: number, y: number, out: Light) => {
    if (x < 0.95 || y > 0.56) return
    for (const [ax, ay, bx, by, wide, thin] of boughs) {
      const bend = 0.004 * noise(x * 12, y * 12)
      const d = segment(x + bend, y + bend, ax, ay, bx, by)
      if (d > 0.03) continue
      const share = clamp(
        ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2),
      )
      const half = mix(wide, thin, share)
      const inside = smoothstep(frame.pixel, -frame.pixel, d - half)
      const upper = y + bend < mix(ay, by, share) ? 1 : 0
      cover(out, bark, inside)
      cover(out, barkLit, 0.6 * inside * upper * smoothstep(half * 0.2, half * 0.9, d))
    }
  }

  const paintPetals = (x: number, y: number, out: Light) => {
    for (const petal of petals) {
      const dx = x - petal.x
      const dy = y - petal.y
      if (dx * dx + dy * dy > petal.size * petal.size * 3.2) continue
      const u = (dx * petal.cos + dy * petal.sin) / petal.size
      const v = (dy * petal.cos - dx * petal.sin) / (petal.size * petal.thin)
      const notch = 0.22 * bell(v, 0.4) * smoothstep(0.4, 1, u)
      const d = Math.hypot(u, v * (1 + 0.35 * u)) - 1 + notch
      const inside = smoothstep(petal.blur, -petal.blur, d)
      cover(out, pink, inside * (petal.blur > 0.3 ? 0.6 : 0.95))
      add(out, white, inside * 0.18 * smoothstep(-0.6, 0.8, u))
    }
  }

  return (x, y, out) => {
    if (y <= shore) paintView(x, y, out)
    else {
      const depth = (y - shore) / (1 - shore)
      const close = 1 / (depth + 0.06)
      const wave = smoothstep(0, 0.15, depth) * fbm(noise, (x - 0.8) * close * 1.6, close * 7, 2)
      paintView(
        x + 0.008 * wave,
        clamp(2 * shore - y * 1.0 - 0.35 * depth * (y - shore) + 0.03 * depth * wave, 0, shore),
        out,
      )
      scale(out, mix(0.93, 0.8, depth))
      cover(out, lake, 0.16 + 0.3 * depth)
      add(out, white, 0.2 * Math.exp(-(y - shore) / 0.003))
    }
    flowers(x + 0.012, y + 0.02, out, shaded, x > 0.9 ? 1 : 0)
    paintBoughs(x, y, out)
    flowers(x, y, out, blossom, x > 0.9 ? 1 : 0)
    paintPetals(x, y, out)
  }
}

const lake = rgb('#6f9fc0')
const shaded = ramp([
  [0.3, '#b06a90'],
  [0.8, '#d795b2'],
])

export const petalsOverTheLake: Scene = {
  name: 'petals-over-the-lake',
  title: 'Petals over the Lake',
  category: 'anime',
  width: 3840,
  height: 2160,
  seed: 53,
  tags: ['cherry-blossom', 'spring', 'lake', 'mountain', 'pink', 'petals', 'reflection', 'snow'],
  description:
    'Petals drift from a blossoming cherry bough over a still lake that mirrors a snow-capped mountain in spring haze.',
  mood: 'tender',
  artStyle: 'anime background',
  objects: ['cherry blossom', 'mountain', 'lake', 'petals', 'clouds'],
  encode: { bytes: 275_000 },
  prepare,
}
