import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { createGrid } from '../../grid.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { mix, smoothstep } from '../../shape.ts'

const layers = 8

/** The shadow of a paper sheet: its offset and softness, which grow with the sheet's height. */
const fall = { x: 0.022, y: 0.03, soft: 0.03 }

/**
 * Returns the terrain level at which the k-th sheet is cut. Higher sheets are cut farther from the
 * gorge.
 */
const thresholdOf = (k: number) => 0.1 + 0.088 * k * (1 + 0.06 * k)

const prepare = (random: Random, { aspect, pixel }: Frame): Shade => {
  const noise = createNoise2(random)
  const area = { left: -0.1, top: -0.1, right: aspect + 0.1, bottom: 1.1 }
  // The terrain level: 0 on the floor of a winding gorge from the lower left to the upper right,
  // and higher outwards.
  const level = createGrid(area, 500, 310, (x, y) => {
    const sway = noise(x * 0.9 + 2, y * 0.9 - 4)
    const bend = noise(x * 2 - 6, y * 2 + 1)
    const across = Math.abs((y - 0.62) * 0.9 + (x - 1.05) * 0.42 + 0.34 * sway + 0.06 * bend)
    return across * 1.6 + 0.1 * noise(x * 1.4 + 9, y * 1.4) + 0.05 * bend
  })
  // Dividing the terrain level by its slope gives approximate distances to the edges of the sheets.
  const slope = createGrid(area, 500, 310, (x, y) => {
    const e = 0.004
    const gx = level(x + e, y) - level(x - e, y)
    const gy = level(x, y + e) - level(x, y - e)
    return Math.max(0.35, Math.hypot(gx, gy) / (2 * e))
  })
  const gold = ramp([
    [0, '#c98a1e'],
    [0.5, '#efbf4f'],
    [1, '#ffe6a2'],
  ])
  const sheets: Rgb[] = Array.from({ length: layers }, (_, i) =>
    mixRgb(rgb('#e9cfae'), rgb('#fbf6ec'), (i / (layers - 1)) ** 0.7),
  )
  const shade = rgb('#6b4526')
  const white = rgb('#ffffff')

  return (x, y, out) => {
    gold(0.9 - 0.5 * y + 0.2 * bell(x - 1.1, 0.5), out)
    const here = level(x, y)
    const steep = slope(x, y)
    for (let k = 0; k < layers; k++) {
      const threshold = thresholdOf(k)
      const distance = (here - threshold) / steep
      if (distance > pixel * 2 && k < layers - 1) {
        if (here > thresholdOf(k + 2)) continue
      }
      if (distance < pixel) {
        const lift = mix(0.7, 1.5, k / layers)
        const sx = x - fall.x * lift
        const sy = y - fall.y * lift
        const above = (level(sx, sy) - threshold) / slope(sx, sy)
        const close = Math.exp(distance / 0.009)
        cover(
          out,
          shade,
          0.4 * smoothstep(-fall.soft * lift, fall.soft * lift, above) + 0.12 * close,
        )
      }
      const inside = smoothstep(-pixel, pixel, distance)
      if (inside === 0) continue
      cover(out, sheets[k], inside)
      add(out, white, 0.1 * inside * Math.exp(-distance / 0.0022))
    }
    scale(out, 1.03 - 0.16 * Math.hypot(x - 0.5, (y - 0.2) * 0.9))
  }
}

export const paperCanyon: Scene = {
  name: 'paper-canyon',
  title: 'Paper Canyon',
  category: 'art',
  width: 3840,
  height: 2160,
  seed: 18,
  tags: ['paper', 'ivory', 'white', 'layers', 'gold', 'papercut', 'canyon', 'shadow'],
  description:
    'Sheets of ivory paper are cut and stacked into a winding canyon; deep down at its floor lies a ribbon of gold.',
  mood: 'calm',
  artStyle: 'paper',
  objects: ['paper', 'canyon'],
  prepare,
}
