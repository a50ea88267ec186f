import { ramp, rgb } from '../../color.ts'
import { createGrid } from '../../grid.ts'
import { add, bell, cover, scale } from '../../light.ts'
import { normalize, type Vec3 } from '../../march.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

/**
 * The camera looks down at a computer chip as if it were a city. It has no perspective, so all
 * edges have one of three directions.
 */
const forward = normalize([0.62, -0.62, 0.62])
const right: Vec3 = [Math.SQRT1_2, 0, -Math.SQRT1_2]
const up: Vec3 = [
  forward[1] * right[2] - forward[2] * right[1],
  forward[2] * right[0] - forward[0] * right[2],
  forward[0] * right[1] - forward[1] * right[0],
]
const sun = normalize([-0.86, 0.4, 0.22])
const size = 13
const tallest = 1.16
const zoom = 5.2

interface Block {
  height: number
  edge: number
  id: number
}

interface Lot {
  split: number
  gap: number
  heights: number[]
  ids: number[]
}

const createLot = (column: number, row: number): Lot => {
  const chance = hash(column, row, 7)
  const away = Math.hypot(column - 0.5, row - 0.5)
  const split = chance < 0.6 ? 1 : chance < 0.93 ? 2 : 4
  const lot: Lot = { split, gap: split === 4 ? 0.07 : 0.13, heights: [], ids: [] }
  for (let n = 0; n < split * split; n++) {
    const tone = hash(column * 9 + (n % split), row * 9 + Math.floor(n / split), 3)
    const low = mix(1, 0.45, smoothstep(2, 7, away)) * (split === 4 ? 0.55 : 1)
    lot.heights.push((0.12 + 0.75 * tone ** 2.2) * low)
    lot.ids.push(2 + Math.floor(tone * 1000))
  }
  return lot
}

const lots: Lot[] = Array.from({ length: 256 }, (_, n) =>
  createLot((n % 16) - 8, Math.floor(n / 16) - 8),
)

const findBlock = (x: number, z: number, block: Block) => {
  const core = Math.max(Math.abs(x - 0.5), Math.abs(z - 0.5))
  if (core < 2) {
    place(block, core - 1.86, 1.15, 1)
    return
  }
  const column = Math.floor((x + 1.5) / 2)
  const row = Math.floor((z + 1.5) / 2)
  const lot = lots[((row + 8) & 15) * 16 + ((column + 8) & 15)]
  const u = x + 1.5 - column * 2
  const v = z + 1.5 - row * 2
  const cell = 2 / lot.split
  const i = Math.floor(u / cell)
  const j = Math.floor(v / cell)
  const edge = Math.max(Math.abs(u - (i + 0.5) * cell), Math.abs(v - (j + 0.5) * cell)) - cell / 2
  const n = j * lot.split + i
  place(block, edge + lot.gap, lot.heights[n], lot.ids[n])
}

const place = (block: Block, edge: number, height: number, id: number) => {
  block.edge = edge
  block.height = edge < 0 ? height : 0
  block.id = edge < 0 ? id : 0
}

