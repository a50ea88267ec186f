import { ramp, rgb } from '../../color.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'
import { createTiles } from '../../tiles.ts'

const half = 0.027
const pitch = 0.105
/** The camera looks at the tilted circuit board from the front. */
const camera = { height: 1.15, back: 1.3, tilt: 0.5, zoom: 1.35 }
const diagonal = Math.tan(Math.PI / 8)

/** A place where the bundles of tracks turn, and how far they rise or fall there. */
interface Bend {
  x: number
  rise: number
}
/**
 * All bundles rise in the same direction. Opposite turns would make bundles meet on a wide board.
 */
const bends: readonly Bend[] = [
  { x: -2.6, rise: 0.5 },
  { x: -0.5, rise: 0.75 },
  { x: 1.5, rise: 0.45 },
  { x: 3.4, rise: 0.6 },
]
const turn = { cos: Math.cos(-0.5), sin: Math.sin(-0.5) }

interface Part {
  ax: number
  ay: number
  bx: number
  by: number
  via: boolean
}

/**
 * Adds a bundle of parallel tracks: straight runs joined by 45° ramps. All bundles bend at the same
 * places, and each track bends slightly later than the previous one, so no two tracks cross.
 */
const addBundle = (parts: Part[], y: number, tracks: number, first: number, last: number) => {
  for (let k = 0; k < tracks; k++) {
    const level = y + k * pitch
    const turnAt = (bend: Bend) => bend.x - Math.sign(bend.rise) * level * diagonal
    const stagger = (k % 2) * 0.14
    const before = bends[first - 1]
    const after = bends[last]
    let px = before ? turnAt(before) + Math.abs(before.rise) + 0.2 + stagger : -6
    let py = level + bends.slice(0, first).reduce((sum, { rise }) => sum + rise, 0)
    parts.push({ ax: px, ay: py, bx: px + 1e-4, by: py, via: true })
    for (const bend of bends.slice(first, last)) {
      const x = turnAt(bend)
      const end = x + Math.abs(bend.rise)
      parts.push({ ax: px, ay: py, bx: x, by: py, via: false })
      parts.push({ ax: x, ay: py, bx: end, by: py + bend.rise, via: false })
      px = end
      py += bend.rise
    }
    const stop = after ? turnAt(after) - 0.2 - stagger : 7
    parts.push({ ax: px, ay: py, bx: stop, by: py, via: false })
    parts.push({ ax: stop, ay: py, bx: stop + 1e-4, by: py, via: true })
  }
}

