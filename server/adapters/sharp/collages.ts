import { hash } from 'node:crypto'
import sharp from 'sharp'
import type { Collages, Rendition, Renditions, Size } from '../../catalogue/renditions.ts'
import { createPictureCache, type PictureCacheOptions } from '../disk/picture-cache.ts'
import { createWorkQueue } from '../work-queue.ts'
import { toInput } from './open-picture.ts'

interface SharpCollagesOptions extends PictureCacheOptions {
  renditions: Renditions
}

interface Box extends Size {
  left: number
  top: number
}

// Increase it when the same pictures give another collage than in earlier releases. Cached collages are then unused.
const collageVersion = 2
const gap = 8
const ground = '#101318'

export const createSharpCollages = ({ renditions, ...options }: SharpCollagesOptions): Collages => {
  const cache = createPictureCache(options)
  const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 32 })

  return {
    compose: async (parts, size): Promise<Rendition> => {
      const boxes = layOut(
        parts.map(({ ratio }) => ratio),
        size,
      )
      const tiles = await Promise.all(
        boxes.map(async (box, at) => {
          // biome-ignore lint/style/noNonNullAssertion: each part has a box
          const { file } = parts[at]!
          const { width, height } = box
          const request = { width, height, fit: 'cover', format: 'jpeg' } as const
          return { ...box, picture: (await renditions.render(file, request)).picture }
        }),
      )
      const name = `${digestOf(tiles, size)}.jpg`
      const picture =
        (await cache.find(name)) ??
        (await inTurn(async () => cache.store(name, await paste(tiles, size))))
      return { picture, contentType: 'image/jpeg' }
    },
  }
}

interface Tile extends Box {
  picture: Rendition['picture']
}

// Names a collage in the cache. When an original picture changes, so does the path or content of its tile, and with it
// the name. An outdated collage is therefore never found.
const digestOf = (tiles: readonly Tile[], { width, height }: Size) => {
  const names = tiles.map(({ picture, ...box }) => [
    'path' in picture ? picture.path : hash('sha256', picture),
    box,
  ])
  return hash('sha256', JSON.stringify([collageVersion, names, width, height]))
}

const paste = async (
  tiles: readonly Tile[],
  { width, height }: Size,
): Promise<Buffer<ArrayBuffer>> => {
  const parts = await Promise.all(
    tiles.map(async ({ left, top, picture, ...box }) => ({
      input: await sharp(toInput(picture))
        .resize({ ...box, fit: 'cover' })
        .toBuffer(),
      left,
      top,
    })),
  )
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite(parts)
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Lays pictures out in rows or columns. All are cropped in the same proportion, the smallest that is possible in their order. */
const layOut = (ratios: readonly number[], size: Size): Box[] => {
  const turned = ratios.map((ratio) => 1 / ratio)
  const [inRows, inColumns] = [
    layOutRows(ratios, size),
    layOutRows(turned, { width: size.height, height: size.width }),
  ]
  if (inRows.crop <= inColumns.crop) return inRows.boxes
  return inColumns.boxes.map(({ left, top, width, height }) => {
    return { left: top, top: left, width: height, height: width }
  })
}

const layOutRows = (ratios: readonly number[], size: Size) =>
  listSplits(ratios)
    .map((rows) => toRows(rows, size))
    .reduce((best, one) => (one.crop < best.crop ? one : best))

const listSplits = ([first, ...others]: readonly number[]): number[][][] => {
  if (first === undefined) return []
  if (others.length === 0) return [[[first]]]
  return listSplits(others).flatMap(([row = [], ...rows]) => [
    [[first, ...row], ...rows],
    [[first], row, ...rows],
  ])
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const toRows = (rows: readonly number[][], { width, height }: Size) => {
  const heights = rows.map((row) => 1 / sum(row))
  const crop = Math.abs(Math.log((width * sum(heights)) / height))
  const boxes = cut(heights, height).flatMap(([top, rowHeight], at) =>
    cut(rows[at] ?? [], width).map(([left, boxWidth]) => {
      return { left, top, width: boxWidth, height: rowHeight }
    }),
  )
  return { crop, boxes }
}

/** Cuts a length into parts with these shares, with gaps between them. Returns the start and the length of each. */
const cut = (shares: readonly number[], length: number): [number, number][] => {
  const whole = length - gap * (shares.length - 1)
  return shares.map((share, at) => {
    const before = sum(shares.slice(0, at))
    const start = Math.round((whole * before) / sum(shares)) + gap * at
    const end = Math.round((whole * (before + share)) / sum(shares)) + gap * at
    return [start, end - start]
  })
}
