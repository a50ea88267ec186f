import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Metadata } from 'sharp'
import { z } from 'zod'
import { toWebAddress } from '../../../shared/license.ts'
import { cut } from '../../../shared/text.ts'
import { fromJson, isRecord, toRecord } from '../../../shared/unknown.ts'
import { openPicture } from '../sharp/open-picture.ts'
import type { PictureFile } from './scan.ts'

const text = z.string().trim().min(1).max(500).optional()
const words = z.array(z.string().trim().min(1).max(100)).max(100)
const commaWords = z.string().transform((list) => splitWords(list, ','))
const address = z
  .string()
  .transform((text, context) => {
    const url = toWebAddress(text)
    if (url === undefined) context.addIssue('expected an http or https address')
    return url ?? z.NEVER
  })
  .optional()

const factsSchema = z.strictObject({
  title: text,
  description: text,
  tags: z.union([words, commaWords.pipe(words)]).optional(),
  category: text,
  credit: text,
  credit_url: address,
  license: text,
  license_url: address,
  source_url: address,
})

/** What is known about a picture from the files beside it and from its metadata, named like the fields of a row. */
export type PictureFacts = z.infer<typeof factsSchema>

export const findingsSchema = z.object({
  // Names what was read: the files beside the picture as they were then, and whether its metadata was read.
  key: z.string(),
  facts: factsSchema,
  // Why a file beside the picture could not be used.
  problem: z.string().optional(),
})
type Findings = z.infer<typeof findingsSchema>

// Increase it when facts are read differently, so that all pictures are read again.
const factsVersion = 1

export const toFactsKey = ({ sidecars }: PictureFile, readsEmbeddedFacts: boolean): string =>
  JSON.stringify([factsVersion, readsEmbeddedFacts, sidecars])

/**
 * Reads what is known about a picture. A field of the JSON file beside it comes first, then the XMP file beside it, then
 * the picture's own metadata, if `readsEmbeddedFacts`. Never throws.
 */
export const readFacts = async (
  root: string,
  file: PictureFile,
  readsEmbeddedFacts: boolean,
): Promise<Findings> => {
  const key = toFactsKey(file, readsEmbeddedFacts)
  let facts = readsEmbeddedFacts ? await readEmbedded(join(root, file.path)).catch(() => ({})) : {}
  let problem: string | undefined
  for (const { path, size } of file.sidecars.toReversed()) {
    const read = await readSidecar(join(root, path), size)
    if ('facts' in read) facts = replaceFacts(facts, read.facts)
    else problem = `${basename(path)} beside it ${read.problem}`
  }
  return { key, facts, ...(problem !== undefined && { problem }) }
}

// An address belongs to the text of the same source. The link of one license must not follow the name of another.
const replaceFacts = (facts: PictureFacts, better: PictureFacts): PictureFacts =>
  withoutUndefined({
    ...facts,
    ...((better.credit ?? better.credit_url) && { credit: undefined, credit_url: undefined }),
    ...((better.license ?? better.license_url) && { license: undefined, license_url: undefined }),
    ...better,
  })

const withoutUndefined = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

type Sidecar = { facts: PictureFacts } | { problem: string }

// A hostile XMP file of this size takes 0.5 s to parse.
const mostBytes = 256_000
// A row of more than 16 KB is not used, so the facts have to leave room for what is measured.
const mostOwnBytes = 8_000

const readSidecar = async (path: string, size: number): Promise<Sidecar> => {
  if (size > mostBytes) return { problem: 'is larger than 256 KB' }
  try {
    const bytes = await readFile(path)
    return /\.xmp$/i.test(path) ? await parseXmp(bytes) : parseJson(bytes)
  } catch (error) {
    return { problem: `cannot be opened (${(error as NodeJS.ErrnoException).code})` }
  }
}

const parseXmp = async (xmp: Buffer): Promise<Sidecar> => {
  const groups = await parseMetadata({ xmp })
  const isUsable = Object.keys(groups.xmp ?? {}).some((name) => name !== '_raw')
  return isUsable ? { facts: toFacts(groups) } : { problem: 'is not valid XMP' }
}

const parseJson = (bytes: Buffer): Sidecar => {
  const json = fromJson(new TextDecoder().decode(bytes))
  if (isRecord(json)) {
    // Google Takeout. Its `title` is the file name.
    if ('photoTakenTime' in json) return { facts: pickFacts({ description: [json.description] }) }
    if ('subcategory' in json && 'extension' in json) return { facts: fromGalleryDl(json) }
  }
  if (bytes.length > mostOwnBytes) return { problem: `is larger than ${mostOwnBytes / 1000} KB` }
  const { data, error } = factsSchema.safeParse(json)
  if (data !== undefined) return { facts: data }
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'content'
  const accepts = Object.keys(factsSchema.shape).join(', ')
  return { problem: `is not valid (${where}: ${issue?.message}): it accepts ${accepts}` }
}

// The `category` of gallery-dl is the name of the site.
const fromGalleryDl = (json: Readonly<Record<string, unknown>>): PictureFacts => {
  const { tags, author, artist, user } = json
  const toName = (by: unknown) => toRecord(by).name ?? by
  return pickFacts({
    title: [json.title],
    description: [json.description, json.content],
    tags: [typeof tags === 'string' ? splitWords(tags, tags.includes(',') ? ',' : ' ') : tags],
    credit: [author, artist, user].map(toName),
  })
}

const readEmbedded = async (picture: string): Promise<PictureFacts> =>
  toFacts(await parseMetadata(await openPicture(picture).metadata()))

