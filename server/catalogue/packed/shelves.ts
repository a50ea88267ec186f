import { type Resolution, resolutions } from '../../../shared/filter-values.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { toDeviceType, toOrientation } from '../../pictures/shape-and-format.ts'
import type { SizeFilter } from '../catalogue.ts'
import type { Range } from './buckets.ts'
import { toSharedUint32 } from './shared-arrays.ts'

/**
 * The rows of one device type, highest resolution first. The first `counts[resolution]` rows have at least the given
 * resolution.
 */
interface Shelf {
  rows: Uint32Array
  counts: Readonly<Record<Resolution, number>>
}

export type Shelves = Readonly<Record<DeviceType | 'any', Shelf>>

export const findOnShelves = (shelves: Shelves, { tag, resolution }: SizeFilter): Range => {
  const { rows, counts } = shelves[tag ?? 'any']
  return { rows, start: 0, size: resolution === undefined ? rows.length : counts[resolution] }
}

export const createShelvesPacker = () => {
  const shelves = { any: createShelf(), desktop: createShelf(), mobile: createShelf() }
  return {
    add: (shelf: number, row: number) => {
      if (shelf === 0) return
      const level = (shelf - 1) % levelCount
      const type = shelfTypes[Math.floor((shelf - 1) / levelCount)]
      shelves.any.add(row, level)
      if (type) shelves[type].add(row, level)
    },
    pack: (): Shelves => ({
      any: shelves.any.pack(),
      desktop: shelves.desktop.pack(),
      mobile: shelves.mobile.pack(),
    }),
  }
}

/** Encodes a wallpaper's device type and resolution in one number. 0 means that the wallpaper's size is unknown. */
export const toShelfNumber = (width: number | undefined, height: number | undefined): number => {
  if (width === undefined || height === undefined) return 0
  const level = levels.findIndex((each) => reaches(width, height, each))
  const type = shelfTypes.indexOf(toDeviceType(toOrientation(width, height)))
  return 1 + type * levelCount + (level === -1 ? levels.length : level)
}

const shelfTypes: readonly (DeviceType | undefined)[] = [undefined, 'desktop', 'mobile']

const levels = (Object.keys(resolutions) as Resolution[]).sort(
  (a, b) => resolutions[b].width - resolutions[a].width,
)
const levelCount = levels.length + 1

const reaches = (width: number, height: number, level: Resolution) =>
  width >= resolutions[level].width && height >= resolutions[level].height

const createShelf = () => {
  const byLevel = Array.from({ length: levelCount }, (): number[] => [])
  return {
    add: (row: number, level: number) => void byLevel[level]?.push(row),
    pack: (): Shelf => {
      const counts: Partial<Record<Resolution, number>> = {}
      let count = 0
      for (const [at, level] of levels.entries()) counts[level] = count += byLevel[at]?.length ?? 0
      return { rows: toSharedUint32(byLevel.flat()), counts: counts as Record<Resolution, number> }
    },
  }
}
