import type { FocalPoint } from './focal-point.ts'

export type Orientation = 'landscape' | 'portrait' | 'square'

/**
 * One wallpaper of the catalogue, as parsed from an index row. `undefined` means that the index
 * does not say. File names are relative to `main/` and `cache/` and may hold folders.
 */
export interface Wallpaper {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Without the index's `#`, lower-cased. */
  readonly category: string
  readonly orientation: Orientation | undefined
  /** Pixels. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly mainFile: string
  /** Empty when there is no preview file. */
  readonly cacheFile: string
  /** Lower-cased, most dominant first. */
  readonly primaryColors: readonly string[]
  readonly secondaryColors: readonly string[]
  /** `#RRGGBB`, most dominant first. */
  readonly palette: readonly string[]
  /** Average colour, `#RRGGBB`. */
  readonly color: string | undefined
  /** Mean relative luminance, 0 to 1. */
  readonly luminance: number | undefined
  /** ThumbHash, base64. */
  readonly placeholder: string | undefined
  readonly focalPoint: FocalPoint | undefined
  readonly tags: readonly string[]
  readonly credit: string | undefined
  readonly license: string | undefined
  /** ISO 8601. */
  readonly createdAt: string | undefined
}
