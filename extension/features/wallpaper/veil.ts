import { toNumber, toRecord } from '../../platform/unknown.ts'

/** What the person has laid over every wallpaper. */
export interface Veil {
  /** How much darker, in percent. */
  dim: number
  /** Radius in CSS pixels. */
  blur: number
}

/** More would leave nothing of the picture. */
export const maxVeil: Veil = { dim: 80, blur: 40 }

export const noVeil: Veil = { dim: 0, blur: 0 }

export const parseVeil = (value: unknown): Veil => {
  const { dim, blur } = toRecord(value)
  return { dim: toWithin(dim, maxVeil.dim), blur: toWithin(blur, maxVeil.blur) }
}

const toWithin = (value: unknown, most: number) => Math.min(most, Math.max(0, toNumber(value)))
