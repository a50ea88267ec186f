import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Orientation } from '../catalogue/wallpaper.ts'

/** Desktop is landscape and mobile is portrait; a square or unknown shape is neither (spec §4.2). */
export const toDeviceType = (orientation: Orientation | undefined): DeviceType | undefined => {
  if (orientation === 'landscape') return 'desktop'
  return orientation === 'portrait' ? 'mobile' : undefined
}

/** The shape of a picture, when both sides are known. */
export const toOrientation = (
  width: number | undefined,
  height: number | undefined,
): Orientation | undefined => {
  if (width === undefined || height === undefined) return undefined
  if (width === height) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
