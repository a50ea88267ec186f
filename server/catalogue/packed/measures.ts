import type { FiledWallpaper } from '../../../shared/catalogue/parse-row.ts'
import type { Rows } from '../../../shared/catalogue/rows.ts'
import {
  type PictureSize,
  type RoundedColor,
  roundColor,
  toTone,
} from '../../../shared/filter-rules.ts'
import { readHash } from '../../pictures/perceptual-hash.ts'
import type { Unmeasured } from '../catalogue.ts'
import { groupNearDuplicates } from './near-duplicates.ts'
import { createGroupsPacker, findGroups, type RowGroups } from './row-groups.ts'
import { createUint32List, partAt, sortByGroup, toSharedUint32 } from './shared-arrays.ts'

/**
 * What filters compare and is not known of every picture. A row takes 16 bytes, 4 more for each color of its palette,
 * and 4 more if the catalogue has near-duplicates.
 */
export interface PackedMeasures {
  tones: RowGroups
  sizes: RowGroups
  palettes: RowGroups
  licenses: RowGroups
  /** All row numbers, the newest wallpaper first. Wallpapers without a date are last. */
  newest: Uint32Array
  /** The group of near-duplicates of each row (`groupNearDuplicates`). */
  groups: Uint32Array
}

/** The key of all rows whose value is not known. */
export const unknown = -1

export const countUnmeasured = ({ sizes, tones, palettes }: PackedMeasures): Unmeasured => ({
  size: countUnknown(sizes),
  luminance: countUnknown(tones),
  palette: countUnknown(palettes),
})

const countUnknown = (groups: RowGroups) =>
  findGroups(groups, (key) => key === unknown)[0]?.size ?? 0

export const toneKeys = { dark: 0, middle: 1, light: 2 } as const
export const licenseKeys = { other: 0, free: 1 } as const

const sideLimit = 2 ** 26
const toSizeKey = ({ width, height }: PictureSize) =>
  Math.min(width, sideLimit - 1) * sideLimit + Math.min(height, sideLimit - 1)
export const sizeOfKey = (key: number): PictureSize => ({
  width: Math.floor(key / sideLimit),
  height: key % sideLimit,
})

// Makes the second and third number of a rounded color positive, so that they fit into 6 bits.
const offset = 32
export const toColorKey = (hex: string): number => {
  const [l, a, b] = roundColor(hex)
  return (l * 64 + a + offset) * 64 + b + offset
}
export const colorOfKey = (key: number): RoundedColor => [
  key >> 12,
  ((key >> 6) & 63) - offset,
  (key & 63) - offset,
]

/** What is measured of a batch of index rows. `palettes` has the `toColorKey` of each color. */
export interface FiledMeasures extends Rows {
  /** Two words per row, both 0 if the picture's hash is not known. */
  hashes: Uint32Array
  /** The `licenseKeys` of each row, or `unknown`. */
  licenses: Int8Array
}

export const readHashes = (wallpapers: readonly (Pick<FiledWallpaper, 'phash'> | undefined)[]) =>
  Uint32Array.from(
    wallpapers.flatMap((each) => (each?.phash === undefined ? noHash : readHash(each.phash))),
  )

const noHash = [0, 0] as const

const oldest = 2 ** 32 - 1

// Returns the age in seconds before the year 2106, so that the newest wallpaper has the smallest number.
const toAge = (created: number | undefined) =>
  oldest - Math.min(oldest, Math.max(0, Math.floor((created || 0) / 1000)))

export const createMeasuresPacker = () => {
  const tones = createGroupsPacker()
  const sizes = createGroupsPacker()
  const palettes = createGroupsPacker()
  const licenses = createGroupsPacker()
  const ages = createUint32List()
  const hashes = createUint32List()
  return {
    add: (filed: FiledMeasures, at: number) => {
      const row = ages.length()
      const luminance = filed.luminances[at] ?? Number.NaN
      tones.add(Number.isNaN(luminance) ? unknown : toneKeys[toTone(luminance)], row)
      const width = filed.widths[at]
      const height = filed.heights[at]
      sizes.add(width && height ? toSizeKey({ width, height }) : unknown, row)
      const palette = partAt(filed.palettes, filed.paletteEnds, at)
      if (palette.length === 0) palettes.add(unknown, row)
      for (const color of palette) palettes.add(color, row)
      licenses.add(filed.licenses[at] ?? unknown, row)
      ages.push(toAge(filed.created[at]))
      hashes.push(filed.hashes[at * 2] ?? 0)
      hashes.push(filed.hashes[at * 2 + 1] ?? 0)
    },
    pack: (): PackedMeasures => ({
      tones: tones.pack(),
      sizes: sizes.pack(),
      palettes: palettes.pack(),
      licenses: licenses.pack(),
      newest: toSharedUint32(sortByAge(ages.length(), ages.at)),
      groups: groupNearDuplicates(hashes.pack()),
    }),
  }
}

const half = 2 ** 16

// Sorts rows by their age with two counting sorts, of the lower and of the upper 16 bits.
const sortByAge = (count: number, ageOf: (row: number) => number): Uint32Array => {
  const byLower = sortByGroup(count, half, (row) => ageOf(row) % half).order
  const rowAt = (at: number) => byLower[at] ?? 0
  const { order } = sortByGroup(count, half, (at) => Math.floor(ageOf(rowAt(at)) / half))
  return order.map(rowAt)
}
