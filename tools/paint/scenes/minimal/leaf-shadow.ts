import { rgb } from '../../color.ts'
import { cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

interface Leaf {
  x: number
  y: number
  cos: number
  sin: number
  length: number
  half: number
  lift: number
}

const growFrond = (
  random: Random,
  x: number,
  y: number,
  angle: number,
  length: number,
  lift: number,
) => {
  const leaves: Leaf[] = []
  const bend = -between(random, 0.45, 0.85)
  const count = 19
  let heading = angle
  for (let i = 0; i < count; i++) {
    const t = i / count
    heading += bend / count
    x += (Math.cos(heading) * length) / count
    y += (Math.sin(heading) * length) / count
    const size = length * 0.46 * Math.sin(Math.PI * (0.12 + 0.84 * t)) ** 0.8
    for (const side of [-1, 1]) {
      const spread = side * mix(1.15, 0.35, t) + between(random, -0.07, 0.07)
      leaves.push(createLeaf(x, y, heading + spread, size * between(random, 0.88, 1.08), lift))
    }
    leaves.push(createLeaf(x, y, heading, length / count + 0.01, lift, 0.006))
  }
  return leaves
}

const createLeaf = (
  x: number,
  y: number,
  angle: number,
  length: number,
  lift: number,
  half?: number,
): Leaf => {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return { x, y, cos, sin, length, half: half ?? length * 0.036, lift }
}

/**
 * Returns the signed distance to a lens-shaped leaf. It is fast to compute and accurate only near
 * the edge.
 */
const distance = (leaf: Leaf, x: number, y: number): number => {
  const dx = x - leaf.x
  const dy = y - leaf.y
  const along = (dx * leaf.cos + dy * leaf.sin) / leaf.length
  const droop = along * along * 0.06 * leaf.length
  const across = Math.abs(dy * leaf.cos - dx * leaf.sin - droop)
  if (along < 0) return Math.hypot(dx, dy)
  if (along > 1) return across + (along - 1) * leaf.length
  return across - leaf.half * 4 * along ** 0.7 * (1 - along) * 0.9
}

const prepare = (random: Random, frame: Frame): Shade => {
  const plaster = createNoise2(random)
  const wall = rgb('#c3b68c')
  const lit = rgb('#e2d6ac')
  const shade = rgb('#6c6a45')
  const fronds = [
    growFrond(random, 1.95, 0.02, 3.3, 1.25, 0.026),
    growFrond(random, 1.55, -0.2, 2.55, 1.0, 0.07),
    growFrond(random, 2.0, 0.3, 2.75, 1.05, 0.042),
  ]

  const shadowOf = (leaves: Leaf[], x: number, y: number) => {
    let light = 1
    for (const leaf of leaves) {
      if (Math.abs(x - leaf.x) + Math.abs(y - leaf.y) > leaf.length * 1.45 + leaf.lift) continue
      const soft = leaf.lift * 0.42
      const d = distance(leaf, x, y)
      if (d > soft) continue
      const dense = Math.min(1, (leaf.half * 1.9) / soft)
      light = Math.min(light, 1 - dense * smoothstep(soft, -soft, d))
    }
    return 1 - light
  }

  return (x, y, out) => {
    const slant = x * 0.82 + y * 0.58
    const beam = smoothstep(0.32, 0.52, slant) * smoothstep(2.25, 1.75, slant)
    const warm = clamp(beam * mix(0.75, 1, smoothstep(0.3, 1.7, x)))
    out.set(wall)
    scale(out, mix(0.72, 0.86, x / frame.aspect))
    cover(out, lit, warm)
    let dark = 0
    for (const leaves of fronds) dark = 1 - (1 - dark) * (1 - shadowOf(leaves, x, y) * 0.92)
    cover(out, shade, clamp(dark) * warm * 0.8)
    const trowel = fbm(plaster, x * 5 + 2 * y, y * 9 - x, 5) + 0.4 * fbm(plaster, x * 60, y * 60, 2)
    scale(out, 1 + 0.022 * trowel)
  }
}

export const leafShadow: Scene = {
  name: 'palm-shadow',
  title: 'Palm Shadow',
  category: 'minimal',
  width: 3840,
  height: 2160,
  seed: 5,
  tags: ['minimal', 'shadow', 'palm', 'leaves', 'khaki', 'olive', 'wall', 'sunlight'],
  description: 'The soft shadow of palm leaves falls across a khaki plaster wall in late sun.',
  mood: 'relaxed',
  artStyle: 'minimalist',
  objects: ['palm leaves', 'shadow', 'wall'],
  prepare,
}
