import { readFile } from 'node:fs/promises'
import ExifReader from 'exifreader'
import { z } from 'zod'
import { fromJson } from '../../../shared/unknown.ts'
import { readIfPresent } from '../../adapters/disk/atomic-files.ts'
import { PublishError } from './publish-error.ts'

const text = z.string().trim().min(1).max(500).optional()
const words = z.array(z.string().trim().min(1).max(100)).max(100)
const commaWords = z.string().transform((list) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)

const sidecarSchema = z.strictObject({
  title: text,
  description: text,
  tags: z.union([words, commaWords.pipe(words)]).optional(),
  category: text,
  credit: text,
  license: text,
})

export type PictureFacts = z.infer<typeof sidecarSchema>

/**
 * Reads a picture's title, description, tags, credit and license from the JSON file beside the picture
 * (`lake.jpg.json` or `lake.json`). Fields that are not in the JSON file come from the picture's embedded metadata.
 * @throws PublishError if the JSON file is invalid, because publishing without it could lose the credit
 */
export const readPictureFacts = async (picture: string): Promise<PictureFacts> => {
  const sidecar = await readSidecar(picture)
  return { ...(await readEmbeddedFacts(picture)), ...sidecar }
}

const readSidecar = async (picture: string): Promise<PictureFacts> => {
  for (const path of [`${picture}.json`, picture.replace(/\.[^./\\]+$/, '.json')]) {
    const content = await readIfPresent(path).catch(({ code }: NodeJS.ErrnoException) => {
      throw new PublishError('PICTURE_REJECTED', `cannot open the .json file beside it (${code})`)
    })
    if (content !== undefined) return parseSidecar(content.toString())
  }
  return {}
}

const accepts = 'expected only title, description, tags, category, credit and license'

const parseSidecar = (content: string): PictureFacts => {
  const { data, error } = sidecarSchema.safeParse(fromJson(content))
  if (data !== undefined) return withoutUndefined(data)
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'content'
  throw new PublishError(
    'PICTURE_REJECTED',
    `the .json file beside it is not valid (${where}: ${issue?.message}): ${accepts}`,
  )
}

const withoutUndefined = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** Reads the embedded metadata of a picture. XMP comes first, then IPTC, then EXIF. */
export const readEmbeddedFacts = async (picture: string): Promise<PictureFacts> => {
  // ExifReader reads compressed XMP metadata in a PNG only in asynchronous mode.
  const options = { expanded: true, async: true } as const
  const { xmp, iptc, exif } = await readFile(picture)
    .then((bytes) => ExifReader.load(bytes, options))
    .catch((): Groups => ({}))
  const first = (...tags: readonly unknown[]) => tags.map(toTexts).find((texts) => texts.length > 0)
  return withoutUndefined({
    title: first(xmp?.title, iptc?.['Object Name'], iptc?.Headline)?.[0],
    description: first(xmp?.description, iptc?.['Caption/Abstract'], exif?.ImageDescription)?.[0],
    tags: first(xmp?.subject, iptc?.Keywords),
    credit: first(xmp?.creator, iptc?.['By-line'], iptc?.Credit, exif?.Artist)?.[0],
    license: first(xmp?.UsageTerms, xmp?.rights, iptc?.['Copyright Notice'], exif?.Copyright)?.[0],
  })
}

type Group = Readonly<Record<string, unknown>>
interface Groups {
  xmp?: Group
  iptc?: Group
  exif?: Group
}

const longest = 500

// Returns the texts of a tag from ExifReader: `{value, description}`, a list of tags, or a tag with a list.
const toTexts = (tag: unknown): string[] => {
  if (Array.isArray(tag)) return tag.flatMap(toTexts)
  const { value, description } = Object(tag) as { value?: unknown; description?: unknown }
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.flatMap(toTexts)
  const text = typeof description === 'string' ? description.trim() : ''
  return text === '' ? [] : [text.slice(0, longest)]
}
