/**
 * Paints cumulus clouds as heaps of round puffs. Each puff has a sharp lit edge and blends
 * downwards into the puff below it.
 */
import type { Ramp } from './color.ts'
import { fbm, type Noise2 } from './noise.ts'
import { between, type Random } from './random.ts'
import type { Frame, Light } from './scene.ts'
import { clamp, mix, smoothstep } from './shape.ts'

interface Puff {
  x: number
  y: number
  radius: number
  light: number
  /**
   * How much of a puff's lower half is visible. It is 1 for large puffs and less for small ones.
   */
  body: number
}

export interface Heap {
  x: number
  base: number
  height: number
  /** Returns half the cloud's width at a height from 0 (base) to 1 (top). */
  halfWidth: (rise: number) => number
  lobes: number
  lobe: number
}

/** The direction to the sun: x to the right, y down, z towards the viewer. */
export interface Sun {
  x: number
  y: number
  z: number
}

const lightOn = (dx: number, dy: number, radius: number, sun: Sun) => {
  const nx = dx / radius
  const ny = dy / radius
  const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
  return nx * sun.x + ny * sun.y + nz * sun.z
}

/**
 * Creates the puffs of a cloud, sorted from back to front. Each lobe is followed by the puffs that
 * grow on it.
 */
export const createHeap = (random: Random, heap: Heap, sun: Sun): Puff[] => {
  const lobes = Array.from({ length: heap.lobes }, (_, i) => {
    const rise = 1 - ((i + random()) / heap.lobes) ** 0.8
    const half = heap.halfWidth(rise)
    const side = between(random, -1, 1)
    const radius = heap.height * heap.lobe * between(random, 0.65, 1.15) * mix(1, 0.75, rise)
    return {
      x: heap.x + side * half,
      y: heap.base - rise * heap.height,
      radius,
      light: clamp(0.44 + 0.75 * side * sun.x + 0.5 * (rise - 0.45)),
      body: 1,
    }
  }).sort((a, b) => a.y - b.y)
  return lobes.flatMap((lobe) => grow(random, lobe, 2, sun))
}

/** The smallest radius of a puff. Smaller puffs would look like noise. */
const smallest = 0.005

/** Returns a puff and its ever smaller children, which grow on its upper side. */
const grow = (random: Random, parent: Puff, depth: number, sun: Sun): Puff[] => {
  if (depth === 0) return [parent]
  const count = depth === 2 ? 10 : 4
  const children = Array.from({ length: count }, () => {
    const angle = between(random, -1.9, 1.9)
    const out = between(random, 0.35, 0.98)
    const dx = Math.sin(angle) * out * parent.radius
    const dy = -Math.cos(angle) * out * parent.radius
    return {
      x: parent.x + dx,
      y: parent.y + dy,
      radius: parent.radius * between(random, 0.26, 0.52),
      light: mix(parent.light, 0.5 + 0.5 * lightOn(dx, dy, parent.radius, sun), 0.42),
      body: 0.25 * (depth - 1),
    }
  })
    .filter((child) => child.radius > smallest)
    .sort((a, b) => a.y - b.y)
  return [parent, ...children.flatMap((child) => grow(random, child, depth - 1, sun))]
}

/**
 * Paints the cloud over `out`. `fade` is 0 where the cloud must not be visible, such as below its
 * base.
 */
export type PaintHeap = (x: number, y: number, out: Light, tones: Ramp, fade: number) => void

const cell = 0.02

/** Sorts puffs into grid cells, so that each pixel examines only the puffs near it. */
export const createHeapPainter = (
  puffs: readonly Puff[],
  noise: Noise2,
  frame: Frame,
  sun: Sun,
  ragged = 1,
): PaintHeap => {
  const columns = Math.ceil(frame.aspect / cell) + 4
  const cells = new Map<number, Puff[]>()
  for (const puff of puffs) {
    const reach = puff.radius + 0.02 * ragged
    for (let j = Math.floor((puff.y - reach) / cell); j <= (puff.y + reach) / cell; j++) {
      for (let i = Math.floor((puff.x - reach) / cell); i <= (puff.x + reach) / cell; i++) {
        const key = j * columns + i
        const list = cells.get(key)
        if (list) list.push(puff)
        else cells.set(key, [puff])
      }
    }
  }
  const paint = new Float64Array(3)
  return (x, y, out, tones, fade) => {
    const near = cells.get(Math.floor(y / cell) * columns + Math.floor(x / cell))
    if (!near || fade <= 0) return
    const wide = 0.009 * ragged
    const wx = x + wide * fbm(noise, x * 22, y * 22, 3)
    const wy = y + wide * fbm(noise, x * 22 + 40, y * 22, 3)
    // Examines puffs from front to back and stops at an opaque one, because it hides the puffs
    // behind it.
    let through = 1
    let [r, g, b] = [0, 0, 0]
    for (let n = near.length - 1; n >= 0 && through > 0.01; n--) {
      const puff = near[n]
      const dx = wx - puff.x
      const dy = wy - puff.y
      const square = dx * dx + dy * dy
      if (square > puff.radius * puff.radius) continue
      const inside = puff.radius - Math.sqrt(square)
      const crisp = smoothstep(0, Math.max(frame.pixel, puff.radius * 0.07), inside)
      const lower = 1 - (1 - puff.body) * smoothstep(-0.5, 0.55, dy / puff.radius)
      const light = 0.55 * puff.light + 0.45 * (0.5 + 0.5 * lightOn(dx, dy, puff.radius, sun))
      const share = crisp * lower * through
      tones(light, paint)
      r += paint[0] * share
      g += paint[1] * share
      b += paint[2] * share
      through *= 1 - crisp * lower
    }
    const kept = 1 - fade * (1 - through)
    out[0] = out[0] * kept + r * fade
    out[1] = out[1] * kept + g * fade
    out[2] = out[2] * kept + b * fade
  }
}
