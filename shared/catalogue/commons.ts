import type { PictureSize } from '../filter-rules.ts'
import { decodePart } from '../ids.ts'
import { readLicense, toWebAddress } from '../license.ts'
import { cut } from '../text.ts'
import { cleanTitle, toTitle } from '../title.ts'
import { toList, toNumber, toRecord, toText } from '../unknown.ts'
import type { DeviceType } from '../wallpaper.ts'

const site = 'https://commons.wikimedia.org'

/** The subjects to choose, and the words that find them (https://www.mediawiki.org/wiki/Help:CirrusSearch). */
export const commonsSubjects: Readonly<Record<string, string>> = {
  mountains: 'mountain OR mountains OR glacier',
  sea: 'sea OR ocean OR coast OR beach',
  night: '"night sky" OR "milky way" OR aurora',
  forests: 'forest OR woodland',
  cities: 'cityscape OR skyline',
  architecture: 'architecture',
  animals: 'mammal OR bird OR animal',
  plants: 'flower OR plant OR tree',
  space: 'nebula OR galaxy OR planet OR astronomy',
  art: 'painting',
}

/** A picture whose title or categories have one of these words is a poor wallpaper. Names of places have none of them. */
const wordsLeftOut = `
  map maps diagram diagrams chart charts graph plan plans blueprint micrograph x-ray specimen specimens
  text texts document documents manuscript manuscripts newspaper newspapers poster posters
  caricature banknote banknotes stamp stamps logo logos flag flags coat coats
  portrait portraits woman women boy girl child children
  politician politicians actor actress soldier soldiers
  nude nudity corpse corpses surgery wound disease execution weapon weapons`

// Hidden categories say how a page was made, such as `Pages with maps` for each picture with coordinates.
const isMaintenance = (category: string) =>
  /^(?:pages |files |media |self-published|cc-)/i.test(category)

/** The widths that Wikimedia makes pictures in. It refuses all others (https://www.mediawiki.org/wiki/Common_thumbnail_sizes). */
const widths = [960, 1280, 1920, 3840]

export interface AskedSize {
  type: DeviceType | undefined
  /** The width of the files, one of those that Wikimedia makes. */
  width: number
}

// A picture that is enlarged by so much still looks sharp.
const mostEnlarged = 1.15

/** Returns the smallest allowed width with which usual pictures cover the screen. */
export const toCommonsWidth = (screen: PictureSize, type: DeviceType | undefined): number => {
  // Most pictures have the ratio 3:2 or 2:3.
  const ratio = type === 'mobile' ? 2 / 3 : 3 / 2
  const needed = Math.max(screen.width, screen.height * ratio) / mostEnlarged
  return widths.find((width) => width >= needed) ?? 3840
}

const toAddress = (params: Record<string, string | number>) =>
  `${site}/w/api.php?${new URLSearchParams(
    Object.entries({ format: 'json', formatversion: 2, origin: '*', ...params }).map(
      ([name, value]): [string, string] => [name, `${value}`],
    ),
  )}`

const facts = (width: number) => ({
  action: 'query',
  // Wikimedia asks programs to wait while its databases lag (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
  maxlag: 5,
  prop: 'imageinfo',
  iiprop: 'url|size|mime|extmetadata',
  iiurlwidth: width,
  iiextmetadatalanguage: 'en',
  iiextmetadatafilter: 'Artist|Categories|ImageDescription|LicenseShortName|LicenseUrl|ObjectName',
})

// The API resizes at most 50 pictures for a request (`TRANSFORM_LIMIT` of MediaWiki's `ApiQueryImageInfo`).
const perRequest = 50

// CirrusSearch finds no result beyond this one, and refuses to start there.
const searchEnd = 10_000

const sizes = {
  desktop: 'filew:>1919 fileh:>1079',
  mobile: 'filew:>1079 fileh:>1919',
  any: 'filew:>1279 fileh:>1279',
}

/**
 * Returns the address of a list of featured pictures, or `undefined` for a text without a letter or a digit.
 * @param subject one of `commonsSubjects`, words of a person, or an empty text for all pictures
 * @param next what the answer before says about the next one, or where to start
 */
