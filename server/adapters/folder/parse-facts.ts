import type { Metadata } from 'sharp'
import { z } from 'zod'
import { toWebAddress } from '../../../shared/license.ts'
import { cut, quoted } from '../../../shared/text.ts'
import { fromJson, isRecord, toRecord, toText } from '../../../shared/unknown.ts'

const text = z.string().optional()
export const factsSchema = z.object({
  title: text,
  description: text,
  tags: z.array(z.string()).optional(),
  category: text,
  credit: text,
  credit_url: text,
  license: text,
  license_url: text,
  source_url: text,
  source: text,
  taken_at: text,
  place: text,
})
const fields = Object.keys(factsSchema.shape)

/** The facts about a picture from the files beside it and from its metadata, named like the fields of a row. */
export type PictureFacts = z.infer<typeof factsSchema>

export interface ParsedFacts {
  facts?: PictureFacts
  /** Why some facts are missing. */
  problem?: string
}

const unknownEncoding = 'is not text in a known encoding: save it as UTF-8'
const xmlDeclaration = /^\s*<\?xml\s[^>]*?(?:encoding\s*=\s*["']([\w-]+)["'][^>]*)?\?>/i

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * Decodes a text by its byte order mark, or else by the encoding that its XML declares. Without both, it is UTF-8, or
 * Windows-1252 if it is not valid UTF-8. Returns `undefined` if the result has characters that no text has.
 */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  const [marked] =
    byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const [, declared = 'utf-8'] =
    xmlDeclaration.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1')) ?? []
  for (const encoding of marked ? [marked] : [declared, 'utf-8', 'windows-1252']) {
    const text = decodeAs(encoding, bytes)
    if (text !== undefined) return neverInText.test(text) ? undefined : text
  }
}

// Windows-1252 has no characters for the last five.
const neverInText = /[\0\x81\x8d\x8f\x90\x9d]/

const decodeAs = (encoding: string, bytes: Uint8Array) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const parseXmp = async (bytes: Uint8Array): Promise<ParsedFacts> => {
  const text = decodeText(bytes)
  if (text === undefined) return { problem: unknownEncoding }
  const xmp = Buffer.from(text.replace(xmlDeclaration, ''))
  const groups = await parseMetadata({ xmp })
  const isUsable = Object.keys(groups.xmp ?? {}).some((name) => name !== '_raw')
  return isUsable ? { facts: toFacts(groups) } : { problem: 'is not valid XMP' }
}

export const parseJson = (bytes: Uint8Array): ParsedFacts => {
  const text = decodeText(bytes)
  if (text === undefined) return { problem: unknownEncoding }
  const json = fromJson(text)
  if (!isRecord(json)) return { problem: 'is not a JSON object' }
  // Google Takeout. Its `title` is the file name.
  if ('photoTakenTime' in json)
    return { facts: pickFacts({ description: [json.description], taken_at: [toTime(json)] }) }
  if ('subcategory' in json && 'extension' in json) return { facts: fromGalleryDl(json) }
  const given = Object.entries(json).filter(([, value]) => !isEmpty(value))
  const facts = pickFacts(
    Object.fromEntries(given.map(([name, value]) => [name, [value]])),
    () => true,
  )
  const [unused] = given.find(([name]) => !Object.hasOwn(facts, name)) ?? []
  return unused === undefined ? { facts } : { facts, problem: describeUnused(unused) }
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

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

export const parseEmbedded = async (metadata: EmbeddedParts): Promise<ParsedFacts> => ({
  facts: toFacts(await parseMetadata(metadata)),
})

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
    place: [
      [xmp.City, xmp.Country],
      [iptc.City, iptc['Country/Primary Location Name']],
    ],
    taken_at: [xmp.DateTimeOriginal, exif.DateTimeOriginal, xmp.DateCreated, iptc['Date Created']],
  })

const [longestText, longestTag, mostTags] = [500, 50, 50]

// Cameras and phones write these texts into every picture.
const cameraText =
  /^(?:.*\bdigital camera|sony dsc|samsung camera pictures|exif_jpeg_picture|dcim.*|untitled|screenshot)$/i