const toFacts = ({ xmp = {}, iptc = {}, exif = {} }: Groups): PictureFacts =>
  pickFacts({
    title: [xmp.title, iptc['Object Name'], xmp.Headline, iptc.Headline, exif.XPTitle],
    description: [
      ...[xmp.description, iptc['Caption/Abstract']],
      ...[exif.ImageDescription, xmp.AltTextAccessibility],
    ],
    tags: [
      xmp.subject,
      iptc.Keywords,
      toTexts(xmp.hierarchicalSubject).map((path) => path.split('|').at(-1)),
      toTexts(xmp.TagsList).map((path) => path.split('/').at(-1)),
      toTexts(exif.XPKeywords).flatMap((list) => splitWords(list, ';')),
    ],
    credit: [
      ...[xmp.creator, xmp.attributionName, iptc['By-line'], exif.Artist],
      ...[xmp.Credit, iptc.Credit],
    ],
    credit_url: [xmp.attributionURL],
    license: [
      ...[xmp.license, xmp.UsageTerms, xmp.rights],
      ...[iptc['Copyright Notice'], exif.Copyright],
    ],
    license_url: [xmp.license, xmp.WebStatement],
  })

const [longestText, longestDescription, longestTag, mostTags] = [200, 500, 50, 50]

// Cameras and phones write these texts into every picture.
const cameraText =
  /^(?:.*\bdigital camera|sony dsc|samsung camera pictures|exif_jpeg_picture|dcim.*|untitled|screenshot)$/i

type Field = Exclude<keyof PictureFacts, 'category' | 'source_url'>

/** Picks facts among the values of each field, which are sorted by preference. */
const pickFacts = (values: Readonly<Partial<Record<Field, readonly unknown[]>>>): PictureFacts => {
  const listOf = (field: Field) =>
    values[field]?.map(toTexts).find(({ length }) => length > 0) ?? []
  const find = (field: Field, isWanted: (text: string) => unknown) =>
    values[field]?.flatMap(toTexts).find(isWanted) ?? ''
  const shorten = (text = '', length = longestText) => cut(text, length).trim() || undefined
  const isByPerson = (text: string) => !cameraText.test(text)
  const tags = new Set(listOf('tags').map((tag) => cut(tag, longestTag).trim()))
  return withoutUndefined({
    title: shorten(find('title', isByPerson)),
    description: shorten(find('description', isByPerson), longestDescription),
    tags: tags.size === 0 ? undefined : [...tags].slice(0, mostTags),
    credit: shorten(listOf('credit').join(', ')),
    credit_url: toWebAddress(find('credit_url', toWebAddress)),
    license: shorten(listOf('license')[0]),
    license_url: toWebAddress(find('license_url', toWebAddress)),
  })
}

/**
 * Returns the texts of a value: of a text, of a list, or of a tag of ExifReader, which is `{value, description}`. Of
 * texts in several languages, the default comes first.
 */
const toTexts = (tag: unknown): string[] => {
  if (Array.isArray(tag)) return tag.flatMap(toTexts)
  const { value, description = tag } = toRecord(tag)
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value
      .toSorted((one, other) => languageOrder(one) - languageOrder(other))
      .flatMap(toTexts)
  const text = typeof description === 'string' ? description.replace(/\p{Cc}+/gu, ' ').trim() : ''
  return text === '' ? [] : [text]
}

const languageOrder = (item: unknown) =>
  toRecord(toRecord(item).attributes).lang === 'x-default' ? 0 : 1

const splitWords = (list: string, separator: string) =>
  list
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')

type Group = Readonly<Record<string, unknown>>
interface Groups {
  xmp?: Group
  iptc?: Group
  exif?: Group
}

type Parts = Pick<Metadata, 'exif' | 'iptc' | 'xmp'>

/**
 * Parses the metadata that sharp finds in a picture. ExifReader only reads whole pictures, so it gets a JPEG without
 * pixels. For 1,000 photographs of 2 MB this takes 1.3 s, and their whole files would take 11 s.
 */
const parseMetadata = async (metadata: Parts): Promise<Groups> => {
  if (!metadata.exif && !metadata.iptc && !metadata.xmp) return {}
  const { default: reader } = await import('exifreader')
  const { xmp, iptc, exif } = reader.load(toJpeg(metadata), { expanded: true })
  return { xmp: { ...xmp }, iptc: { ...iptc }, exif: { ...exif } }
}

const toJpeg = ({ exif, iptc, xmp }: Parts): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...toSegment(0xe1, exif && withExifHeader(exif)),
    ...toSegment(0xed, iptc),
    ...toXmpSegments(xmp),
    Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ])

// sharp returns the EXIF data of PNG and WebP files without this header.
const exifHeader = Buffer.from('Exif\0\0')
const withExifHeader = (exif: Buffer) =>
  exif.subarray(0, exifHeader.length).equals(exifHeader) ? exif : Buffer.concat([exifHeader, exif])

const longestSegment = 65_533

const toSegment = (marker: number, content: Buffer | undefined): Buffer[] => {
  if (content === undefined || content.length > longestSegment) return []
  const length = content.length + 2
  return [Buffer.from([0xff, marker, length >> 8, length & 0xff]), content]
}

// XMP may be longer than a segment, so it is written as extended XMP, which may have any number of segments. The zeros
// stand for a checksum, the length and the offset, which ExifReader skips.
const toXmpSegments = (xmp: Buffer = Buffer.alloc(0)) => {
  if (xmp.length > mostBytes) return []
  const segments = toSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'))
  const head = Buffer.concat([
    Buffer.from('http://ns.adobe.com/xmp/extension/\0'),
    Buffer.alloc(40),
  ])
  for (let at = 0; at < xmp.length; at += longestSegment - head.length) {
    const piece = xmp.subarray(at, at + longestSegment - head.length)
    segments.push(...toSegment(0xe1, Buffer.concat([head, piece])))
  }
  return segments
}