export const toListAddress = (
  subject: string,
  { type, width }: AskedSize,
  next: CommonsAnswer['next'] = {},
): string | undefined => {
  const featured = 'incategory:"Featured pictures on Wikimedia Commons" filetype:bitmap'
  const words = Object.hasOwn(commonsSubjects, subject)
    ? commonsSubjects[subject]
    : toSearchWords(subject)
  if (subject !== '' && words === '') return
  return toAddress({
    ...facts(width),
    generator: 'search',
    gsrnamespace: 6,
    gsrlimit: perRequest,
    gsrsearch: `${featured} ${sizes[type ?? 'any']} ${words}`.trim(),
    ...next,
  })
}

// Words without the signs that mean something to the search.
const toSearchWords = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .replace(/(?<=^|\s)-+/g, '')
    .trim()

// Wikimedia's own id of a picture is this letter and the number of its page.
const idPrefix = 'M'
export const isCommonsId = (id: string): boolean => /^M\d+$/.test(id)

export const toPictureAddress = (ids: readonly string[], width: number): string =>
  toAddress({ ...facts(width), pageids: ids.map((id) => id.slice(idPrefix.length)).join('|') })

export const toTitleAddress = (title: string, width: number): string =>
  toAddress({ ...facts(width), titles: title })

export const dayFeedAddress = /* @__PURE__ */ toAddress({
  action: 'featuredfeed',
  feed: 'potd',
  feedformat: 'atom',
  language: 'en',
})

/**
 * Finds the picture of a day, such as `2026-11-22`, in the feed.
 * @returns the title of its page
 */
export const findDayTitle = (feed: string, date: string): string | undefined => {
  const entry = feed
    .split('<entry>')
    .find((text) => text.includes(`/potd/${date.replaceAll('-', '')}`))
  const [, path] = /\/wiki\/(File:[^"&<>?#\s]+)/.exec(entry ?? '') ?? []
  return path && decodePart(path).replaceAll('_', ' ')
}

/** A row in the catalogue layout (`parse-row.ts`), with the addresses of its pictures. */
export type CommonsRow = Readonly<Record<string, string | number | undefined>>

export interface CommonsAnswer {
  rows: CommonsRow[]
  /** The ids of pictures that the API has not resized, because it resizes only some for one request. */
  unsized: string[]
  /** The parameters of the next request, if there is more. */
  next: Record<string, string | number> | undefined
  /** Whether the facts of all found pictures are here. Otherwise, `next` asks for the missing ones. */
  isWhole: boolean
  /** Why the API refused, although the HTTP status may be 200. */
  refusal: string | undefined
}

/** Reads an answer of the API. Leaves out files that make no wallpaper, and pictures that may not be shown. */
export const readCommons = (
  answer: unknown,
  { subject = '', type }: { subject?: string; type?: DeviceType | undefined } = {},
): CommonsAnswer => {
  const { query, error, continue: next, batchcomplete } = toRecord(answer)
  const { pages } = toRecord(query)
  const more = Object.entries(toRecord(next)).map(([name, value]) => [name, toParam(value)])
  const isOver = more.length === 0 || toNumber(toRecord(next).gsroffset) >= searchEnd
  return {
    rows: toList(pages, (page) => readPage(toRecord(page), subject, type)),
    unsized: toList(pages, (page) => {
      const { pageid, imageinfo } = toRecord(page)
      const [info] = toList(imageinfo, toRecord)
      return info && !toText(info.thumburl) ? `${idPrefix}${toNumber(pageid)}` : undefined
    }),
    next: isOver ? undefined : Object.fromEntries(more),
    isWhole: batchcomplete === true,
    refusal: error === undefined ? undefined : toText(toRecord(error).code, 'unknown'),
  }
}

const toParam = (value: unknown) => (typeof value === 'number' ? value : toText(value))

// Other pictures would be cut too much to fill a screen.
const ratios = {
  desktop: { least: 1.2, most: 2.6 },
  mobile: { least: 0.4, most: 0.85 },
  any: { least: 0.4, most: 2.6 },
}

// Every browser shows these. Others are shown as the JPEG or PNG that Wikimedia makes of them.
const shownTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
// Larger originals are shown and downloaded in the largest width that Wikimedia makes.
const mostBytes = 20 * 1024 * 1024

const readPage = (
  { pageid, title, imageinfo }: Record<string, unknown>,
  subject: string,
  type: DeviceType | undefined,
): CommonsRow | undefined => {
  // A page may come without `imageinfo`, and again with it in the next answer.
  const [info] = toList(imageinfo, toRecord)
  const { mime, url, thumburl, width, height, size, descriptionurl, extmetadata } = info ?? {}
  const [image, original] = [toWebAddress(toText(thumburl)), toWebAddress(toText(url))]
  if (!image || !/^image\/(?!gif)/.test(toText(mime))) return
  const isPlain = shownTypes.has(toText(mime)) && toNumber(size) <= mostBytes
  if (image === original && !isPlain) return
  const { least, most } = ratios[type ?? 'any']
  const ratio = toNumber(width) / toNumber(height, 1)
  if (ratio < least || ratio > most) return
  const named = readMetadata(extmetadata)
  const name = toText(title).replace(/^File:/, '')
  const categories = named('Categories').split('|')
  if ([name, ...categories.filter((one) => !isMaintenance(one))].some(isLeftOut)) return
  const license = readLicense(named('LicenseShortName'), toWebAddress(named('LicenseUrl')))
  const credit = cut(named('Artist'), 200)
  // Featured pictures have a free license. If the text of a license is not known, its picture is left out.
  if (!license.isFree || (license.demandsCredit && credit === '')) return
  return {
    file_name: `${idPrefix}${toNumber(pageid)}`,
    file_main_name: `${idPrefix}${toNumber(pageid)}.${toText(mime).slice('image/'.length)}`,
    title: cut(cleanTitle(named('ObjectName')) || toTitle(name.replaceAll('/', ' ')), 200),
    description: cut(named('ImageDescription'), 500),
    category: subject,
    width: toNumber(width),
    height: toNumber(height),
    credit,
    credit_url: findLink(toText(toRecord(toRecord(extmetadata).Artist).value)),
    license: license.name,
    license_url: license.url,
    source_url: toText(descriptionurl),
    url: (isPlain && original) || image,
    preview_url: image,
    image_url: image,
  }
}

const isLeftOut = (text: string) => {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}-]+/u))
  return wordsLeftOut.split(/\s+/).some((word) => word !== '' && words.has(word))
}

