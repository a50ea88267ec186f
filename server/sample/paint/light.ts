/** Combines light. All functions change `out` in place, in linear light. */
import type { Rgb } from './color.ts'
import { hash } from './random.ts'
import type { Light } from './scene.ts'
import { clamp } from './shape.ts'

/** Adds light: glows, sparks, reflections. */
export const add = (out: Light, light: Rgb | Light, amount: number) => {
  out[0] = out[0] + light[0] * amount
  out[1] = out[1] + light[1] * amount
  out[2] = out[2] + light[2] * amount
}

/**
 * Covers with paint of the given opacity, 0..1. For haze, pass the color of air and `1 -
 * exp(-distance)`.
 */
export const cover = (out: Light, paint: Rgb | Light, opacity: number) => {
  out[0] = out[0] + (paint[0] - out[0]) * opacity
  out[1] = out[1] + (paint[1] - out[1]) * opacity
  out[2] = out[2] + (paint[2] - out[2]) * opacity
}

/** Dims or brightens. */
export const scale = (out: Light, factor: number) => {
  out[0] = out[0] * factor
  out[1] = out[1] * factor
  out[2] = out[2] * factor
}

/** Subtracts a little everywhere, so that faint light becomes exact black. */
export const sink = (out: Light, floor: number) => {
  out[0] = Math.max(0, out[0] - floor)
  out[1] = Math.max(0, out[1] - floor)
  out[2] = Math.max(0, out[2] - floor)
}

/** Filters light through colored glass. */
export const tint = (out: Light, glass: Rgb | Light) => {
  out[0] = out[0] * glass[0]
  out[1] = out[1] * glass[1]
  out[2] = out[2] * glass[2]
}

/** A halo: 1 at the edge of an object, a half at `radius`, with a long tail. */
export const glow = (distance: number, radius: number): number => {
  const d = Math.max(distance, 0) / radius
  return 1 / (1 + d * d)
}

/** A soft round falloff: 1 in the center, 1/e at `radius`. */
export const bell = (distance: number, radius: number) =>
  Math.exp(-(distance * distance) / (radius * radius))

/** A lens's natural darkening towards the corners; strength 0..1, position -1..1 on both axes. */
export const vignette = (u: number, v: number, strength: number) =>
  1 - strength * clamp((u * u + v * v) * 0.5)

export interface StarField {
  /** Cells per frame unit. 40 gives few large stars, 200 gives many fine ones. */
  density: number
  /** share of cells that hold a star */
  share: number
  /** radius of the brightest star in frame units */
  radius: number
  salt: number
}

/** Adds stars of many magnitudes to `out`. Most are faint, and each is slightly warm or cold. */
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
