import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import type { Veil } from './setting-values.ts'

const key = 'fresco.veil'

/** Styles of the page (see the new tab's), and nothing at all without a veil. */
const toStyle = ({ dim, blur }: Veil): string =>
  `${dim ? `--dim:${dim}%;` : ''}${blur ? `--blur:${blur}px` : ''}`

/** Before the first frame: lays what the previous page has kept over the wallpaper. */
export const layKeptVeil = (): void => {
  document.documentElement.style.cssText = readLocal(key) ?? ''
}

/** Leaves it for the next tab. */
export const keepVeil = (veil: Veil): void => writeLocal(key, toStyle(veil))

/** Lays it over the wallpaper of this page, and leaves it for the next. */
export const layVeil = (veil: Veil): void => {
  keepVeil(veil)
  const { style } = document.documentElement
  style.cssText = `${toStyle(veil)};background-color:${style.backgroundColor}`
}
