import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, type StarField, scale, stars } from '../../light.ts'
import { createNoise2, fbm, type Noise2, ridged, warped } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const core = { x: 1.16, y: 0.5 }
const tilt = { along: -0.5, across: 0.866 }

const mesas = [
  { x: 0.02, half: 0.2, top: 0.7 },
  { x: 0.38, half: 0.04, top: 0.742 },
  { x: 0.5, half: 0.011, top: 0.762 },
  { x: 1.64, half: 0.1, top: 0.728 },
  { x: 1.42, half: 0.014, top: 0.79 },
]
const plainTop = 0.872

const skyline = (rock: Noise2, x: number): number => {
  let y = plainTop + 0.004 * fbm(rock, x * 6, 1, 4)
  for (const mesa of mesas) {
    const tall = plainTop - mesa.top
    const out = Math.abs(x - mesa.x) - mesa.half + 0.012 * fbm(rock, x * 26, mesa.top * 9, 4)
    const steps = 0.006 * Math.max(0, fbm(rock, x * 22, mesa.x * 7, 3))
    const wall = mesa.top + steps + Math.max(0, out) * 7
    const talus = mesa.top + tall * 0.52 + Math.max(0, out) * 0.85 + 0.006 * fbm(rock, x * 40, 3, 4)
    y = Math.min(y, wall, out < 0 ? y : talus)
  }
  return y
}

