/**
 * A scene is a painted picture: a function from a point to light, and the texts of its index row.
 */
import type { CategoryName } from '../../shared/filter-values.ts'
import type { Random } from './random.ts'

/**
 * A color as linear RGB. 1 is the white of a display, and larger values are gradually compressed to
 * white.
 */
export type Light = Float64Array

/**
 * Writes the light at a point into `out`, which has three channels. y runs from 0 (top) to 1
 * (bottom), and x from 0 (left) to width / height (right).
 */
export type Shade = (x: number, y: number, out: Light) => void

export interface Frame {
  aspect: number
  /** The size of one output pixel in frame units, for details that must stay about a pixel wide. */
  pixel: number
}

export interface EncodeHints {
  /**
   * The largest allowed size of the JPEG in bytes. The default is 240 kB up to 4K and 600 kB for
   * larger pictures.
   */
  bytes?: number
  /** Chroma subsampling of the JPEG. 4:4:4 keeps thin colored edges clean. The default is 4:2:0. */
  chroma?: '4:4:4' | '4:2:0'
  /**
   * The contrast between neighboring pixels, 0..1 in gamma space, above which a pixel gets more
   * samples. The default is 0.02.
   */
  edge?: number
}

export interface Scene {
  /** The file name and the id in the catalogue, in kebab-case. */
  name: string
  title: string
  category: CategoryName
  width: number
  height: number
  seed: number
  tags: string[]
  /** One or two sentences that describe the picture. They are its alt text. */
  description: string
  mood: string
  artStyle: string
  objects: string[]
  encode?: EncodeHints
  /** Computes lookup tables once. The returned function then runs for every color sample. */
  prepare(random: Random, frame: Frame): Shade
}
