/** A picture: a pure function from a point to light, and its texts. */
import type { CategoryName } from '../../../shared/filter-values.ts'
import type { Random } from './random.ts'

/** Linear RGB. 1 is display white, and larger values roll off softly to white. */
export type Light = Float64Array

/**
 * Writes the light at one point into `out` (length 3).
 * Frame: y runs 0 (top) to 1 (bottom), x runs 0 (left) to `aspect` = width / height.
 */
export type Shade = (x: number, y: number, out: Light) => void

export interface Frame {
  /** width / height: 16/9 for landscape, 9/16 for portrait */
  aspect: number
  /** size of one output pixel in frame units, for details that must stay about a pixel wide */
  pixel: number
}

export interface EncodeHints {
  /** Largest file in bytes; default 240 kB up to 4K and 600 kB above. */
  bytes?: number
  /** Chroma subsampling; 4:4:4 keeps thin colored edges clean. Default 4:2:0. */
  chroma?: '4:4:4' | '4:2:0'
  /** Contrast (0..1, gamma space) between neighbors that triggers supersampling; default 0.02. */
  edge?: number
}

export interface Scene {
  /** kebab-case; the file name and the id in the catalogue */
  name: string
  title: string
  category: CategoryName
  width: number
  height: number
  seed: number
  tags: string[]
  /** One or two sentences: what is seen. Serves as alt text. */
  description: string
  mood: string
  artStyle: string
  objects: string[]
  encode?: EncodeHints
  /** Computes tables and lists once. The returned function is called per sample. */
  prepare(random: Random, frame: Frame): Shade
}
