import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import type { Veil } from './setting-values.ts'

const key = 'fresco.veil'

const toStyle = ({ dim, blur }: Veil): string =>
  `${dim ? `--dim:${dim}%;` : ''}${blur ? `--blur:${blur}px` : ''}`

// A new tab dims and blurs its first frame as an earlier page did, because it cannot read the settings yet.
export const layStoredVeil = (): void => {
  document.documentElement.style.cssText = readLocal(key) ?? ''
}

export const layVeil = (veil: Veil): void => {
  writeLocal(key, toStyle(veil))
  const { style } = document.documentElement
  style.cssText = `${toStyle(veil)};background-color:${style.backgroundColor}`
}
