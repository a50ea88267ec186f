import { toPlainText } from '../../../shared/catalogue/commons.ts'
import { isPictureName } from '../../../shared/file-names.ts'
import { toWebAddress } from '../../../shared/license.ts'
import { toList, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { decodeText, pickFacts } from '../../adapters/folder/parse-facts.ts'
import type { NamedAddress } from '../../config/settings.ts'
import { DomainError } from '../../domain-error.ts'
import { type ListedPicture, type Lister, type ListerKind, nameOf } from './lister.ts'

// Reading 5 MB takes up to 0.4 s, in which the server answers nobody.
const mostBytes = 8_000_000

/** Feeds in the formats RSS, Atom, RDF and JSON Feed, also with Media RSS. */
export const feeds: ListerKind = ({ values }) => values.FEEDS.map(createFeed)

const createFeed = (named: NamedAddress): Lister => {
  const { url } = named
  const unusable = (what: string) =>
    new DomainError('CATALOGUE_UNAVAILABLE', `${url.host} sends ${what}: check its address`)
  let known: Record<string, string> = {}
  return {
    name: nameOf(named),
    setting: 'FEEDS',
    origin: url.origin,
    isWindow: true,
    list: async (ask, signal) => {
      const answer = await ask(url.href, { headers: known, signal })
      if (answer.status === 304) return undefined
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (bytes.length > mostBytes) throw unusable('a feed of more than 8 MB')
      const text = decodeText(bytes)
      const items = text === undefined ? undefined : await readItems(text)
      if (items === undefined) throw unusable('something that is not a feed')
      const [etag, modified] = ['etag', 'last-modified'].map((name) => answer.headers.get(name))
      known = {
        ...(etag && { 'If-None-Match': etag }),
        ...(modified && { 'If-Modified-Since': modified }),
      }
      return items.flatMap((item) => toPicture(item, url) ?? [])
    },
  }
}

type Item = Record<string, unknown>

const readItems = async (text: string): Promise<Item[] | undefined> => {
  const { parseFeed } = await import('feedsmith')
  // Pixelfed leaves this element open, which would hide all later items.
  const closed = text.replace(/(<media:content\b[^<>]*[^/<>])>(?=\s*<\/(?:item|entry)>)/g, '$1/>')
  try {
    const feed = toRecord(parseFeed(closed).feed)
    return recordsOf(feed.items ?? feed.entries)
  } catch {
    return undefined
  }
}

const recordsOf = (value: unknown) => toList(value, toRecord)
const fieldsOf = (value: unknown, field: string) => recordsOf(value).map((each) => each[field])
const firstText = (values: readonly unknown[]) =>
  values.map((value) => toText(value)).find((text) => text !== '')
const toPlain = (value: unknown) => toPlainText(toText(value))
/** Media RSS may say everything of an item, of a group of files in it, or of a file. */
const listMedia = ({ media }: Item) => {
  const around = [toRecord(media), ...recordsOf(toRecord(media).groups)]
  return [...around, ...around.flatMap(({ contents }) => recordsOf(contents))]
}

const toPicture = (item: Item, feed: URL): ListedPicture | undefined => {
  const { links, authors, guid, rdf, title, creativeCommons } = item
  const linksAs = (rel: string) =>
    recordsOf(links).flatMap((each) => ((each.rel ?? 'alternate') === rel ? [each.href] : []))
  const link = firstText([item.link, item.url, ...linksAs('alternate')])
  // The address of the feed may have a secret, so it does not stand in for a missing link.
  const page = toWebAddress((link && URL.parse(link, feed.href)?.href) || '')
  const address = findLargest(item, page ?? feed.href)
  const media = listMedia(item)
  const ofMedia = (list: string, field: string) =>
    media.flatMap((each) => fieldsOf(each[list], field))
  if (address === undefined || ofMedia('ratings', 'value').includes('adult')) return undefined
  const { creators, rights } = toRecord(item.dc)
  // DeviantArt also gives the address of the author's picture.
  const credits = ofMedia('credits', 'value').filter((credit) => !toWebAddress(toText(credit)))
  return {
    key: firstText([toRecord(guid).value, item.id, toRecord(rdf).about, link]) ?? address,
    // Many hosts put a new signature into the address of a picture with each answer.
    version: address.replace(/\?.*$/, ''),
    address,
    facts: pickFacts({
      // Posts of Mastodon have no title.
      title: [title, toRecord(title).value].map(toPlain).concat(toFirstWords(item.description)),
      description: [...media.map(({ description }) => toRecord(description).value), item.summary]
        .concat(item.description)
        .map(toPlain),
      tags: [fieldsOf(item.categories, 'name'), fieldsOf(item.categories, 'term'), item.tags],
      credit: [credits, creators, fieldsOf(authors, 'name')],
      credit_url: [fieldsOf(authors, 'uri'), fieldsOf(authors, 'url')],
      license: [
        ofMedia('licenses', 'name'),
        toRecord(creativeCommons).licenses,
        linksAs('license'),
        item.rights,
        rights,
      ],
      license_url: [ofMedia('licenses', 'href')],
      source_url: [page],
    }),
  }
}

/** The hashtags at the end are left out. */
const toFirstWords = (html: unknown) => {
  const all = toPlain(html).split(/\s+/)
  const text = all.slice(0, all.findLastIndex((word) => !word.startsWith('#')) + 1).join(' ')
  const [words = ''] = /^.{1,60}(?!\S)/u.exec(text) ?? []
  return words && words !== text ? `${words}…` : words
}

// Smaller pictures are thumbnails, or too small for a screen.
const fewestPixels = 1_000
// How wide a picture of unknown size probably is, by where the feed names it.
const [enclosed, linked, inText, thumbnail] = [2_000, 1_800, 1_500, 300]

/** Finds the address of an item's largest picture. A wrong guess costs one download. */
const findLargest = (item: Item, base: string): string | undefined => {
  const media = listMedia(item)
  const { enclosures, attachments, links, image, banner_image } = item
  const { encoded, value } = toRecord(item.content)
  const html = [encoded, value, item.content_html, item.summary, item.description]
  const named = [
    ...media.map(({ contents }) => contents),
    ...[enclosures, attachments, { url: banner_image }, { url: image }],
    recordsOf(links).filter(({ rel }) => rel === 'enclosure'),
  ]
  const found = [
    ...toCandidates(named.flat(), enclosed),
    ...toCandidates(html.flatMap(findInHtml), inText),
    ...toCandidates(
      media.flatMap(({ thumbnails }) => thumbnails),
      thumbnail,
    ),
  ]
  const [largest] = found
    .map(({ url, width }) => ({ address: URL.parse(url, base)?.href ?? '', width }))
    .filter(({ address, width }) => width >= fewestPixels && /^https?:/.test(address))
    .sort((one, other) => other.width - one.width)
  // Reddit signs the addresses of its previews. The original has a plain one.
  return largest?.address.replace(
    /^https:\/\/preview\.redd\.it\/(?:[^/?]*-)?(\w+\.\w+)\?.*$/,
    'https://i.redd.it/$1',
  )
}

const toCandidates = (value: unknown, usualWidth: number) =>
  recordsOf(value).flatMap((each) => {
    const url = firstText([each.url, each.href])
    const type = firstText([each.type, each.mime_type, each.medium]) ?? 'image'
    return url && /^image\b/.test(type) ? [{ url, width: toNumber(each.width, usualWidth) }] : []
  })

/** Lists the images in HTML, and the pictures behind them to which links lead. The expressions never look past a `<`. */
const findInHtml = (html: unknown) =>
  [...toText(html).matchAll(/<(?:img|a)\b[^<>]*>/gi)].flatMap(([tag]) => {
    const read = (name: string) => {
      const [, text = ''] = new RegExp(`\\s${name}\\s*=\\s*["']([^"']+)`, 'i').exec(tag) ?? []
      return text.replaceAll('&amp;', '&')
    }
    const link = read('href')
    if (isPictureName(link)) return link.includes('/File:') ? [] : [{ url: link, width: linked }]
    const sizes = [...read('srcset').matchAll(/(?<!\S)(\S+)\s+(\d+)w/g)]
    if (sizes.length > 0) return sizes.map(([, url, width]) => ({ url, width: Number(width) }))
    return [{ url: read('src'), width: Number.parseFloat(read('width')) }]
  })
