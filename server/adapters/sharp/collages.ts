import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CollageSize, Collages } from '../../pictures/collages.ts'
import type { Rendition, Renditions } from '../../pictures/renditions.ts'
import type { Log } from '../../ports.ts'
import { createKeptPictures } from '../disk/kept-pictures.ts'
import { createWorkQueue } from './work-queue.ts'

interface SharpCollagesOptions {
  cacheDir: string
  /** What the kept files may have together. */
  maxBytes: number
  /** Makes the tiles, and keeps them too. */
  renditions: Renditions
  log: Log
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Raise it when the same pictures would give another collage, so that kept files are made anew. */
const collageVersion = 1
const gap = 8
const ground = '#101318'

/** Lays pictures out side by side, keeps the result on disk, and makes each once. */
export const createSharpCollages = ({
  cacheDir,
  maxBytes,
  renditions,
  log,
}: SharpCollagesOptions): Collages => {
  const kept = createKeptPictures({ dir: cacheDir, maxBytes, log })
  const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 32 })

  return {
    compose: async (files, size): Promise<Rendition> => {
      const boxes = layOut(files.length, size)
      // A rendition's path, or its content, changes with its original: together they say what is shown.
      const tiles = await Promise.all(
        boxes.map((box, at) => renderTile(renditions, files[at]!, box)),
      )
      const name = `${digestOf(tiles, size)}.jpg`
      const picture =
        (await kept.find(name)) ??
        (await inTurn(async () => kept.keep(name, await paste(tiles, boxes, size))))
      return { picture, contentType: 'image/jpeg' }
    },
  }
}

const renderTile = async (renditions: Renditions, file: string, { width, height }: Box) => {
  const tile = await renditions.render(file, { width, height, fit: 'cover', format: 'jpeg' })
  return tile.picture
}

type Tile = Rendition['picture']

const digestOf = (tiles: readonly Tile[], { width, height }: CollageSize) => {
  const names = tiles.map((tile) => (typeof tile === 'string' ? tile : sha256(tile)))
  return sha256(JSON.stringify([collageVersion, names, width, height]))
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A picture smaller than its box is enlarged: a collage has no holes. */
const paste = async (
  tiles: readonly Tile[],
  boxes: readonly Box[],
  { width, height }: CollageSize,
): Promise<Buffer<ArrayBuffer>> => {
  const parts = await Promise.all(
    boxes.map(async ({ left, top, ...box }, at) => ({
      input: await sharp(tiles[at])
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

/** One fills it, two halve it, of three the first gets a half, four get a quarter each. */
const layOut = (count: number, { width, height }: CollageSize): Box[] => {
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
