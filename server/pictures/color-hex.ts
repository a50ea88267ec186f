import type { ColorRecord } from '../../shared/catalogue-api.ts'
import { cssColors } from './css-colors.ts'

/** `#RRGGBB` of a lower-case CSS color name; `undefined` for any other name. */
export const findColorHex = (name: string): string | undefined => cssColors.get(name)

/** A name without a known value gets black (spec §4.5). */
export const toColorRecord = (name: string): ColorRecord => ({
  name,
  hex: findColorHex(name) ?? '#000000',
})
