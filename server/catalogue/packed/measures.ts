/* biome-ignore-all lint/style/noNonNullAssertion: a batch has a value of each kind for each of its rows, and each group has a key and a start */

import type { FiledWallpaper } from '../../../shared/catalogue/parse-row.ts'
import {
  type PictureSize,
  type RoundedColor,
  roundColor,
  toTone,
} from '../../../shared/filter-rules.ts'
import { readHash } from '../../pictures/perceptual-hash.ts'
import type { Unmeasured } from '../catalogue.ts'
import type { Range } from './buckets.ts'
import { groupNearDuplicates } from './near-duplicates.ts'
import { createUint32List, sortByGroup, toSharedFloat64, toSharedUint32 } from './shared-arrays.ts'

/**
 * Measured values of the pictures. A row takes 12 bytes, 4 more for each color of its palette, and 4 more if the
 * catalogue has near-duplicates.
 */
export interface PackedMeasures {
  tones: RowGroups
  sizes: RowGroups
  palettes: RowGroups
  /** All row numbers, the newest wallpaper first. Wallpapers without a date are last. */
  newest: Uint32Array
  /** The group of near-duplicates of each row (`groupNearDuplicates`). */
  groups: Uint32Array
}

/** The rows with the value `keys[g]` are `rows[starts[g]]` … `rows[starts[g + 1] - 1]`. */
export interface RowGroups {
  keys: Float64Array
  starts: Uint32Array
  rows: Uint32Array
}

/** The key of all rows whose value is not known. */
export const unknown = -1

export const findGroups = (
  { keys, starts, rows }: RowGroups,
  isWanted: (key: number) => boolean,
): Range[] => {
  const ranges: Range[] = []
  for (let group = 0; group < keys.length; group++)
    if (isWanted(keys[group]!))
      ranges.push({ rows, start: starts[group]!, size: starts[group + 1]! - starts[group]! })
  return ranges
}

export const countUnmeasured = ({ sizes, tones, palettes }: PackedMeasures): Unmeasured => ({
  size: countUnknown(sizes),
  luminance: countUnknown(tones),
  palette: countUnknown(palettes),
})

const countUnknown = (groups: RowGroups) =>
  findGroups(groups, (key) => key === unknown)[0]?.size ?? 0

export const toneKeys = { dark: 0, middle: 1, light: 2 } as const

const sideLimit = 2 ** 26
const toSizeKey = ({ width, height }: PictureSize) =>
  Math.min(width, sideLimit - 1) * sideLimit + Math.min(height, sideLimit - 1)
export const sizeOfKey = (key: number): PictureSize => ({
  width: Math.floor(key / sideLimit),
  height: key % sideLimit,
})

// Makes the second and third number of a rounded color positive, so that they fit into 6 bits.
const offset = 32
const toColorKey = ([l, a, b]: RoundedColor) => (l * 64 + a + offset) * 64 + b + offset
export const colorOfKey = (key: number): RoundedColor => [
  key >> 12,
  ((key >> 6) & 63) - offset,
  (key & 63) - offset,
]

/** The measures of a batch of index rows. */
export interface FiledMeasures {
  tones: Float64Array
  sizes: Float64Array
  paletteColors: Float64Array
  /** The palette of row `r` is `paletteColors[paletteStarts[r]]` … `paletteColors[paletteStarts[r + 1] - 1]`. */
  paletteStarts: Uint32Array
  /** The age of each wallpaper in seconds before the year 2106, so that the newest has the smallest number. */
  ages: Uint32Array
  /** Two words per row, both 0 if the picture's hash is not known. */
  hashes: Uint32Array
}

type Measured = Pick<
  FiledWallpaper,
  'width' | 'height' | 'luminance' | 'phash' | 'palette' | 'createdAt'
>

export const readFiledMeasures = (wallpapers: readonly (Measured | undefined)[]): FiledMeasures => {
  const colors: number[] = []
  const paletteStarts = [0]
  for (const each of wallpapers) {
    for (const hex of each?.palette ?? []) colors.push(toColorKey(roundColor(hex)))
    if (colors.length === paletteStarts.at(-1)) colors.push(unknown)
    paletteStarts.push(colors.length)
  }
  return {
    tones: Float64Array.from(wallpapers, readTone),
    sizes: Float64Array.from(wallpapers, readSize),
    paletteColors: new Float64Array(colors),
    paletteStarts: new Uint32Array(paletteStarts),
    ages: Uint32Array.from(wallpapers, readAge),
    hashes: Uint32Array.from(
      wallpapers.flatMap((each) => (each?.phash === undefined ? noHash : readHash(each.phash))),
    ),
  }
}

const noHash = [0, 0] as const

const readTone = (each: Measured | undefined) =>
  each?.luminance === undefined ? unknown : toneKeys[toTone(each.luminance)]

const readSize = (each: Measured | undefined) =>
  each?.width === undefined || each.height === undefined
    ? unknown
    : toSizeKey({ width: each.width, height: each.height })

const oldest = 2 ** 32 - 1

const readAge = (each: Measured | undefined) => {
  const seconds = each?.createdAt === undefined ? 0 : Date.parse(each.createdAt) / 1000
  return oldest - Math.min(oldest, Math.max(0, Math.floor(seconds)))
}

export const createMeasuresPacker = () => {
  const tones = createGroupsPacker()
  const sizes = createGroupsPacker()
  const palettes = createGroupsPacker()
  const ages = createUint32List()
  const hashes = createUint32List()
  return {
    add: (filed: FiledMeasures, at: number) => {
      const row = ages.length()
      tones.add(filed.tones[at]!, row)
      sizes.add(filed.sizes[at]!, row)
      const end = filed.paletteStarts[at + 1]!
      for (let color = filed.paletteStarts[at]!; color < end; color++)
        palettes.add(filed.paletteColors[color]!, row)
      ages.push(filed.ages[at]!)
      hashes.push(filed.hashes[at * 2]!)
      hashes.push(filed.hashes[at * 2 + 1]!)
    },
    pack: (): PackedMeasures => ({
      tones: tones.pack(),
      sizes: sizes.pack(),
      palettes: palettes.pack(),
      newest: toSharedUint32(sortByAge(ages.length(), ages.at)),
      groups: groupNearDuplicates(hashes.pack()),
    }),
  }
}

const createGroupsPacker = () => {
  const numbers = new Map<number, number>()
  const groups = createUint32List()
  const rows = createUint32List()
  return {
    add: (key: number, row: number) => {
      const number = numbers.get(key) ?? numbers.size
      if (number === numbers.size) numbers.set(key, number)
      groups.push(number)
      rows.push(row)
    },
    pack: (): RowGroups => {
      const { starts, order } = sortByGroup(rows.length(), numbers.size, groups.at)
      return {
        keys: toSharedFloat64([...numbers.keys()]),
        starts: toSharedUint32(starts),
        rows: toSharedUint32(order.map((member) => rows.at(member))),
      }
    },
  }
}

const half = 2 ** 16

// Sorts rows by their age with two counting sorts, of the lower and of the upper 16 bits.
const sortByAge = (count: number, ageOf: (row: number) => number): Uint32Array => {
  const byLower = sortByGroup(count, half, (row) => ageOf(row) % half).order
  const { order } = sortByGroup(count, half, (at) => Math.floor(ageOf(byLower[at]!) / half))
  return order.map((at) => byLower[at]!)
}
