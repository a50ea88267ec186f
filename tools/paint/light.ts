/** Functions that combine linear light. Each one changes `out` in place. */
import type { Rgb } from './color.ts'
import { hash } from './random.ts'
import type { Light } from './scene.ts'
import { clamp } from './shape.ts'

/** Adds light, such as a glow, a spark or a reflection. */
export const add = (out: Light, light: Rgb | Light, amount: number) => {
  out[0] = out[0] + light[0] * amount
  out[1] = out[1] + light[1] * amount
  out[2] = out[2] + light[2] * amount
}

/**
 * Covers `out` with a color of the given opacity, 0..1. For haze, use the opacity `1 -
 * exp(-distance)`.
 */
export const cover = (out: Light, paint: Rgb | Light, opacity: number) => {
  out[0] = out[0] + (paint[0] - out[0]) * opacity
  out[1] = out[1] + (paint[1] - out[1]) * opacity
  out[2] = out[2] + (paint[2] - out[2]) * opacity
}

export const scale = (out: Light, factor: number) => {
  out[0] = out[0] * factor
  out[1] = out[1] * factor
  out[2] = out[2] * factor
}

/** Subtracts a small amount from every channel, so that faint light becomes exact black. */
export const sink = (out: Light, floor: number) => {
  out[0] = Math.max(0, out[0] - floor)
  out[1] = Math.max(0, out[1] - floor)
  out[2] = Math.max(0, out[2] - floor)
}

/** Multiplies the light by a color, as colored glass filters it. */
export const tint = (out: Light, glass: Rgb | Light) => {
  out[0] = out[0] * glass[0]
  out[1] = out[1] * glass[1]
  out[2] = out[2] * glass[2]
}

/**
 * Returns a halo's strength: 1 at the object's edge, one half at the distance `radius`, and a long
 * tail beyond.
 */
export const glow = (distance: number, radius: number): number => {
  const d = Math.max(distance, 0) / radius
  return 1 / (1 + d * d)
}

/** Returns a bell curve: 1 in the center and 1/e at the distance `radius`. */
export const bell = (distance: number, radius: number) =>
  Math.exp(-(distance * distance) / (radius * radius))

/**
 * Darkens the corners of the picture as a camera lens does. `strength` is 0..1, and both
 * coordinates run from -1 to 1.
 */
export const vignette = (u: number, v: number, strength: number) =>
  1 - strength * clamp((u * u + v * v) * 0.5)

export interface StarField {
  /** The number of grid cells per frame unit. 40 gives few large stars, 200 many fine ones. */
  density: number
  share: number
  radius: number
  salt: number
}

/**
 * Adds stars of different brightness to `out`. Most are faint, and each has a slightly warm or cold
 * color.
 */
export const stars = (out: Light, x: number, y: number, field: StarField, strength: number) => {
  const cx = Math.floor(x * field.density)
  const cy = Math.floor(y * field.density)
  for (let j = cy - 1; j <= cy + 1; j++) {
    for (let i = cx - 1; i <= cx + 1; i++) {
      if (hash(i, j, field.salt) > field.share) continue
      addStar(out, x, y, i, j, field, strength)
    }
  }
}

const addStar = (
  out: Light,
  x: number,
  y: number,
  i: number,
  j: number,
  field: StarField,
  strength: number,
) => {
  const dx = x - (i + hash(i, j, field.salt + 1)) / field.density
  const dy = y - (j + hash(i, j, field.salt + 2)) / field.density
  const magnitude = hash(i, j, field.salt + 3) ** 5
  const radius = field.radius * (0.35 + 0.65 * magnitude)
  const d = (dx * dx + dy * dy) / (radius * radius)
  if (d > 9) return
  const light = strength * (0.06 + magnitude) * Math.exp(-d * 2.2)
  const warmth = hash(i, j, field.salt + 4)
  out[0] = out[0] + light * (0.75 + 0.35 * warmth)
  out[1] = out[1] + light * 0.92
  out[2] = out[2] + light * (1.15 - 0.4 * warmth)
}
