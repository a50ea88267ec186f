import { hash } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { createSingleFlight } from '../../../shared/async.ts'
import { center } from '../../../shared/pictures/focal-point.ts'
import type { PictureFile, PictureVersions } from '../../catalogue/picture-versions.ts'
import {
  type Rendition,
  type RenditionRequest,
  type Size,
  toCrop,
} from '../../catalogue/renditions.ts'
import { DomainError, isOutOfReach } from '../../domain-error.ts'
import { createPictureCache, type PictureCacheOptions } from '../disk/picture-cache.ts'
import { openPicture, pictureGround, toSrgb } from './open-picture.ts'
import { mayOptimize } from './picture-memory.ts'
import { createPictureWork, PictureTooLargeError, type PictureWork } from './picture-work.ts'

interface SharpRenditionsOptions extends PictureCacheOptions {
  work?: PictureWork
  /** With the version, a file whose permissions or times change keeps its renditions. */
  versionOf?: PictureVersions['read']
}

type Picture = Rendition['picture']

/** Increase it when the same request gives other bytes than in earlier releases. Cached renditions are then unused. */
export const renditionVersion = 3

const mostLogged = 1_000

const formats = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const

/** Resizes pictures and caches them on disk. Simultaneous requests for the same picture and size share one job. */
export const createSharpRenditions = ({
  work = createPictureWork(),
  versionOf = () => undefined,
  ...options
}: SharpRenditionsOptions) => {
  const { log } = options
  const cache = createPictureCache(options)
  const tooLarge = new Set<string>()
  const once = createSingleFlight<Picture>()

  const make = async (name: string, file: string, request: RenditionRequest) => {
    const run = async (picture: Sharp, metadata: Metadata) => {
      const startedAt = performance.now()
      const content = await encode(picture, metadata, request)
      const ms = Math.round(performance.now() - startedAt)
      log.info({ file: basename(file), ...request, bytes: content.length, ms }, 'Resized a picture')
      return cache.store(name, content)
    }
    const toOutput = ({ autoOrient }: Metadata) => {
      const { whole, crop } = toCrop(autoOrient, request)
      return { ...crop, whole, format: request.format }
    }
    try {
      const picture = await openPicture(file)
      return await work.run({ picture, toOutput, run: (metadata) => run(picture, metadata) })
    } catch (cause) {
      if (cause instanceof PictureTooLargeError) logTooLarge(file, cause)
      // sharp reports a damaged picture with a plain `Error`, so these errors are bugs.
      if (cause instanceof TypeError || cause instanceof RangeError) throw cause
      if (cause instanceof DomainError) throw cause
      const refused = await access(file, constants.R_OK).catch((error: Error) => error)
      if (refused && !isOutOfReach(refused)) throw refused
      const text = 'The picture could not be read'
      throw new DomainError('NOT_FOUND', text, { cause: refused ?? cause })
    }
  }

  const logTooLarge = (file: string, { message }: PictureTooLargeError) => {
    if (tooLarge.has(file) || tooLarge.size >= mostLogged) return
    tooLarge.add(file)
    log.warn({ file: basename(file) }, message)
  }

  return {
    render: async (original: PictureFile, request: RenditionRequest): Promise<Rendition> => {
      const { extension, contentType } = formats[request.format]
      const { path, size, mtimeMs, ctimeMs } = original
      const content = (await versionOf(original)) ?? [path, size, mtimeMs, ctimeMs]
      const name = `${digestOf(content, request)}.${extension}`
      const findOrMake = async () => (await cache.find(name)) ?? make(name, original.path, request)
      const picture = await once(name, findOrMake)
      return { picture, contentType }
    },
  }
}

const digestOf = (
  content: string | readonly unknown[],
  { width, height, fit, focalPoint = center }: RenditionRequest,
): string => {
  const box = [width, height, fit, focalPoint.x, focalPoint.y]
  return hash('sha256', JSON.stringify([renditionVersion, content, ...box]))
}

const encode = async (picture: Sharp, metadata: Metadata, request: RenditionRequest) => {
  const { whole, crop } = toCrop(metadata.autoOrient, request)
  const resized = picture
    .resize({ ...whole, fit: 'fill' })
    .extract(crop)
    .flatten({ background: pictureGround })
  return toFormat(await toSrgb(resized, metadata), request.format, crop).toBuffer()
}

// With colors at full resolution (4:4:4), a JPEG is a third larger, and even saturated edges show no difference.
const toFormat = (picture: Sharp, format: RenditionRequest['format'], size: Size): Sharp =>
  format === 'jpeg'
    ? picture.jpeg({
        quality: 82,
        progressive: false,
        chromaSubsampling: '4:2:0',
        optimiseCoding: mayOptimize(size),
      })
    : picture.webp({ quality: 80 })
