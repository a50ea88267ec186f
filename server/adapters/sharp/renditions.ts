import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Sharp } from 'sharp'
import { DomainError } from '../../domain-error.ts'
import { center } from '../../pictures/focal-point.ts'
import { type Rendition, type RenditionRequest, toCrop } from '../../pictures/renditions.ts'
import type { Log } from '../../ports.ts'
import { createPictureCache } from '../disk/picture-cache.ts'
import { createWorkQueue } from '../work-queue.ts'
import { openPicture, pictureGround } from './open-picture.ts'

interface SharpRenditionsOptions {
  cacheDir: string
  maxBytes: number
  concurrency?: number
  maxWaiting?: number
  log: Log
}

type Picture = Rendition['picture']

// The version of the resizing. Increase it when the same request would give different bytes, so that resized
// pictures cached by an older release are not used.
const renditionVersion = 2

const formats = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const

/**
 * Resizes pictures and caches them on disk. Simultaneous requests for the same picture in the same size share one
 * job.
 */
export const createSharpRenditions = ({
  cacheDir,
  maxBytes,
  concurrency = 2,
  maxWaiting = 64,
  log,
}: SharpRenditionsOptions) => {
  const cache = createPictureCache({ dir: cacheDir, maxBytes, log })
  const inTurn = createWorkQueue({ concurrency, maxWaiting })
  const making = new Map<string, Promise<Picture>>()

  const findOrMake = async (name: string, file: string, request: RenditionRequest) =>
    (await cache.find(name)) ??
    inTurn(async () => {
      const startedAt = performance.now()
      const content = await encode(file, request)
      const ms = Math.round(performance.now() - startedAt)
      log.info({ file: basename(file), ...request, bytes: content.length, ms }, 'Resized a picture')
      return cache.store(name, content)
    })

  const once = (name: string, make: () => Promise<Picture>): Promise<Picture> => {
    const begun = making.get(name)
    if (begun !== undefined) return begun
    const begin = make().finally(() => making.delete(name))
    making.set(name, begin)
    return begin
  }

  return {
    queue: inTurn.state,
    render: async (file: string, request: RenditionRequest): Promise<Rendition> => {
      const { extension, contentType } = formats[request.format]
      const original = await stat(file, { bigint: true }).catch(throwUnreadable)
      const name = `${digestOf(file, original, request)}.${extension}`
      return { picture: await once(name, () => findOrMake(name, file, request)), contentType }
    },
  }
}

const digestOf = (
  file: string,
  { size, mtimeNs }: BigIntStats,
  { width, height, fit, focalPoint = center }: RenditionRequest,
): string => {
  const box = [width, height, fit, focalPoint.x, focalPoint.y]
  return hash('sha256', JSON.stringify([renditionVersion, file, `${size}`, `${mtimeNs}`, ...box]))
}

const encode = async (file: string, request: RenditionRequest) => {
  try {
    const picture = openPicture(file)
    const { autoOrient } = await picture.metadata()
    const { whole, crop } = toCrop(autoOrient, request)
    const resized = picture
      .resize({ ...whole, fit: 'fill' })
      .extract(crop)
      .flatten({ background: pictureGround })
      .toColourspace('srgb')
    return await toFormat(resized, request.format).toBuffer()
  } catch (cause) {
    await access(file, constants.R_OK).catch(throwUnreadable)
    return throwNoPicture(cause)
  }
}

// Encodes a resized picture. JPEG stores colors at half the resolution (4:2:0), because full resolution (4:4:4)
// makes files a third larger and even saturated edges show no difference.
const toFormat = (picture: Sharp, format: RenditionRequest['format']): Sharp =>
  format === 'jpeg'
    ? picture.jpeg({ quality: 82, progressive: false, chromaSubsampling: '4:2:0' })
    : picture.webp({ quality: 80 })

// A file that exists but cannot be read is a failure of this server, as it is under /main.
const throwUnreadable = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ENOENT') throw error
  return throwNoPicture(error)
}

const throwNoPicture = (cause: unknown): never => {
  throw new DomainError('NOT_FOUND', 'The picture could not be read', { cause })
}
