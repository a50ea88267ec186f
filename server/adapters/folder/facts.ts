import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Metadata } from 'sharp'
import { z } from 'zod'
import { toWebAddress } from '../../../shared/license.ts'
import { cut, quoted } from '../../../shared/text.ts'
import { fromJson, isRecord, toRecord, toText } from '../../../shared/unknown.ts'
import { openPicture } from '../sharp/open-picture.ts'
import type { PictureFile, Sidecar } from './scan.ts'

const text = z.string().optional()
const factsSchema = z.object({
  title: text,
  description: text,
  tags: z.array(z.string()).optional(),
  category: text,
  credit: text,
  credit_url: text,
  license: text,
  license_url: text,
  source_url: text,
})
const fields = Object.keys(factsSchema.shape)

/** What is known about a picture from the files beside it and from its metadata, named like the fields of a row. */
export type PictureFacts = z.infer<typeof factsSchema>

export const findingsSchema = z.object({
  // Identifies what was read: the versions of the files beside the picture, and whether its own metadata was included.
  key: z.string(),
  facts: factsSchema,
  // Why some facts are missing.
  problem: z.string().optional(),
})
type Findings = z.infer<typeof findingsSchema>

// Increase this number when the code reads facts differently. All pictures are then read again.
const factsVersion = 2

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
  for (const sidecar of file.sidecars.toReversed()) {
    const read = await readSidecar(root, sidecar)
    facts = replaceFacts(facts, read.facts ?? {})
    if (read.problem !== undefined) problem = `${basename(sidecar.path)} beside it ${read.problem}`
  }
  if (Buffer.byteLength(JSON.stringify(facts)) > mostFactsBytes) {
    facts = { ...facts, tags: undefined }
    problem = 'its facts are larger than 11 KB, so it has no tags'
  }
  return { key, facts, problem }
}

// Rows of more than 16 KB are rejected, and a row also has measurements and the title twice.
const mostFactsBytes = 11_000

// Never pairs the name of one author or license with the address of another. An address without a name belongs to the
// name that is known.
const replaceFacts = (facts: PictureFacts, better: PictureFacts): PictureFacts => ({
  ...facts,
  ...(better.credit && { credit_url: undefined }),
  ...(better.license && { license_url: undefined }),
  ...better,
})

interface Read {
  facts?: PictureFacts
  problem?: string
}

// A hostile XMP file of this size takes 0.5 s to parse, and no request is answered meanwhile.
const mostBytes = 256_000

const readSidecar = async (root: string, { path, size, problem }: Sidecar): Promise<Read> => {
  if (problem !== undefined) return { problem }
  if (size > mostBytes) return { problem: 'is larger than 256 KB' }
  const bytes = await readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => error)
  if (bytes instanceof Error) return { problem: `cannot be opened (${bytes.code})` }
  return /\.xmp$/i.test(path) ? parseXmp(bytes) : parseJson(bytes)
}

const parseXmp = async (xmp: Buffer): Promise<Read> => {
  const groups = await parseMetadata({ xmp }).catch((): Groups => ({}))
  const isUsable = Object.keys(groups.xmp ?? {}).some((name) => name !== '_raw')
  return isUsable ? { facts: toFacts(groups) } : { problem: 'is not valid XMP' }
}

const parseJson = (bytes: Buffer): Read => {
  const json = fromJson(new TextDecoder().decode(bytes))
  if (!isRecord(json)) return { problem: 'is not a JSON object' }
  // Google Takeout. Its `title` is the file name.
  if ('photoTakenTime' in json) return { facts: pickFacts({ description: [json.description] }) }
  if ('subcategory' in json && 'extension' in json) return { facts: fromGalleryDl(json) }
  const given = Object.entries(json).filter(
    ([, value]) => !['null', '""', '[]'].includes(JSON.stringify(value)),
  )
  const facts = pickFacts(
    Object.fromEntries(given.map(([name, value]) => [name, [value]])),
    () => true,
  )
  const [unused] = given.find(([name]) => !Object.hasOwn(facts, name)) ?? []
  return unused === undefined ? { facts } : { facts, problem: describeUnused(unused) }
}

