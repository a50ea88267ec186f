import { ramp, rgb } from '../../color.ts'
import { add, cover, sink } from '../../light.ts'
import { createNoise2 } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const center = { x: 1.12, y: 0.53 }
const rings = 9
const light = { x: -0.62, y: -0.78 }

interface Petal {
  cos: number
  sin: number
  reach: number
  half: number
  ring: number
  tone: number
}

const growPetals = (random: Random): Petal[] => {
  const petals: Petal[] = []
  for (let ring = 0; ring < rings; ring++) {
    const t = ring / (rings - 1)
    const count = Math.round(mix(15, 7, t))
    const reach = mix(0.43, 0.052, t ** 0.82)
    for (let i = 0; i < count; i++) {
      const angle =
        ((i + (ring % 2) * 0.5) / count) * Math.PI * 2 + between(random, -0.06, 0.06) + ring * 0.11
      petals.push({
        cos: Math.cos(angle),
        sin: Math.sin(angle),
        reach: reach * between(random, 0.94, 1.05),
        half: reach * Math.sin(Math.PI / count) * between(random, 1.02, 1.16),
        ring: t,
        tone: between(random, 0.85, 1.1),
      })
    }
  }
  return petals
}

const prepare = (random: Random, frame: Frame): Shade => {
  const petals = growPetals(random)
  const vein = createNoise2(random)
  const rimLight = ramp([
    [0, '#3a0018'],
    [0.35, '#a5005f'],
    [0.7, '#ff2fae'],
    [1, '#ffd0ee'],
  ])
  const body = ramp([
    [0, '#000000'],
    [0.3, '#2a0016'],
    [0.65, '#85074f'],
    [1, '#e0288f'],
  ])
  const black = rgb('#000000')
  const paint: Light = new Float64Array(3)

  const shadePetal = (petal: Petal, dx: number, dy: number, out: Light) => {
    const along = (dx * petal.cos + dy * petal.sin) / petal.reach
    if (along < 0.05 || along > 1.03) return
    const across = -dx * petal.sin + dy * petal.cos
    // A petal is widest at two thirds of its length and pointed at the tip.
    const shape = Math.sin(Math.PI * along ** 1.55) ** 0.62 * (1 - 0.12 * along)
    const half = petal.half * (along < 1 ? shape : 0)
    const inward = half - Math.abs(across)
    const tip = (1 - along) * petal.reach * 0.8
    const d = Math.min(inward, tip)
    const inside = smoothstep(-frame.pixel, frame.pixel, d)
    if (inside <= 0) return

    const side = across / Math.max(half, 1e-5)
    const nx = petal.cos * 0.5 * (along - 0.4) - petal.sin * side
    const ny = petal.sin * 0.5 * (along - 0.4) + petal.cos * side
    const facing = clamp(0.5 + 0.62 * (nx * light.x + ny * light.y))
    const cup = side * side * 0.55 + 0.45 * clamp((along - 0.45) / 0.55) ** 2
    const lines = 1 + 0.16 * vein(side * 7 + petal.cos * 9, along * 2 + petal.sin * 9)
    const depth = mix(0.6, 1, Math.sin(Math.PI * petal.ring) ** 0.5)
    const sheltered = smoothstep(0.3, 0.85, along)
    body(clamp((0.3 + 0.7 * cup) * (0.2 + 0.8 * facing) * lines * petal.tone * sheltered), paint)
    cover(out, black, inside)
    add(out, paint, inside * depth * 0.8)
    const width = 0.0016 + 0.0042 * facing * facing
    const rim = Math.exp(-Math.max(0, d) / width) * sheltered ** 1.5
    const strength = rim * facing ** 2.2 * petal.tone
    rimLight(clamp(strength * 1.1), paint)
    add(out, paint, inside * strength * 0.9 * depth)
  }

  return (x, y, out) => {
    const dx = x - center.x
    const dy = y - center.y
    const r = Math.hypot(dx, dy)
    if (r > 0.47) return
    for (const petal of petals) {
      // Skips petals that cannot cover the point: it lies beyond the tip or on the other side of
      // the flower.
      if (r > petal.reach * 1.05 || dx * petal.cos + dy * petal.sin < 0) continue
      if (Math.abs(-dx * petal.sin + dy * petal.cos) > petal.half * 1.05) continue
      shadePetal(petal, dx, dy, out)
    }
    const shadowSide = clamp(0.62 - (dx * light.x + dy * light.y) * -1.15)
    for (let c = 0; c < 3; c++) out[c] = out[c] * shadowSide * 1.25
    sink(out, 0.0016)
  }
}

export const darkDahlia: Scene = {
  name: 'dark-dahlia',
  title: 'Dark Dahlia',
  category: 'amoled',
  width: 3840,
  height: 2160,
  seed: 27,
  tags: ['amoled', 'flower', 'dahlia', 'petals', 'magenta', 'maroon', 'black', 'macro'],
  description: 'A dahlia of black petals shows itself only where magenta light catches their rims.',
  mood: 'elegant',
  artStyle: 'macro',
  objects: ['flower', 'petals'],
  encode: { chroma: '4:4:4', bytes: 280_000 },
  prepare,
}
