import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm, type Noise2, warped } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const layers = 7
const light = { x: 0.45, y: 0.34 }

interface Hill {
  crest: (x: number) => number
  sunny: Rgb
  shady: Rgb
  /**
   * The number of rows of vines or furrows per frame unit. `rowStrength` is how visible they are.
   */
  rows: number
  rowStrength: number
  tilt: number
}

interface Tree {
  x: number
  foot: number
  height: number
  width: number
  layer: number
}

const sunnySide = ['#f4c9b8', '#f3b3a0', '#ef987f', '#eeb064', '#e08556', '#d1604a', '#a23a4c']
const shadySide = ['#dfa5ac', '#d28a9a', '#bd6b86', '#b96a4e', '#a04a5b', '#7f3558', '#4a1d46']

const createHill = (random: Random, index: number, aspect: number): Hill => {
  const near = index / (layers - 1)
  const noise = createNoise2(random)
  const offset = between(random, 0, 60)
  const base = mix(0.44, 1.0, near ** 1.1)
  const swing = mix(0.05, 0.13, near)
  return {
    crest: tabulate(
      0,
      aspect,
      4000,
      (x) =>
        base +
        swing * (noise(x * mix(1.9, 0.95, near) + offset, 1.5) - 0.2) +
        0.012 * noise(x * 5 + offset, 9),
    ),
    sunny: rgb(sunnySide[index]),
    shady: rgb(shadySide[index]),
    rows: index % 2 === 1 ? mix(34, 13, near) : 0,
    rowStrength: 0.09,
    tilt: between(random, -0.6, 0.6),
  }
}

const createTrees = (random: Random, hills: Hill[], aspect: number): Tree[] => {
  const trees: Tree[] = []
  for (const [layer, groups, size] of [
    [2, 3, 0.05],
    [4, 2, 0.095],
    [5, 2, 0.16],
  ] as const) {
    for (let g = 0; g < groups; g++) {
      const at = aspect * ((g + between(random, 0.2, 0.85)) / groups)
      const count = 2 + Math.floor(random() * 3)
      for (let k = 0; k < count; k++) {
        const x = at + (k - count / 2) * size * between(random, 0.3, 0.42)
        const height = size * between(random, 0.65, 1.15)
        trees.push({ x, foot: hills[layer].crest(x) + 0.012, height, width: height * 0.11, layer })
      }
    }
  }
  return trees
}

/**
 * The distance to a flame-shaped cypress, in units of its width. It is negative inside the tree.
 */
const cypress = (tree: Tree, x: number, y: number, rough: number): number => {
  const up = (tree.foot - y) / tree.height
  if (up < 0 || up > 1) return 1
  const half = Math.sqrt(up) * (1 - up) ** 0.8 * 2.1
  return Math.abs(x - tree.x) / tree.width - half * (1 + 0.16 * rough)
}

const prepare = (random: Random, { aspect, pixel }: Frame): Shade => {
  const hills = Array.from({ length: layers }, (_, i) => createHill(random, i, aspect))
  const trees = createTrees(random, hills, aspect)
  const brush: Noise2 = createNoise2(random)
  const sky = ramp([
    [0, '#8fa9c4'],
    [0.18, '#c3bccb'],
    [0.34, '#f0c9c2'],
    [0.5, '#fbe0c0'],
  ])
  const sun = rgb('#fff0cf')
  const cloud = rgb('#fbe7dc')
  const paint = new Float64Array(3)

  const paintHill = (i: number, x: number, y: number, below: number) => {
    const hill = hills[i]
    const near = i / (layers - 1)
    const slope = (hill.crest(x + 0.01) - hill.crest(x - 0.01)) / 0.02
    const stroke = warped(brush, x * 3 + i * 11, y * 7, 0.7, 3)
    const towardsSun = -1.6 * slope * clamp((light.x - x) * 4, -1, 1)
    const lit = clamp(0.62 - below / mix(0.13, 0.3, near) + 0.55 * towardsSun + 0.3 * stroke)
    const tone = smoothstep(0, 1, lit)
    for (let c = 0; c < 3; c++) paint[c] = mix(hill.shady[c], hill.sunny[c], tone)
    if (hill.rows > 0) {
      // Paints vines in rows that run down the slope and spread towards the viewer. Some dabs are
      // missing, as in a painting by hand.
      const at = ((x - 0.9 + hill.tilt * below) / (0.5 + below * 2.2)) * hill.rows * 2.2
      const row = smoothstep(-0.2, 0.75, Math.sin(at + 0.7 * stroke)) - 0.5
      const dabs = smoothstep(-0.5, 0.1, brush(at * 0.8, below * 70 + i))
      scale(paint, 1 + 2 * hill.rowStrength * row * dabs * smoothstep(0.003, 0.03, below))
    }
    add(paint, sun, 0.22 * Math.exp(-below / 0.006) * bell(x - light.x, 0.8) * (1 - 0.6 * near))
  }

  return (x, y, out) => {
    sky(y, out)
    const away = Math.hypot(x - light.x, y - light.y)
    const drift = warped(brush, x * 1.3, y * 4.2, 0.6, 3)
    cover(out, cloud, 0.75 * smoothstep(0.12, 0.3, drift) * smoothstep(0.44, 0.16, y))
    cover(out, sun, smoothstep(0.0615 + pixel, 0.0615 - pixel, away))
    add(out, sun, 0.16 * bell(away, 0.3))
    for (let i = 0; i < layers; i++) {
      for (const tree of trees) {
        if (tree.layer !== i || Math.abs(x - tree.x) > tree.width * 1.6) continue
        const d = cypress(tree, x, y, brush(x * 160, y * 70))
        const leafy = treeTones[i]
        const side = clamp(
          0.5 +
            (((light.x - tree.x) * (x - tree.x)) / Math.abs(light.x - tree.x) / tree.width) * 0.5,
        )
        for (let c = 0; c < 3; c++) paint[c] = mix(leafy[0][c], leafy[1][c], side * side)
        cover(out, paint, smoothstep(pixel / tree.width, -pixel / tree.width, d))
      }
      const below = y - hills[i].crest(x)
      if (below < -pixel) continue
      paintHill(i, x, y, Math.max(0, below))
      cover(out, paint, smoothstep(-pixel, pixel, below))
    }
    scale(out, 1 + 0.035 * fbm(brush, x * 9, y * 26, 2))
  }
}

const treeTones: readonly (readonly [Rgb, Rgb])[] = Array.from({ length: layers }, (_, i) => {
  const far = 1 - i / (layers - 1)
  return [
    mixRgb(rgb('#1c2a30'), rgb('#8f6a80'), far * 0.8),
    mixRgb(rgb('#4f6150'), rgb('#c79a90'), far * 0.8),
  ] as const
})

export const gouacheHills: Scene = {
  name: 'gouache-hills',
  title: 'Gouache Hills',
  category: 'art',
  width: 3840,
  height: 2160,
  seed: 61,
  tags: ['hills', 'tuscany', 'gouache', 'pink', 'terracotta', 'cypress', 'painting', 'sunset'],
  description:
    'Rolling vineyard hills painted in rose and terracotta gouache, with small groups of cypresses and a pale low sun.',
  mood: 'gentle',
  artStyle: 'gouache',
  objects: ['hills', 'trees', 'sun'],
  prepare,
}