type Field = keyof PictureFacts

/** Picks facts among the values of each field, which are sorted by preference. */
export const pickFacts = (
  values: Readonly<Partial<Record<Field, readonly unknown[]>>>,
  isUsable = (text: string) => !cameraText.test(text),
): PictureFacts => {
  const listOf = (field: Field) =>
    values[field]?.map((value) => toTexts(value)).find(({ length }) => length > 0) ?? []
  const find = (field: Field, isWanted: (text: string) => unknown) =>
    values[field]?.flatMap((value) => toTexts(value)).find(isWanted) ?? ''
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
    source: shorten(listOf('source')[0]),
    taken_at: toDay(find('taken_at', toDay)),
    place: shorten(listOf('place').join(', ')),
  })
}

/** Reads the day of a time such as `2019:05:13 14:22:33` (EXIF), `20190513` (IPTC) or `2019-05-13T14:22:33` (XMP). */
const toDay = (text = ''): string | undefined => {
  const [, year, month, day] = /^(\d{4})[:-]?(\d\d)[:-]?(\d\d)/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return Number(year) > 0 && !Number.isNaN(Date.parse(date)) ? date : undefined
}

const toTime = ({ photoTakenTime }: Readonly<Record<string, unknown>>) => {
  const time = new Date(Number(toRecord(photoTakenTime).timestamp) * 1000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const withoutUndefined = (facts: PictureFacts): PictureFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/**
 * Returns the texts of a value: of a text, of a list, or of a tag of ExifReader, which is `{value, description}`. Of
 * texts in several languages, the default comes first. Tags have at most four levels, and deeper ones are ignored, because
 * a file may have thousands.
 */
const toTexts = (tag: unknown, levels = 4): string[] => {
  if (levels === 0) return []
  const inside = (items: readonly unknown[]) => items.flatMap((item) => toTexts(item, levels - 1))
  if (Array.isArray(tag)) return inside(tag)
  const { value, description = tag } = toRecord(tag)
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return inside(value.toSorted((one, other) => languageOrder(one) - languageOrder(other)))
  const text = toText(description)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' || text === damaged ? [] : [text]
}

// The value that ExifReader returns for an EXIF field that it cannot read.
const damaged = '<faulty value>'

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

export type EmbeddedParts = { [Part in keyof Pick<Metadata, 'exif' | 'iptc' | 'xmp'>]: Uint8Array }

// ExifReader reads EXIF data as a TIFF file, XMP if it begins like an XMP file, and IPTC data only in a JPEG. Damaged
// metadata has no facts.
const parseMetadata = async ({ exif, iptc, xmp }: EmbeddedParts): Promise<Groups> => {
  const { default: reader } = await import('exifreader')
  const load = (...parts: readonly Uint8Array[]) => {
    try {
      return reader.load(Buffer.concat(parts), { expanded: true })
    } catch {
      return {}
    }
  }
  return {
    ...(xmp && { xmp: { ...load(Buffer.from('<?xpacket begin=""?>'), xmp).xmp } }),
    ...(iptc && iptc.length <= longestSegment && { iptc: { ...load(...toJpeg(iptc)).iptc } }),
    ...(exif && { exif: { ...load(withoutExifHeader(exif)).exif } }),
  }
}

// The header of a JPEG segment has two bytes for its length, which counts them as well.
const longestSegment = 65_533

// A JPEG without pixels. For 1,000 photographs of 2 MB, this takes 1.3 s, and their whole files would take 11 s.
const toJpeg = (iptc: Uint8Array) => {
  const length = iptc.length + 2
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xed, length >> 8, length & 0xff])
  return [head, iptc, Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])]
}

// sharp returns the EXIF data of JPEG and AVIF files with this header.
const exifHeader = Buffer.from('Exif\0\0')
const withoutExifHeader = (exif: Uint8Array) =>
  exifHeader.equals(exif.subarray(0, exifHeader.length)) ? exif.subarray(exifHeader.length) : exif
