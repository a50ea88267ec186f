import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell } from '../../light.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { smoothstep, tabulate } from '../../shape.ts'
import { type Bounds, createTiles } from '../../tiles.ts'

const strands = 41
const focus = 0.62
const halo = 0.02
const piece = 0.01

interface Strand {
  y: (x: number) => number
  /**
   * Returns half the width of a fiber's lit line in frame units. It grows with the distance from
   * the focus.
   */
  spread: (x: number) => number
  density: (x: number) => number
  color: Rgb
  light: number
  end: number
}

/**
 * Creates a fiber. All fibers leave a bundle at the left and fan out. A depth of 0 is far, and 1 is
 * near.
 */
const createStrand = (random: Random, index: number, aspect: number): Strand => {
  const depth = random()
  const fan = (index / (strands - 1) - 0.5) * 2 + between(random, -0.06, 0.06)
  const bow = between(random, 0.75, 1.3)
  const lag = between(random, -0.2, 0.2)
  const wobble = between(random, 0.004, 0.02)
  const y = (x: number) => {
    const u = (x + 0.25) / (aspect + 0.25)
    const open = 0.05 + 0.95 * smoothstep(0.15, 1.25, u) * bow
    const sweep = 0.24 * Math.sin(u * 3.1 + 0.5 + lag * 0.5)
    const sway = wobble * Math.sin(u * 8 + index * 2.4)
    return 0.66 - sweep + fan * open * 0.52 + sway - 0.1 * u * fan * fan
  }
  const blurAt = (x: number) => Math.abs(depth - focus + 0.22 * (x - 1.05))
  const light = between(random, 0.35, 1)
  const spread = (x: number) => 0.0015 + 0.045 * blurAt(x) ** 1.8
  return {
    y: tabulate(0, aspect, 1600, y),
    spread: tabulate(0, aspect, 400, spread),
    density: tabulate(0, aspect, 400, (x) => light * (0.0028 / (spread(x) + 0.0012)) ** 0.8),
    color: pickColor(random),
    light,
    end: random() < 0.55 ? between(random, 0.95, aspect + 0.1) : aspect + 1,
  }
}

const pickColor = (random: Random): Rgb => {
  const chance = random()
  if (chance < 0.66) return mixRgb(rgb('#0fb6ff'), rgb('#3df5ff'), random())
  if (chance < 0.94) return mixRgb(rgb('#2a6bff'), rgb('#36a0ff'), random())
  return mixRgb(rgb('#9b5cff'), rgb('#ff5fa8'), random() * 0.6)
}

/**
 * Divides a fiber into pieces of one tile's length and returns the bounds of their glow. They end
 * before the next tile.
 */
const outline = (strand: Strand, aspect: number): Bounds[] => {
  const pieces: Bounds[] = []
  const last = Math.min(aspect, strand.end + 0.01)
  for (let i = 0; i * piece < last; i++) {
    const x = i * piece
    const a = strand.y(x)
    const b = strand.y(x + piece)
    const reach = strand.spread(x) * 2.6 + halo * 2.2
    const [top, bottom] = [Math.min(a, b) - reach, Math.max(a, b) + reach]
    pieces.push({ left: x + piece / 4, top, right: x + piece / 2, bottom })
  }
  return pieces
}

const prepare = (random: Random, { aspect }: Frame): Shade => {
  const list = Array.from({ length: strands }, (_, i) => createStrand(random, i, aspect))
  const pieces = list.flatMap((strand) =>
    outline(strand, aspect).map((bounds) => ({ strand, bounds })),
  )
  const near = createTiles(
    pieces.map(({ bounds }) => bounds),
    aspect,
    piece,
  )
  const tips = list.filter((strand) => strand.end < aspect + 0.05)
  const room = ramp([
    [0, '#030716'],
    [0.5, '#05102a'],
    [1, '#0a2350'],
  ])
  const source = rgb('#2f9bff')
  const white = rgb('#e8fbff')

  const addLine = (strand: Strand, x: number, y: number, out: Light) => {
    const width = strand.spread(x)
    const d = Math.abs(y - strand.y(x))
    const density = strand.density(x)
    const body = d < width * 2.6 ? Math.exp(-((d / width) ** 2)) : 0
    const open = smoothstep(strand.end + width, strand.end - width, x)
    const run = open * (0.3 + 0.7 * smoothstep(-0.1, 1.2, x))
    const around = smoothstep(halo * 2.2, 0, d)
    add(out, strand.color, run * (0.9 * density * body + 0.016 * strand.light * around ** 4))
    if (body > 0) add(out, white, run * 0.5 * density * density * body * body)
  }

  const addTip = (strand: Strand, x: number, y: number, out: Light) => {
    const dx = Math.abs(x - strand.end)
    if (dx > 0.08) return
    const away = Math.hypot(dx, y - strand.y(strand.end))
    if (away > 0.08) return
    const disc = strand.spread(x) * 1.6 + 0.0032
    const bright = strand.light * (0.004 / disc) ** 0.7
    add(out, strand.color, 1.1 * bright * smoothstep(disc, disc * 0.78, away))
    add(out, strand.color, 0.2 * strand.light * bell(away, 0.03))
    add(out, white, ((strand.light * 0.0018) / disc) * bell(away, disc * 0.6))
  }

  return (x, y, out) => {
    const away = Math.hypot((x + 0.05) * 0.55, y - 0.5)
    room(0.95 - 0.95 * away, out)
    add(out, source, 0.2 * bell(away, 0.3))
    for (const index of near(x, y)) addLine(pieces[index].strand, x, y, out)
    for (const strand of tips) addTip(strand, x, y, out)
  }
}

export const fibreOptics: Scene = {
  name: 'fibre-optics',
  title: 'Fibre Optics',
  category: 'tech',
  width: 3840,
  height: 2160,
  seed: 8,
  tags: ['fibre', 'light', 'cyan', 'network', 'glow', 'bokeh', 'dark', 'blue'],
  description:
    'A bundle of glass fibres fans out of the dark; cyan light runs along the strands and ends in soft points, near ones melting out of focus.',
  mood: 'electric',
  artStyle: 'photo-real',
  objects: ['fibres', 'light'],
  encode: { edge: 0.03, bytes: 300_000 },
  prepare,
}
