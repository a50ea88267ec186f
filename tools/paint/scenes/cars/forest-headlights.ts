import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { box, clamp, mix, smoothstep } from '../../shape.ts'
import { distanceTo, type Point, smoothLoop } from './contour.ts'

const half: Point[] = [
  [0.24, 1.19],
  [0.46, 1.17],
  [0.58, 1.1],
  [0.68, 0.95],
  [0.8, 0.86],
  [0.94, 0.78],
  [0.99, 0.62],
  [0.98, 0.4],
  [0.93, 0.24],
  [0.7, 0.17],
  [0.3, 0.16],
]
const outline: Point[] = [...half, ...half.map(([x, y]): Point => [-x, y]).reverse()]
const car = { x: 1.1, ground: 0.735, size: 0.122 }
const lamp = { side: 0.7, height: 0.64 }
const beam = { x: car.x, y: car.ground - lamp.height * car.size }

/** Rows of tree trunks from far to near, with their spacing, half width, position and darkness. */
const rows = [
  { spacing: 0.05, half: 0.0045, foot: 0.7, dark: 0.22, behind: true },
  { spacing: 0.085, half: 0.009, foot: 0.725, dark: 0.4, behind: true },
  { spacing: 0.17, half: 0.019, foot: 0.79, dark: 0.72, behind: false },
  { spacing: 0.42, half: 0.046, foot: 1.1, dark: 0.96, behind: false },
]

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const body = distanceTo(smoothLoop(outline), 0.008, 0.1)
  const fog = ramp([
    [0, '#f4f0cd'],
    [0.07, '#cfdcae'],
    [0.2, '#8db08c'],
    [0.42, '#4d7a68'],
    [0.7, '#234b48'],
    [1.1, '#0c2529'],
  ])
  const bark = rgb('#07140f')
  const warm = rgb('#fff2cc')
  const moss = rgb('#6f8f52')
  const soil = rgb('#0b1c18')

  /**
   * Returns the position inside the nearest trunk of a row, in half widths. ±1 is the trunk's edge.
   */
  const trunkAt = (x: number, y: number, row: number) => {
    const { spacing, half: width, foot } = rows[row]
    let nearest = 9
    const cell = Math.floor(x / spacing)
    for (let i = cell - 1; i <= cell + 1; i++) {
      const at = (i + 0.15 + 0.7 * hash(i, row, 3)) * spacing
      const lean = (hash(i, row, 4) - 0.5) * 0.09
      const inRoad = Math.abs(at - car.x + (foot - 0.7) * 0.2) < [0.045, 0.08, 0.3, 0.52][row]
      if (inRoad || hash(i, row, 7) < 0.12) continue
      const flare = 1 + 0.8 * Math.exp((y - foot) * 26)
      const bend = width * 0.22 * noise(y * 3 + i * 5, row * 7)
      const wide = width * (0.65 + 0.7 * hash(i, row, 5)) * flare
      const d = (x - at - lean * (y - foot) - bend) / wide
      if (Math.abs(d) < Math.abs(nearest)) nearest = d
    }
    return nearest
  }

  const paintRow = (x: number, y: number, row: number, out: Light, lightSide: number) => {
    const { half: width, foot, dark } = rows[row]
    if (y > foot + 0.02) return
    const across = trunkAt(x, y, row)
    const d = Math.abs(across)
    const soft = frame.pixel / width
    const inside = smoothstep(1 + soft, 1 - soft, d) * smoothstep(foot + 0.012, foot - 0.004, y)
    if (inside === 0) return
    cover(out, bark, inside * dark)
    add(out, warm, inside * dark * smoothstep(0.35, 1, across * Math.sign(beam.x - x)) * lightSide)
  }

  /**
   * Shafts of headlight between the trunks. Noise depends only on the angle around the lamps, so
   * each ray is uniform.
   */
  const shafts = (x: number, y: number) => {
    const angle = Math.atan2(y - beam.y, x - beam.x)
    return 0.5 + 0.5 * fbm(noise, Math.cos(angle) * 5.5 + 9, Math.sin(angle) * 5.5, 3)
  }

  const paintLamps = (x: number, y: number, out: Light) => {
    const u = (x - car.x) / car.size
    const v = (car.ground - y) / car.size
    if (Math.abs(u) < 1.1 && v > -0.1 && v < 1.4) {
      const soft = frame.pixel / car.size
      const d = Math.min(body(u, v), box(Math.abs(u) - 0.78, v - 0.12, 0.12, 0.14, 0.03))
      const inside = smoothstep(soft, -soft, d)
      cover(out, bark, inside)
      scale(out, 1 - 0.75 * inside)
      // Light from the mist outlines the car's roof, the edge of its hood and the windshield.
      add(out, warm, inside * 0.16 * bell(d, 0.016) * smoothstep(0.6, 1, v))
      const screen =
        smoothstep(0.9, 0.93, v) *
        smoothstep(1.13, 1.1, v) *
        smoothstep(0.02, -0.02, Math.abs(u) - 0.98 + 0.42 * v)
      add(out, moss, inside * screen * mix(0.03, 0.16, smoothstep(0.9, 1.12, v)))
      add(
        out,
        moss,
        inside * 0.1 * bell(v - 0.83 + 0.1 * u * u, 0.02) * smoothstep(0.85, 0.6, Math.abs(u)),
      )
      add(out, moss, inside * 0.05 * bell(v - 0.36, 0.03) * smoothstep(0.8, 0.6, Math.abs(u)))
    }
    for (const side of [-1, 1]) {
      const dx = u - side * lamp.side
      const dy = v - lamp.height
      const away = Math.hypot(dx, dy) * car.size
      add(out, warm, 2.4 * smoothstep(0.0105, 0.006, Math.hypot(dx * 0.62, dy) * car.size))
      add(out, warm, 0.3 * glow(away, 0.006) + 0.42 * bell(away, 0.022))
      const flare =
        Math.exp(-Math.abs(dy) * car.size * 700) * Math.exp(-Math.abs(dx) * car.size * 9)
      add(out, warm, 0.25 * flare)
    }
  }

  return (x, y, out) => {
    const dx = x - beam.x
    const away = Math.hypot(dx * 0.8, y - beam.y)
    const drift = fbm(noise, x * 1.7, y * 3, 3)
    fog(clamp(away * (1 + 0.16 * drift), 0, 1.1), out)
    const shaft = shafts(x, y)
    scale(out, mix(1, 0.62 + 0.76 * shaft, smoothstep(0.02, 0.2, away)))
    // Light only grazes the side of a trunk that faces the lamps.
    const rim = 0.25 + 0.75 * bell(away, 0.5)
    for (let row = 0; row < 2; row++) paintRow(x, y, row, out, 0.3 * rim)

    const roadHalf = 0.055 + Math.max(0, y - 0.7) * 1.25
    const bend = (y - 0.735) * -0.25
    const ground = smoothstep(0.7, 0.76, y + 0.008 * drift)
    if (ground > 0) {
      const side = Math.abs(x - car.x - bend) / roadHalf
      const onRoad = smoothstep(1.15, 0.8, side + 0.12 * drift)
      cover(out, soil, ground * mix(0.86, 0.6, onRoad))
      const depth = clamp((y - 0.7) / 0.3)
      const grain = fbm(noise, x * mix(14, 6, depth), y * mix(55, 18, depth), 2)
      const gleam = bell(dx - bend, 0.05 + 0.36 * depth) * (0.75 + 0.5 * grain)
      add(out, warm, ground * onRoad * 0.42 * gleam * Math.exp(-depth * 1.3))
      add(
        out,
        moss,
        ground * (1 - onRoad) * 0.16 * (0.7 + 0.6 * grain) * bell(away, 0.5) * (0.5 + shaft),
      )
    }
    paintLamps(x, y, out)
    for (let row = 2; row < 4; row++) paintRow(x, y, row, out, 0.28 * rim * (0.4 + shaft))
    add(
      out,
      warm,
      0.035 * bell(away, 0.2) + 0.04 * shaft * bell(away, 0.6) * smoothstep(0.06, 0.2, away),
    )
  }
}

export const forestHeadlights: Scene = {
  name: 'forest-headlights',
  title: 'Headlights between the Trees',
  category: 'cars',
  width: 3840,
  height: 2160,
  seed: 448,
  tags: ['car', 'headlights', 'forest', 'mist', 'green', 'night', 'light-beams', 'road'],
  description:
    'A car comes down a forest road at nightfall; its headlights fan out through green mist between the dark trunks.',
  mood: 'mysterious',
  artStyle: 'cinematic',
  objects: ['car', 'headlights', 'trees', 'mist', 'road'],
  prepare,
}
