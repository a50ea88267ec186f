import { mixRgb, type Rgb, rgb } from '../../color.ts'
import { between, pick, type Random } from '../../random.ts'
import { mix } from '../../shape.ts'

const rows = 8
export const horizon = 0.44

/**
 * A house seen from higher up the hill, so mostly its roof is visible. All lengths are in frame
 * units.
 */
export interface House {
  x: number
  eaves: number
  width: number
  roof: number
  ridge: number
  /** True when the triangular end of the roof faces the viewer. */
  gable: boolean
  foot: number
  depth: number
  slate: Rgb
  plaster: Rgb
  salt: number
}

const slates = ['#33456e', '#2b3f66', '#3a4468', '#2d4d68', '#4a3f63'] as const
const plasters = ['#525c88', '#5f5f86', '#46578a', '#6a6790'] as const

export const createTown = (random: Random): House[] => {
  const air = rgb('#7d86b6')
  const night = rgb('#0d1430')
  const town: House[] = []
  for (let row = rows - 1; row >= 0; row--) {
    const depth = row / (rows - 1)
    const wide = mix(0.042, 0.27, depth ** 1.5)
    const line = mix(horizon + 0.035, 0.985, depth ** 1.18)
    let x = -wide * between(random, 0.1, 0.8)
    while (x < 0.5625 + wide) {
      const width = wide * between(random, 0.72, 1.15)
      const tone = (hex: string, dark: number) =>
        mixRgb(mixRgb(air, rgb(hex), mix(0.35, 1, depth ** 0.7)), night, dark * depth)
      town.push({
        x: x + width / 2,
        eaves: line + wide * between(random, -0.14, 0.14),
        width,
        roof: width * between(random, 0.34, 0.5),
        ridge: between(random, 0.35, 0.7),
        gable: random() < 0.36,
        foot: line + wide * 1.1,
        depth,
        slate: tone(pick(random, slates), 0.35),
        plaster: tone(pick(random, plasters), 0.5),
        salt: Math.floor(random() * 100000),
      })
      x += width * between(random, 0.98, 1.2)
    }
  }
  return town
}
