import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const rows = 6
const sun = { x: 1.19, y: 0.415, radius: 0.205 }

/**
 * A row of overlapping fans in the traditional Japanese pattern seigaiha. Later rows are nearer to
 * the viewer.
 */
interface Row {
  y: number
  radius: number
  spacing: number
  shift: number
  dark: Rgb
  light: Rgb
  line: Rgb
}

const createRows = (): Row[] => {
  const list: Row[] = []
  let y = 0.63
  for (let i = 0; i < rows; i++) {
    const near = i / (rows - 1)
    const radius = 0.096 * 1.24 ** i
    list.push({
      y: y + radius * 0.55,
      radius,
      spacing: radius * 1.78,
      shift: (i % 2) * 0.5 + 0.31,
      dark: mixRgb(rgb('#6fa6ab'), rgb('#0c2142'), near ** 0.75),
      light: mixRgb(rgb('#a9cfc9'), rgb('#1f5f8c'), near ** 0.75),
      line: mixRgb(rgb('#e9eddc'), rgb('#f7ecd3'), near),
    })
    y += radius * 0.5
  }
  return list
}

/**
 * The rings of a fan from its rim inwards. A tone is from 0 (dark) to 1 (light), and a line shows
 * bare paper.
 */
const rings = [
  { to: 0.94, tone: 0, line: true },
  { to: 0.66, tone: 0.15, line: false },
  { to: 0.61, tone: 0, line: true },
  { to: 0.34, tone: 0.75, line: false },
  { to: 0.29, tone: 0, line: true },
  { to: 0, tone: 1, line: false },
] as const

/**
 * The order in which a fan (0) and its neighbors (-1, 1) are painted at a point, for even and odd
 * fans. Odd fans come first.
 */
const order = [
  [-1, 1, 0],
  [0, -1, 1],
] as const

const prepare = (random: Random, { pixel }: Frame): Shade => {
  const sea = createRows()
  const grain = createNoise2(random)
  const sky = ramp([
    [0, '#6f9aa0'],
    [0.2, '#b9c7b4'],
    [0.42, '#f0dfb9'],
    [0.64, '#f8c795'],
  ])
  const disc = ramp([
    [0, '#d9412b'],
    [0.6, '#ee7440'],
    [1, '#f7ab63'],
  ])
  const cloud = rgb('#fbeed2')
  const shade = rgb('#0d2138')
  const warm = rgb('#ffb469')
  const paint = new Float64Array(3)

  const paintFan = (row: Row, r: number, chance: number) => {
    const edge = (pixel * 3.5) / row.radius
    paint[0] = row.line[0]
    paint[1] = row.line[1]
    paint[2] = row.line[2]
    for (let k = 1; k < rings.length; k++) {
      const outer = rings[k - 1].to
      if (r > outer + edge) break
      const ring = rings[k]
      const tone = clamp(ring.tone + 0.14 * (chance - 0.5))
      const color = ring.line
        ? row.line
        : ([
            mix(row.dark[0], row.light[0], tone),
            mix(row.dark[1], row.light[1], tone),
            mix(row.dark[2], row.light[2], tone),
          ] as const)
      cover(paint, color, smoothstep(outer + edge, outer - edge, r))
    }
  }

  /** Paints the row's fan at x, unless the point lies above the fan. */
  const layRow = (row: Row, i: number, x: number, y: number, out: Light) => {
    const k = Math.round(x / row.spacing - row.shift)
    // Neighboring fans overlap, and even ones lie on top.
    for (let n = 0; n < 3; n++) {
      const cell = k + order[k & 1][n]
      const cx = (cell + row.shift) * row.spacing
      const lift = row.radius * 0.2 * Math.sin(cx * 3.1 + i * 0.55)
      const dx = x - cx
      const dy = y - row.y + lift
      const r = Math.sqrt(dx * dx + dy * dy) / row.radius
      if (r > 1.35) continue
      const sx = dx - row.radius * 0.05
      const sy = dy + row.radius * 0.07
      const cast = Math.sqrt(sx * sx + sy * sy) / row.radius
      cover(out, shade, 0.42 * smoothstep(1.2, 0.86, cast))
      const edge = (pixel * 2) / row.radius
      if (r > 1 + edge) continue
      paintFan(row, r, hash(cell, i, 3))
      scale(paint, 1.08 - 0.3 * clamp(dy / row.radius + 0.75))
      const glint = bell(cx - sun.x, 0.16 + 0.03 * i) * (1 - i / rows)
      add(paint, warm, 0.1 * glint)
      cover(out, paint, smoothstep(1 + edge, 1 - edge, r))
    }
  }

  return (x, y, out) => {
    const streak = fbm(grain, x * 1.1, y * 7, 3)
    sky(y + 0.02 * streak, out)
    const away = Math.hypot(x - sun.x, y - sun.y)
    add(out, warm, 0.16 * bell(away, 0.5))
    // Imitates a printer who wiped ink from the lower edge of the sun.
    disc(clamp((y - sun.y + sun.radius) / (sun.radius * 2)), paint)
    cover(out, paint, smoothstep(sun.radius + pixel, sun.radius - pixel, away))
    const bar = fbm(grain, x * 0.9 + 4, y * 16 + 2, 2)
    cover(out, cloud, 0.5 * smoothstep(0.12, 0.34, bar) * smoothstep(0.1, 0.34, y))
    for (let i = 0; i < rows; i++) layRow(sea[i], i, x, y, out)
  }
}

export const fanWaveSea: Scene = {
  name: 'fan-wave-sea',
  title: 'Sea of Fans',
  category: 'art',
  width: 3840,
  height: 2160,
  seed: 36,
  tags: ['waves', 'sea', 'seigaiha', 'indigo', 'sun', 'japanese', 'pattern', 'paper'],
  description:
    'A sea made of paper fans, row before row from pale jade to deep indigo, rolls towards us under a large orange sun.',
  mood: 'serene',
  artStyle: 'woodblock print',
  objects: ['waves', 'sun', 'fans'],
  encode: { bytes: 320_000 },
  prepare,
}
