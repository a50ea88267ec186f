import { toRecord } from '../../../shared/unknown.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import type { Settings } from '../settings/settings.ts'

const slow: ReadonlySet<unknown> = new Set(['slow-2g', '2g', '3g'])

/**
 * Returns whether the browser asks for less data (`Save-Data`), or the connection is slow or mobile. Firefox does
 * not say. https://wicg.github.io/netinfo/
 */
export const isCostly = (connection: unknown = Reflect.get(navigator, 'connection')): boolean => {
  const { saveData, type, effectiveType } = toRecord(connection)
  return saveData === true || type === 'cellular' || slow.has(effectiveType)
}

export const isSaving = (
  { saveData }: Pick<Settings, 'saveData'>,
  costly: () => boolean = isCostly,
): boolean => saveData === 'always' || (saveData === 'auto' && costly())

// The longest side, in pixels, of a picture that saves data. Such a picture still looks good on any screen and
// has a fifth of the bytes of a 4K picture.
const longest = 1600

export const toSavingSize = ({ width, height }: ScreenSize): ScreenSize => {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