const describeUnused = (name: string) => {
  if (!fields.includes(name))
    return `has an unknown field ${quoted(name)}: the fields are ${fields.join(', ')}`
  const accepted = name.endsWith('_url') ? 'an http or https address' : 'a text'
  return `has no usable ${name}: it accepts ${accepted}`
}

// The `category` of gallery-dl is the name of the site.
const fromGalleryDl = (json: Readonly<Record<string, unknown>>): PictureFacts => {
  const { tags, author, artist, user } = json
  const toName = (by: unknown) => (isRecord(by) ? (by.name ?? by.username) : by)
  return pickFacts({
    title: [json.title],
    description: [json.description, json.content],
    tags: [typeof tags === 'string' && !tags.includes(',') ? tags.split(' ') : tags],
    credit: [author, artist, user].map(toName),
  })
}

const readEmbedded = async (picture: string): Promise<PictureFacts> =>
  toFacts(await parseMetadata(await openPicture(picture).metadata()))

const toFacts = ({ xmp = {}, iptc = {}, exif = {} }: Groups): PictureFacts =>
  pickFacts({
    title: [xmp.title, iptc['Object Name'], xmp.Headline, iptc.Headline, exif.XPTitle],
    description: [
      xmp.description,
      iptc['Caption/Abstract'],
      exif.ImageDescription,
      xmp.AltTextAccessibility,
    ],
    tags: [
      xmp.subject,
      iptc.Keywords,
      toTexts(xmp.hierarchicalSubject).map((path) => path.split('|').at(-1)),
      toTexts(xmp.TagsList).map((path) => path.split('/').at(-1)),
      toTexts(exif.XPKeywords).flatMap((list) => splitWords(list, ';')),
    ],
    credit: [
      xmp.creator,
      xmp.attributionName,
      iptc['By-line'],
      exif.Artist,
      xmp.Credit,
      iptc.Credit,
    ],
    credit_url: [xmp.attributionURL],
    license: [xmp.license, xmp.UsageTerms, xmp.rights, iptc['Copyright Notice'], exif.Copyright],
    license_url: [xmp.license, xmp.WebStatement],
  })

const [longestText, longestTag, mostTags] = [500, 50, 50]

// Cameras and phones write these texts into every picture.
const cameraText =
  /^(?:.*\bdigital camera|sony dsc|samsung camera pictures|exif_jpeg_picture|dcim.*|untitled|screenshot)$/i

const isByPerson = (text: string) => !cameraText.test(text)

type Field = keyof PictureFacts

/** Picks facts among the values of each field, which are sorted by preference. */
const pickFacts = (
  values: Readonly<Partial<Record<Field, readonly unknown[]>>>,
  isUsable = isByPerson,
): PictureFacts => {
  const listOf = (field: Field) =>
    values[field]?.map(toTexts).find(({ length }) => length > 0) ?? []
  const find = (field: Field, isWanted: (text: string) => unknown) =>
    values[field]?.flatMap(toTexts).find(isWanted) ?? ''
  const shorten = (text = '') => cut(text, longestText).trim() || undefined
  const findAddress = (field: Field) => toWebAddress(find(field, toWebAddress))
  const tags = new Set(
    listOf('tags')
      .flatMap((tag) => splitWords(tag, ','))
      .map((tag) => cut(tag, longestTag).trim()),
  )
  return withoutUndefined({
    title: shorten(find('title', isUsable)),
    description: shorten(find('description', isUsable)),
    tags: tags.size === 0 ? undefined : [...tags].slice(0, mostTags),
    category: shorten(listOf('category')[0]),
    credit: shorten(listOf('credit').join(', ')),
    credit_url: findAddress('credit_url'),
    license: shorten(listOf('license')[0]),
    license_url: findAddress('license_url'),
    source_url: findAddress('source_url'),
  })
}

const withoutUndefined = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

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
  const text = toText(description)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? [] : [text]
}

const languageOrder = (item: unknown) =>
  toRecord(toRecord(item).attributes).lang === 'x-default' ? 0 : 1

// In `tag=-lake`, a hyphen means that the tag is not wanted.
const splitWords = (list: string, separator: string) =>
  list
    .split(separator)
    .map((word) => word.replace(/^[-\s]+/, '').trim())
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
