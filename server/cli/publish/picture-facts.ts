import { readFile } from 'node:fs/promises'
import ExifReader from 'exifreader'
import { z } from 'zod'
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
    const content = await readFile(path, 'utf8').catch(undefinedIfMissing)
    if (content !== undefined) return parseSidecar(content)
  }
  return {}
}

const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw new PublishError('PICTURE_REJECTED', `cannot open the .json file beside it (${error.code})`)
}

const accepts = 'expected only title, description, tags, category, credit and license'

const parseSidecar = (content: string): PictureFacts => {
  const { data, error } = sidecarSchema.safeParse(toJson(content))
  if (data !== undefined) return withoutUndefined(data)
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'content'
  throw new PublishError(
    'PICTURE_REJECTED',
    `the .json file beside it is not valid (${where}: ${issue?.message}): ${accepts}`,
  )
}

const toJson = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

const withoutUndefined = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

export const readEmbeddedFacts = async (picture: string): Promise<PictureFacts> => {
  const groups = await loadGroups(picture)
  const first = (...names: readonly string[]) => firstText(groups, names)
  return withoutUndefined({
    title: first('xmp.title', 'iptc.Object Name', 'iptc.Headline'),
    description: first('xmp.description', 'iptc.Caption/Abstract', 'exif.ImageDescription'),
    tags: firstWords(groups, ['xmp.subject', 'iptc.Keywords']),
    credit: first('xmp.creator', 'iptc.By-line', 'iptc.Credit', 'exif.Artist'),
    license: first('xmp.UsageTerms', 'xmp.rights', 'iptc.Copyright Notice', 'exif.Copyright'),
  })
}

const loadGroups = async (picture: string): Promise<Groups> => {
  try {
    // ExifReader reads compressed XMP metadata in a PNG only in asynchronous mode.
    const options = { expanded: true, async: true } as const
    const tags: object = await ExifReader.load(await readFile(picture), options)
    return tags as Groups
  } catch {
    return {}
  }
}

const find = (groups: Groups, name: string): unknown => {
  const [group = '', field = ''] = name.split(/\.(.*)/)
  return groups[group]?.[field]
}

const firstText = (groups: Groups, names: readonly string[]): string | undefined =>
  names.map((name) => toTexts(find(groups, name))[0]).find((found) => found !== undefined)

const firstWords = (groups: Groups, names: readonly string[]): string[] | undefined =>
  names.map((name) => toTexts(find(groups, name))).find((found) => found.length > 0)

const longest = 500

// Returns the texts of a tag from ExifReader: `{value, description}`, a list of tags, or a tag with a list.
const toTexts = (tag: unknown): string[] => {
  if (Array.isArray(tag)) return tag.flatMap(toTexts)
  if (typeof tag !== 'object' || tag === null) return []
  const { value, description } = tag as { value?: unknown; description?: unknown }
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.flatMap(toTexts)
  const text = typeof description === 'string' ? description.trim() : ''
  return text === '' ? [] : [text.slice(0, longest)]
}