const readMetadata = (extmetadata: unknown) => (name: string) =>
  toPlainText(toText(toRecord(toRecord(extmetadata)[name]).value))

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['nbsp', ' '],
  ['quot', '"'],
])

// For a text of twice the length, some of the expressions below take four times as long.
const mostHtml = 2_000

/** Turns HTML into a text on one line. The result is shown as text and never as HTML. */
export const toPlainText = (html: string): string =>
  html
    .slice(0, mostHtml)
    .replace(/<(style|script)\b[^>]*>.*?<\/\1>|<!--.*?-->/gis, '')
    // Templates of Commons repeat an author in a hidden element.
    .replace(/<(\w+)[^>]*\bdisplay:\s*none\b[^>]*>.*?<\/\1>/gis, '')
    .replace(/<(?:"[^"]*"|'[^']*'|[^"'>])*>|<[^>]*>/g, (tag) =>
      /^<\/?(?:a|abbr|b|bdi|em|i|span|strong|sub|sup)\b/i.test(tag) ? '' : ' ',
    )
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (text, decimal, hex, name) =>
      name === undefined ? toCharacter(decimal ?? `0x${hex}`) : (entities.get(name) ?? text),
    )
    .replace(/\s+/g, ' ')
    .trim()

const toCharacter = (code: string) => {
  const point = Number(code)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

// Links within Wikimedia have no protocol or no host. Links to a place on the page itself lead nowhere else.
const findLink = (html: string): string | undefined => {
  const [, , href] =
    /<a\s(?:"[^"]*"|'[^']*'|[^"'>])*?\bhref=(["'])(?!#)((?:(?!\1).)+)\1/is.exec(
      html.slice(0, mostHtml),
    ) ?? []
  const url = href ? URL.parse(href.replaceAll('&amp;', '&'), site) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
