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
const collageVersion = 1
const gap = 8
const ground = '#101318'

export const createSharpCollages = ({ renditions, ...options }: SharpCollagesOptions): Collages => {
  const cache = createPictureCache(options)
  const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 32 })

  return {
    compose: async (originals, size): Promise<Rendition> => {
      const boxes = layOut(originals.length, size)
      const tiles = await Promise.all(
        originals.slice(0, boxes.length).map(async (original, at) => {
          // biome-ignore lint/style/noNonNullAssertion: the slice has at most as many originals as there are boxes
          const box = boxes[at]!
          const { width, height } = box
          const request = { width, height, fit: 'cover', format: 'jpeg' } as const
          return { ...box, picture: (await renditions.render(original, request)).picture }
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
  const names = tiles.map(({ picture }) =>
    'path' in picture ? picture.path : hash('sha256', picture),
  )
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

const layOut = (count: number, { width, height }: Size): Box[] => {
  const half = { width: (width - gap) / 2, height: (height - gap) / 2 }
  const [right, below] = [half.width + gap, half.height + gap]
  const whole = { left: 0, top: 0, width, height }
  if (count === 1) return [whole]
  const leftHalf = { ...whole, width: half.width }
  if (count === 2) return [leftHalf, { ...leftHalf, left: right }]
  const rightQuarters = [
    { ...half, left: right, top: 0 },
    { ...half, left: right, top: below },
  ]
  if (count === 3) return [leftHalf, ...rightQuarters]
  return [{ ...half, left: 0, top: 0 }, { ...half, left: 0, top: below }, ...rightQuarters]
}
