import type { License } from '../license.ts'
import type { Orientation } from './shape-and-format.ts'

/**
 * The point around which a picture is cropped, as in CSS `object-position`. With `x` = 0.3, a crop removes 30 % of
 * the superfluous width on the left side and 70 % on the right side.
 */
export interface FocalPoint {
  x: number
  y: number
}

/** Where an image host delivers a picture. `{resizer}/{steps}/{path}` is the address of a resized picture. */
export interface HostedPicture {
  url: string
  resizer: string
  path: string
}

/** A smaller copy of a picture with the same shape. `file` is relative to the folder that holds `index.json`. */
export interface RenditionFile {
  file: string
  width: number
  height: number
}

/** A wallpaper from one row of the index. File names are relative to `main/` or `cache/` and may contain folders. */
export interface Wallpaper {
  id: string
  title: string
  description: string
  category: string
  orientation?: Orientation | undefined
  width?: number | undefined
  height?: number | undefined
  mainFile: string
  /** The name of the preview file in `cache/`. An empty string means that the wallpaper has no preview file. */
  cacheFile: string
  fileSize?: number | undefined
  /** The names of the wallpaper's colors in lower case, the most dominant color first. */
  primaryColors: readonly string[]
  secondaryColors: readonly string[]
  palette: readonly string[]
  color?: string | undefined
  luminance?: number | undefined
  /** The perceptual hash of the picture, 16 hex digits (`hashPicture`). */
  phash?: string | undefined
  placeholder?: string | undefined
  focalPoint?: FocalPoint | undefined
  tags: readonly string[]
  credit?: string | undefined
  creditUrl?: string | undefined
  license?: License | undefined
  /** Where the picture comes from, for example its page on another site. */
  sourceUrl?: string | undefined
  createdAt?: string | undefined
  /** The name of the source that the server pulled the picture from. */
  source?: string | undefined
  takenOn?: string | undefined
  /** The city and the country, such as `Bern, Switzerland`. Never coordinates. */
  place?: string | undefined
  /** The smaller copies that a catalogue of plain files has, the smallest first. A server makes its own. */
  renditions?: readonly RenditionFile[] | undefined
  /** Set for a picture that only the image host has. Its `mainFile` and `cacheFile` are in no folder. */
  hosted?: HostedPicture | undefined
}