const prepare = (random: Random, { aspect, pixel }: Frame): Shade => {
  const parts: Part[] = []
  for (let lane = 0, y = -4.6; y < 4.4; lane++) {
    const tracks = 2 + Math.floor(random() * 4)
    const first = [0, 2, 0, 0, 3, 0][lane % 6]
    const last = [4, 4, 2, 4, 4, 3][lane % 6]
    addBundle(parts, y, tracks, first, last)
    y += (tracks - 1) * pitch + between(random, 0.32, 0.54)
  }
  // The board starts at (-4, -6) and is 9 wide and 9 deep. The coordinates are scaled and shifted
  // for the tiles, whose frame starts at 0.
  const span = 13
  const reach = 0.12 / span
  const place = (v: number, low: number) => (v - low) / span
  const near = createTiles(
    parts.map((p) => ({
      left: place(Math.min(p.ax, p.bx), -6) - reach,
      right: place(Math.max(p.ax, p.bx), -6) + reach,
      top: place(Math.min(p.ay, p.by), -6) - reach,
      bottom: place(Math.max(p.ay, p.by), -6) + reach,
    })),
    1,
    0.006,
  )
  const found = { distance: 1, nx: 0, ny: 0, via: 1 }
  const search = (x: number, y: number) => {
    found.distance = 1
    found.via = 1
    for (const index of near(place(x, -6), place(y, -6))) {
      const p = parts[index]
      const dx = p.bx - p.ax
      const dy = p.by - p.ay
      const t = clamp(((x - p.ax) * dx + (y - p.ay) * dy) / (dx * dx + dy * dy))
      const ex = x - p.ax - dx * t
      const ey = y - p.ay - dy * t
      const d = Math.sqrt(ex * ex + ey * ey)
      if (d < found.distance) {
        found.distance = d
        found.nx = ex / (d + 1e-9)
        found.ny = ey / (d + 1e-9)
      }
      if (p.via) found.via = Math.min(found.via, Math.hypot(x - p.ax, y - p.ay))
    }
  }
  const noise = createNoise2(random)
  const board = ramp([
    [0, '#120507'],
    [0.4, '#2c0d0f'],
    [0.75, '#571c16'],
    [1, '#8e3a22'],
  ])
  const copper = ramp([
    [0, '#1c0904'],
    [0.25, '#5a230d'],
    [0.5, '#b0561f'],
    [0.75, '#f0a05a'],
    [1, '#ffe8c4'],
  ])
  const lamp = { x: 0.95, y: 2.1 }
  const dusk = rgb('#3a120c')
  const warm = rgb('#ff9a52')
  const paint = new Float64Array(3)

  return (x, y, out) => {
    // Converts a point of the picture to a point on the board: a ray through the camera meets the
    // board's plane.
    const u = (x - aspect / 2) / camera.zoom
    const v = (0.5 - y) / camera.zoom
    const down = Math.sin(camera.tilt) - v * Math.cos(camera.tilt)
    const ahead = Math.cos(camera.tilt) + v * Math.sin(camera.tilt)
    const t = camera.height / Math.max(0.02, down)
    const bx = u * t + 0.35
    const by = ahead * t - camera.back
    const far = by - 0.55
    const blur = 0.8 * pixel * t + Math.min(0.026, 0.016 * Math.abs(far) ** 1.3)
    // Out of focus, the two edges of a copper track on the circuit board blur into one.
    const sharp = 1 / (1 + (blur / 0.013) ** 2)
    const toLampX = lamp.x - bx
    const toLampY = lamp.y - by
    const away = Math.hypot(toLampX, toLampY)
    const lx = toLampX / away
    const ly = toLampY / away
    const light = 0.07 + 1.15 * bell(away, 2.3)

    search(bx * turn.cos - by * turn.sin, bx * turn.sin + by * turn.cos)
    const { distance, via } = found
    const nx = found.nx * turn.cos + found.ny * turn.sin
    const ny = found.ny * turn.cos - found.nx * turn.sin
    const tone = fbm(noise, bx * 2.2, by * 2.2, 2)
    board(clamp(light * 0.72 + 0.05 * tone), out)
    const ring = via < 0.06 ? 1 : 0
    const edge = Math.min(distance - half, via - 0.044)
    // The tracks are raised above the board, so they throw a thin shadow away from the lamp.
    const behind = edge + 0.012 * (ring ? 0 : -(nx * lx + ny * ly) * sharp)
    scale(out, 1 - 0.5 * smoothstep(0.022 + blur, -blur, behind))
    const inside = smoothstep(blur, -blur, edge)
    if (inside === 0) {
      cover(out, dusk, 0.85 * smoothstep(0.9, 4.2, far))
      return
    }
    const rounded = smoothstep(-0.018 - blur, 0, edge)
    const facing = sharp * (nx * lx + ny * ly)
    const level = 0.17 + 0.5 * light + 0.04 * tone
    copper(clamp(level + rounded * (0.5 * facing - 0.05) * (0.35 + light)), paint)
    add(paint, warm, 0.6 * rounded * clamp(facing) ** 3 * light)
    cover(out, paint, inside)
    if (via < 0.06) {
      board(0.02, paint)
      cover(out, paint, smoothstep(0.014 + blur, 0.014 - blur, via))
    }
    cover(out, dusk, 0.85 * smoothstep(0.9, 4.2, far))
  }
}

export const copperPaths: Scene = {
  name: 'copper-paths',
  title: 'Copper Paths',
  category: 'tech',
  width: 3840,
  height: 2160,
  seed: 31,
  tags: ['circuit', 'copper', 'brown', 'macro', 'board', 'warm', 'electronics'],
  description:
    'Copper tracks cross a dark maroon board, bending together; a low lamp behind makes their edges shine while front and back melt out of focus.',
  mood: 'warm',
  artStyle: 'macro',
  objects: ['circuit', 'copper'],
  encode: { bytes: 320_000 },
  prepare,
}
