import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { HostedWallpaper } from '../../../shared/hosted-api.ts'
import type { CloudinaryUrls } from './urls.ts'

/** What can be chosen from at one moment. */
export interface Candidates {
  images: readonly HostedWallpaper[]
  /** Records that could not be used. */
  skipped: number
}

/** Ids that the SDK would misread, fail on or take for an address (`%`, a scheme, dots, a whole path). */
const publicIdSchema = z
  .string()
  .regex(/^[^\s%?#&\\<>\p{Cc}][^%?#&\\<>\p{Cc}]*(?<!\s)$/u)
  .refine((id) => id.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))
  .refine((id) => !/^[a-z][a-z0-9+.-]*:/i.test(id) && !/^(image|raw)\/[a-z0-9_]+\/v\d+\//.test(id))
  .refine((id) => id.isWellFormed())

/** A record of the list calls; of what else it holds, nothing is needed. */
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
  // No more than a decoration: what is wrong in it does not cost the picture.
  context: z
    .object({ custom: z.object({ colors: z.string() }) })
    .optional()
    .catch(undefined),
})
type CloudinaryRecord = z.infer<typeof recordSchema>

/** Hosted records (spec §2.3) of what a list call answered; what cannot be used is left out, one by one. */
export const toCandidates = (records: readonly unknown[], urls: CloudinaryUrls): Candidates => {
  const images = records.flatMap((record) => {
    const { data } = recordSchema.safeParse(record)
    return data === undefined ? [] : [toHosted(data, urls)]
  })
  return { images, skipped: records.length - images.length }
}

/** So many take a few milliseconds, most of them for the addresses. */
const recordsAtOnce = 25

/** The same in turns: all 500 at once would hold up every other request. */
export const toCandidatesInTurns = async (
  records: readonly unknown[],
  urls: CloudinaryUrls,
): Promise<Candidates> => {
  const parts: Candidates[] = []
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    parts.push(toCandidates(records.slice(from, from + recordsAtOnce), urls))
    await setImmediate()
  }
  return {
    images: parts.flatMap(({ images }) => images),
    skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

const toHosted = (record: CloudinaryRecord, urls: CloudinaryUrls): HostedWallpaper => {
  const { public_id, version, width, height, format, created_at, tags } = record
  const image = { publicId: public_id, version, format }
  return {
    public_id,
    name: public_id.slice(public_id.lastIndexOf('/') + 1),
    width,
    height,
    format,
    created_at,
    tags,
    colors: toColors(record.context?.custom.colors ?? ''),
    preview_url: urls.preview(image),
    download_url: record.secure_url ?? urls.original(image),
  }
}

/**
 * Colors of `context` as they were given at the upload, the most dominant first: `#112233,#aabbcc`.
 * Cloudinary itself adds an alpha byte to every color of a picture that has one that is see-through.
 */
const toColors = (text: string): string[] => {
  const colors = text.split(',').map((color) => color.trim().toUpperCase())
  const known = colors.filter((color) => /^#([0-9A-F]{6}|[0-9A-F]{8})$/.test(color))
  return [...new Set(known.map((color) => color.slice(0, 7)))]
}
