import { readLocal, writeLocal } from '../../platform/local-text.ts'
import { toNumber, toRecord } from '../../platform/unknown.ts'

/** What the person has laid over every wallpaper. */
export type Veil = {
  /** How much darker, in percent. */
  dim: number
  /** Radius in CSS pixels. */
  blur: number
}

/** More would leave nothing of the picture. */
export const MOST: Veil = { dim: 80, blur: 40 }

export const noVeil: Veil = { dim: 0, blur: 0 }

export const parseVeil = (value: unknown): Veil => {
  const { dim, blur } = toRecord(value)
  return { dim: toWithin(dim, MOST.dim), blur: toWithin(blur, MOST.blur) }
}

const toWithin = (value: unknown, most: number) => Math.min(most, Math.max(0, toNumber(value)))

const KEY = 'fresco.veil'

/** Styles of the page (see the new tab's), and nothing at all without a veil. */
const toStyle = ({ dim, blur }: Veil): string =>
  `${dim ? `--dim:${dim}%;` : ''}${blur ? `--blur:${blur}px` : ''}`

/** Before the first frame: lays what the previous page has kept over the wallpaper. */
export const layKeptVeil = (): void => {
  document.documentElement.style.cssText = readLocal(KEY) ?? ''
}

/** Leaves it for the next tab. */
export const keepVeil = (veil: Veil): void => writeLocal(KEY, toStyle(veil))

/** Lays it over the wallpaper of this page, and leaves it for the next. */
export const layVeil = (veil: Veil): void => {
  keepVeil(veil)
  const { style } = document.documentElement
  style.cssText = `${toStyle(veil)};background-color:${style.backgroundColor}`
}

/** The veil that lies over this page. */
export const readVeil = (): Veil => {
  const { style } = document.documentElement
  const read = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return { dim: read('--dim'), blur: read('--blur') }
}
