import type { DeviceType } from '../wallpaper.ts'

export type Orientation = 'landscape' | 'portrait' | 'square'

/** Returns the device type that a picture's shape suits. A square one suits neither desktop nor mobile. */
export const toDeviceType = (orientation: Orientation | undefined): DeviceType | undefined => {
  if (orientation === 'landscape') return 'desktop'
  return orientation === 'portrait' ? 'mobile' : undefined
}

export const toOrientation = (
  width: number | undefined,
  height: number | undefined,
): Orientation | undefined => {
  if (width === undefined || height === undefined) return undefined
  if (width === height) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

export const toMimeType = (file: string): string | undefined => {
  const format = toFileFormat(file)
  return format === 'unknown' ? undefined : `image/${format.replace('jpg', 'jpeg')}`
}

export const toFileFormat = (file: string): string => {
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? 'unknown'
  return /^(?:jpeg|jpe|jfif)$/.test(extension) ? 'jpg' : extension
}
