import type { FocalPoint } from '../pictures/focal-point.ts'
import type { Orientation } from '../pictures/shape-and-format.ts'

/**
 * One wallpaper, parsed from a row of the index. Fields that the index lacks are `undefined`.
 * File names are relative to `main/` and `cache/` and may contain folders.
 */
export interface Wallpaper {
  id: string
  title: string
  description: string
  /** In lower case, without the `#` of the index. */
  category: string
  orientation: Orientation | undefined
  width: number | undefined
  height: number | undefined
  mainFile: string
  /** Empty when there is no preview file. */
  cacheFile: string
  /** Color names in lower case, most dominant first. */
  primaryColors: readonly string[]
  secondaryColors: readonly string[]
  /** `#RRGGBB`, most dominant first. */
  palette: readonly string[]
  color: string | undefined
  /** Mean relative luminance, 0 to 1. */
  luminance: number | undefined
  placeholder: string | undefined
  focalPoint: FocalPoint | undefined
  tags: readonly string[]
  credit: string | undefined
  license: string | undefined
  createdAt: string | undefined
}
