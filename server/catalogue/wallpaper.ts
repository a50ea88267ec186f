import type { FocalPoint } from '../pictures/focal-point.ts'

export type Orientation = 'landscape' | 'portrait' | 'square'

/**
 * One wallpaper of the catalogue, as parsed from an index row. `undefined` means that the index
 * does not say. File names are relative to `main/` and `cache/` and may hold folders.
 */
export interface Wallpaper {
  id: string
  title: string
  description: string
  /** Without the index's `#`, lower-cased. */
  category: string
  orientation: Orientation | undefined
  /** Pixels. */
  width: number | undefined
  height: number | undefined
  mainFile: string
  /** Empty when there is no preview file. */
  cacheFile: string
  /** Lower-cased, most dominant first. */
  primaryColors: readonly string[]
  secondaryColors: readonly string[]
  /** `#RRGGBB`, most dominant first. */
  palette: readonly string[]
  /** Average color, `#RRGGBB`. */
  color: string | undefined
  /** Mean relative luminance, 0 to 1. */
  luminance: number | undefined
  /** ThumbHash, base64. */
  placeholder: string | undefined
  focalPoint: FocalPoint | undefined
  tags: readonly string[]
  credit: string | undefined
  license: string | undefined
  /** ISO 8601. */
  createdAt: string | undefined
}