const prepare = (random: Random, frame: Frame): Shade => {
  const cloud = createNoise2(random)
  const dust = createNoise2(random)
  const rock = createNoise2(random)
  const sky = ramp([
    [0, '#070b1d'],
    [0.4, '#0d1733'],
    [0.66, '#1d2f52'],
    [0.8, '#4d4a63'],
    [0.87, '#95695c'],
  ])
  const haze = ramp([
    [0, '#27407a'],
    [0.4, '#7f7aa0'],
    [0.75, '#d3ab94'],
    [1, '#ffe3b8'],
  ])
  const rose = rgb('#b0527e')
  const stone = rgb('#140d12')
  const rim = rgb('#7a4a48')
  const ground = rgb('#080609')
  const fire = rgb('#ffb060')
  const cloth = rgb('#c9752f')
  const light = new Float64Array(3)
  const line = tabulate(0, frame.aspect, 16_000, (x) => skyline(rock, x))
  const plain = tabulate(0, frame.aspect, 16_000, (x) => 0.925 + 0.02 * fbm(rock, x * 3, 7, 6))

  /** Adds the band of the Milky Way. Returns the share of starlight that passes its dust. */
  const milkyWay = (
    out: Light,
    along: number,
    across: number,
    spine: number,
    band: number,
    bulge: number,
    x: number,
    y: number,
  ): number => {
    const lanes = warped(dust, along * 2.6, across * 5, 1.3, 6)
    const veins = ridged(dust, along * 5 + lanes, across * 8 + lanes, 5)
    const rift = bell(spine + 0.018 - 0.05 * lanes, 0.032 + 0.02 * lanes)
    const dark = clamp(0.85 * rift * (0.55 + 0.8 * veins) + smoothstep(0.1, 0.55, lanes) * 0.7)
    const billows = fbm(cloud, along * 7, across * 10, 6)
    const body = band * (0.62 + 0.55 * billows) + bulge * (0.26 + 0.45 * billows)
    const shine = (1 - Math.exp(-1.2 * Math.max(0, body))) * (1 - 0.9 * dark)
    haze(clamp(shine * 0.75 + 0.22 * bulge - 0.2 * dark), light)
    add(out, light, shine * shine * 0.85)
    const nebula = smoothstep(0.25, 0.7, warped(cloud, x * 4 + 3, y * 4, 0.6, 4))
    add(out, rose, 0.13 * nebula * band * band)
    return 1 - 0.7 * dark * band
  }

  const tent = (u: number, v: number, out: Light) => {
    const walls = Math.max(v, Math.abs(u) * 0.82 - 0.0098 - v)
    const inside = smoothstep(frame.pixel, -frame.pixel, walls)
    if (inside <= 0) return
    const lamp = bell(Math.hypot(u + 0.001, v + 0.003), 0.0075)
    const fold = smoothstep(-0.0002, 0.0002, u - 0.0012 - v * 0.12)
    const seam = bell(u - 0.0012 - v * 0.12, 0.00022) + bell(walls, 0.0003)
    cover(out, cloth, inside)
    scale(out, 1 - inside * (0.42 * fold + 0.35 * clamp(seam)))
    add(out, fire, inside * 0.75 * lamp * (1 - 0.45 * fold))
  }

  return (x, y, out) => {
    sky(y, out)
    const dx = x - core.x
    const dy = y - core.y
    const along = dx * tilt.along + dy * -tilt.across
    const across = dx * tilt.across + dy * tilt.along
    const drift = fbm(cloud, x * 2.4, y * 2.4, 5)
    const spine = across + 0.06 * drift
    const bulge = bell(Math.hypot(along * 0.8, across * 1.25), 0.2)
    const width = 0.12 + 0.09 * bulge
    const band = Math.exp(-((spine / width) ** 2)) * mix(0.55, 1, bell(along - 0.1, 0.7))
    const dusty = band + bulge > 0.004 ? milkyWay(out, along, across, spine, band, bulge, x, y) : 1

    const extinction = smoothstep(0.88, 0.55, y)
    if (y < line(x)) {
      stars(out, x, y, bright, 1.5 * extinction)
      stars(out, x, y, { ...faint, share: 0.14 + 0.5 * band }, 1.5 * extinction * dusty)
      stars(out, x, y, { ...finest, share: 0.05 + 0.75 * band }, 1.1 * extinction * dusty)
    }

    const below = y - line(x)
    if (below > -0.001) {
      const inside = smoothstep(-frame.pixel, frame.pixel, below)
      const strata = 0.5 + 0.5 * fbm(rock, x * 5, y * 90, 4)
      cover(out, stone, inside)
      add(out, rim, inside * 0.1 * strata * smoothstep(0.9, 0.7, y))
      add(out, rim, inside * 0.35 * smoothstep(0.83, 0.9, y))
    }
    const camp = Math.hypot(x - 0.83, (y - 0.918) * 1.6)
    const near = smoothstep(-frame.pixel, frame.pixel, y - plain(x))
    cover(out, ground, near)
    add(
      out,
      rim,
      near * 0.12 * clamp(0.4 + fbm(rock, x * 14, y * 60, 4)) * smoothstep(1.02, 0.93, y),
    )
    add(out, fire, 0.05 * glow(camp, 0.018) * smoothstep(0.25, 0.02, camp) * (0.5 + near))
    tent(x - 0.83, y - 0.9235, out)
    scale(out, 1 - 0.25 * clamp((x / frame.aspect - 0.5) ** 2 + (y - 0.5) ** 2))
  }
}

const bright: StarField = { density: 26, share: 0.42, radius: 0.0019, salt: 1 }
const faint: StarField = { density: 95, share: 0.14, radius: 0.001, salt: 20 }
const finest: StarField = { density: 230, share: 0.05, radius: 0.00065, salt: 40 }

export const galaxyMesa: Scene = {
  name: 'galaxy-over-the-mesa',
  title: 'Galaxy over the Mesa',
  category: 'nature',
  width: 7680,
  height: 4320,
  seed: 64,
  tags: ['milky-way', 'galaxy', 'stars', 'night', 'desert', 'mesa', 'camping', '8k'],
  description:
    'The Milky Way rises over a dark desert of table mountains; one small tent glows on the plain.',
  mood: 'awe',
  artStyle: 'astrophotography',
  objects: ['milky way', 'stars', 'mesa', 'tent'],
  encode: { bytes: 680_000 },
  prepare,
}
