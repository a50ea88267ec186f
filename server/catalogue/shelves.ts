import { type Resolution, resolutions } from '../../shared/resolutions.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import { toDeviceType, toOrientation } from './device-type.ts'
import type { Filed } from './filed-row.ts'
import type { Range } from './pool.ts'
import { toSharedUint32 } from './shared-arrays.ts'

/** Rows by falling resolution level: those of at least a level are the first so many. */
interface Shelf {
  readonly rows: Uint32Array
  readonly counts: Readonly<Record<Resolution, number>>
}

/** The rows whose size is known, all of them and by device type, which goes by the size here. */
export type Shelves = Readonly<Record<DeviceType | 'any', Shelf>>

/** Which sizes are asked for (spec §4.3). */
export interface SizeFilter {
  readonly tag?: DeviceType | undefined
  readonly resolution?: Resolution | undefined
}

export const findOnShelves = (shelves: Shelves, { tag, resolution }: SizeFilter): Range => {
  const { rows, counts } = shelves[tag ?? 'any']
  return { rows, start: 0, size: resolution === undefined ? rows.length : counts[resolution] }
}

export interface ShelvesPacker {
  add(wallpaper: Filed, row: number): void
  pack(): Shelves
}

export const createShelvesPacker = (): ShelvesPacker => {
  const shelves = { any: createShelf(), desktop: createShelf(), mobile: createShelf() }
  return {
    add: ({ width, height }, row) => {
      if (width === undefined || height === undefined) return
      const level = levels.findIndex((each) => reaches(width, height, each))
      const type = toDeviceType(toOrientation(width, height))
      for (const each of ['any', type] as const) if (each) shelves[each].add(row, level)
    },
    pack: () => ({
      any: shelves.any.pack(),
      desktop: shelves.desktop.pack(),
      mobile: shelves.mobile.pack(),
    }),
  }
}

const levels = (Object.keys(resolutions) as Resolution[]).sort(
  (a, b) => resolutions[b].width - resolutions[a].width,
)

const reaches = (width: number, height: number, level: Resolution) =>
  width >= resolutions[level].width && height >= resolutions[level].height

const createShelf = () => {
  const byLevel: number[][] = levels.map(() => [])
  const below: number[] = []
  return {
    add: (row: number, level: number) => void (byLevel[level] ?? below).push(row),
    pack: (): Shelf => {
      const counts: Partial<Record<Resolution, number>> = {}
      let count = 0
      for (const [at, level] of levels.entries()) counts[level] = count += byLevel[at]!.length
      return {
        rows: toSharedUint32([...byLevel, below].flat()),
        counts: counts as Record<Resolution, number>,
      }
    },
  }
}