const prepare = (_random: Random, { aspect }: Frame): Shade => {
  const block: Block = { height: 0, edge: 0, id: 0 }
  const heightAt = (x: number, z: number) => {
    findBlock(x, z, block)
    return block.height
  }
  const area = { left: -size, top: -size, right: size, bottom: size }
  // The openness of streets and roofs changes slowly, so a grid is accurate enough.
  const openAt = createGrid(area, 420, 420, (x, z) => {
    const y = heightAt(x, z)
    let hidden = 0
    for (let i = 0; i < 28; i++) {
      const r = 0.06 + 0.9 * (i / 28)
      const over = heightAt(x + Math.cos(i * 2.4) * r, z + Math.sin(i * 2.4) * r) - y
      hidden += clamp(over / r, 0, 1.4)
    }
    return clamp(1 - (hidden / 28) * 1.5)
  })
  const seenFrom = (x: number, y: number, z: number) => {
    let seen = 1
    for (let t = 0.02; seen > 0 && y + sun[1] * t < tallest; ) {
      const px = x + sun[0] * t
      const pz = z + sun[2] * t
      const gap = y + sun[1] * t - heightAt(px, pz)
      seen = Math.min(seen, 0.5 + gap / (0.1 * t + 0.015))
      // The height is constant up to the edge of a roof or street, so the ray can advance that far
      // in one step.
      t += Math.max(0.03 + 0.02 * t, Math.abs(block.edge) * 0.9)
    }
    return clamp(seen)
  }
  /**
   * Follows a ray. Each step is at most the height above the roof or the distance to the wall, and
   * the last step is halved for accuracy.
   */
  const march = (ox: number, oy: number, oz: number) => {
    let t = (tallest - oy) / forward[1]
    let last = 0
    for (let i = 0; i < 160; i++) {
      const py = oy + forward[1] * t
      findBlock(ox + forward[0] * t, oz + forward[2] * t, block)
      if (py <= block.height + 1e-5) break
      last = Math.min(
        (py - block.height) / -forward[1],
        Math.max(Math.abs(block.edge) * 1.7, 0.012),
      )
      t += last
    }
    for (let i = 0; i < 6; i++) {
      last *= 0.5
      const py = oy + forward[1] * (t - last)
      if (py <= heightAt(ox + forward[0] * (t - last), oz + forward[2] * (t - last)) + 1e-5)
        t -= last
    }
    return t
  }
  /** The left walls of the blocks face the sun, and the right walls face away from it. */
  const isSunnyWall = (x: number, z: number, high: number) => heightAt(x - 0.02, z) < high - 0.01

  const metal = ramp([
    [0, '#0b0a1c'],
    [0.3, '#2a2147'],
    [0.55, '#6d3f63'],
    [0.78, '#d97a5e'],
    [1, '#ffc68a'],
  ])
  const gold = rgb('#ff9d52')
  const cyan = rgb('#5fe0ff')
  const dusk = rgb('#3a2a5e')

  return (x, y, out) => {
    const u = (x - aspect * 0.56) * zoom
    const v = (0.47 - y) * zoom
    const ox = right[0] * u + up[0] * v + 0.5
    const oy = up[1] * v
    const oz = right[2] * u + up[2] * v + 0.5
    const t = march(ox, oy, oz)
    const px = ox + forward[0] * t
    const py = oy + forward[1] * t
    const pz = oz + forward[2] * t
    findBlock(px, pz, block)
    const { id, height, edge } = block
    const roof = py > height - 0.004
    const open = openAt(px, pz)
    const facing = roof ? sun[1] : isSunnyWall(px, pz, height) ? 0.86 : 0.04
    const seen = facing > 0.1 ? seenFrom(px - 0.01, Math.min(py, height) + 0.003, pz - 0.01) : 0
    const tone = hash(id, 5, 1)
    const light = 0.08 + 0.17 * open + 0.66 * facing * seen * (0.8 + 0.35 * tone) + 0.05 * py
    metal(clamp(light), out)
    scale(out, 0.55 + 0.45 * (roof ? open : clamp(0.3 + py)))
    if (roof && id > 0) add(out, gold, 0.25 * Math.exp(edge / 0.012) * (0.3 + 0.7 * seen))
    const middle = Math.hypot(px - 0.5, pz - 0.5)
    if (id === 0) add(out, cyan, 0.3 * Math.exp(-(((edge - 0.06) / 0.02) ** 2)) * bell(middle, 4))
    if (id === 1 && roof) {
      const line = Math.abs(edge + 0.5)
      add(out, cyan, 0.7 * Math.exp(-((line / 0.022) ** 2)) + 0.1 * Math.exp(-line / 0.2))
    }
    cover(out, dusk, 0.8 * smoothstep(0.34, -0.12, y + 0.1 * x))
  }
}

export const siliconDusk: Scene = {
  name: 'silicon-dusk',
  title: 'Silicon Dusk',
  category: 'tech',
  width: 3840,
  height: 2160,
  seed: 2,
  tags: ['chip', 'isometric', 'circuit', 'city', 'dusk', 'orange', 'processor', '3d'],
  description:
    'A processor seen from above like a city at dusk: blocks catch the last orange light, streets lie in violet shadow, and the core glows.',
  mood: 'focused',
  artStyle: 'isometric',
  objects: ['chip', 'blocks', 'circuit'],
  encode: { bytes: 300_000 },
  prepare,
}
