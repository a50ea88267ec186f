import { setImmediate } from 'node:timers/promises'
import { v2 as cloudinary } from 'cloudinary'
import { z } from 'zod'
import { toOrientation } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { HostedWallpaper } from '../../../shared/hosted-api.ts'
import { toTitle } from '../../../shared/title.ts'
import { wallpaperIdSchema } from '../../../shared/wallpaper.ts'
import type { CloudinaryAccount } from './api.ts'

// Rejects ids that cannot be favorites, and ids that Cloudinary's SDK would take for a URL or for the path of one.
const publicIdSchema = wallpaperIdSchema.refine(
  (id) => !/^[a-z][a-z0-9+.-]*:/i.test(id) && !/^(image|raw)\/[a-z0-9_]+\/v\d+\//.test(id),
)

const recordSchema = z.object({
  public_id: publicIdSchema,
  version: z.int().nonnegative(),
  width: z.int().positive(),
  height: z.int().positive(),
  format: z.string().regex(/^[a-z0-9]+$/i),
  created_at: z.iso.datetime({ offset: true }),
  tags: z.array(z.string()).default([]),
  secure_url: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
  // `context` holds only an image's optional colors, so an image with an invalid `context` is listed without colors.
  context: z
    .object({ custom: z.object({ colors: z.string() }) })
    .optional()
    .catch(undefined),
})
type CloudinaryRecord = z.infer<typeof recordSchema>

// Converting this many images takes a few milliseconds. After each such batch, other requests get a turn.
const recordsAtOnce = 25

/** Skips invalid records. `skipped` is their number. */
export const toCandidates = async (records: readonly unknown[], urls: CloudinaryUrls) => {
  const images: HostedWallpaper[] = []
  for (const [at, record] of records.entries()) {
    const { data } = recordSchema.safeParse(record)
    if (data !== undefined) images.push(toHostedImage(data, urls))
    if (at % recordsAtOnce === recordsAtOnce - 1) await setImmediate()
  }
  return { images, skipped: records.length - images.length }
}

const toHostedImage = (record: CloudinaryRecord, urls: CloudinaryUrls): HostedWallpaper => {
  const { public_id, width, height, format, created_at, tags } = record
  return {
    public_id,
    name: public_id.slice(public_id.lastIndexOf('/') + 1),
    width,
    height,
    format,
    created_at,
    tags,
    colors: toColors(record.context?.custom.colors ?? ''),
    preview_url: urls.preview(record),
    download_url: record.secure_url ?? urls.original(record),
  }
}

// Reads colors such as `#112233,#aabbcc`, most dominant first, as the upload stored them in a Cloudinary image's
// `context`. In a picture with transparent pixels, each color has an extra alpha byte, which is removed.
const toColors = (text: string): string[] => {
  const colors = text.split(',').map((color) => color.trim().toUpperCase())
  const known = colors.filter((color) => /^#([0-9A-F]{6}|[0-9A-F]{8})$/.test(color))
  return [...new Set(known.map((color) => color.slice(0, 7)))]
}

type HostedImage = Pick<CloudinaryRecord, 'public_id' | 'version' | 'format'>

type CloudinaryUrls = ReturnType<typeof createCloudinaryUrls>

const previewSteps = 'c_fill,f_auto,h_400,q_auto,w_600'

/** Describes a listed image as a wallpaper. Its preview URL tells where Cloudinary delivers it, and its version. */
export const toHostedWallpaper = (image: HostedWallpaper): Wallpaper => {
  const { preview_url, download_url } = image
  const steps = `/${previewSteps}/`
  const at = preview_url.indexOf(steps)
  return {
    id: image.public_id,
    title: toTitle(image.name) || 'Wallpaper',
    description: '',
    category: '',
    orientation: toOrientation(image.width, image.height),
    width: image.width,
    height: image.height,
    mainFile: `${image.public_id}.${image.format}`,
    cacheFile: '',
    primaryColors: [],
    secondaryColors: [],
    palette: image.colors,
    color: image.colors[0],
    tags: image.tags,
    createdAt: image.created_at,
    hosted: {
      url: download_url,
      resizer: preview_url.slice(0, at),
      path: preview_url.slice(at + steps.length),
    },
  }
}

export const createCloudinaryUrls = ({
  cloudName,
  imagesDomain,
}: Pick<CloudinaryAccount, 'cloudName' | 'imagesDomain'>) => {
  const toUrl = ({ public_id, version }: HostedImage, transformation: object) =>
    cloudinary.url(public_id, {
      ...transformation,
      cloud_name: cloudName,
      ...(imagesDomain && { private_cdn: true, secure_distribution: imagesDomain }),
      // The version in a Cloudinary URL changes when the picture is replaced, so caches never show the old picture.
      version,
      secure: true,
      // With analytics, Cloudinary's SDK would add the versions of the SDK and of Node.js to every URL.
      urlAnalytics: false,
    })
  return {
    preview: (image: HostedImage) => toUrl(image, { raw_transformation: previewSteps }),
    original: (image: HostedImage) => toUrl(image, { format: image.format }),
  }
}
