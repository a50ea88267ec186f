import { toPlainText } from '../../../shared/catalogue/commons.ts'
import { isRecord, toList, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { decodeText, pickFacts } from '../../adapters/folder/parse-facts.ts'
import type { NamedAddress } from '../../config/settings.ts'
import { DomainError } from '../../domain-error.ts'
import { type ListedPicture, type Lister, type ListerKind, nameOf } from './lister.ts'

const setting = 'FEEDS'

/** Feeds in the formats RSS, Atom, RDF and JSON Feed, also with Media RSS. */
export const feeds: ListerKind = ({ values }) => values.FEEDS.map(createFeed)

const createFeed = (named: NamedAddress): Lister => {
  const { url } = named
  let known: Record<string, string> = {}
  return {
    name: nameOf(named),
    setting,
    origin: url.origin,
    isWindow: true,
    list: async (ask, signal) => {
      const answer = await ask(url.href, { headers: known, signal })
      if (answer.status === 304) return undefined
      const text = decodeText(new Uint8Array(await answer.arrayBuffer()))
      const items = text === undefined ? undefined : await readItems(text)
      if (items === undefined) {
        const problem = `${url.host} sends something that is not a feed: check ${setting}`
        throw new DomainError('CATALOGUE_UNAVAILABLE', problem)
      }
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
  const closed = text.replace(/(<media:content\b[^>]*[^/>])>(?=\s*<\/(?:item|entry)>)/g, '$1/>')
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
/** Media RSS may say everything of an item, or of a group of files in it. */
const listMedia = ({ media }: Item) => [toRecord(media), ...recordsOf(toRecord(media).groups)]

const toPicture = (item: Item, feed: URL): ListedPicture | undefined => {
  const { links, authors, guid, rdf, title, creativeCommons } = item
  const linksAs = (rel: string) =>
    recordsOf(links).flatMap((each) => ((each.rel ?? 'alternate') === rel ? [each.href] : []))
  const link = firstText([item.link, item.url, ...linksAs('alternate')])
  // The address of the feed may have a secret, so it does not stand in for a missing link.
  const page = link === undefined ? undefined : URL.parse(link, feed.href)?.href
  const address = findLargest(item, page ?? feed.href)
  const media = listMedia(item)
  const ofMedia = (list: string, field: string) =>
    media.flatMap((each) => fieldsOf(each[list], field))
  if (address === undefined || ofMedia('ratings', 'value').includes('adult')) return undefined
  const { creators, rights } = toRecord(item.dc)
  return {
    key: firstText([toRecord(guid).value, item.id, toRecord(rdf).about, link]) ?? address,
    // Many hosts put a new signature into the address of a picture with each answer.
    version: address.replace(/\?.*$/, ''),
    address,
    facts: pickFacts({
      title: [title, toRecord(title).value].map(toPlain),
      description: [...media.map(({ description }) => toRecord(description).value), item.summary]
        .concat(item.description)
        .map(toPlain),
      tags: [fieldsOf(item.categories, 'name'), fieldsOf(item.categories, 'term'), item.tags],
      credit: [ofMedia('credits', 'value'), creators, fieldsOf(authors, 'name')],
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

// Smaller pictures are thumbnails, or too small for a screen.
const fewestPixels = 1_000
// How wide a picture of unknown size probably is, by where the feed names it.
const [enclosed, inText, thumbnail] = [2_000, 1_500, 300]

/** Finds the address of an item's largest picture. A wrong guess costs one download. */
const findLargest = (item: Item, base: string): string | undefined => {
  const media = listMedia(item)
  const { enclosures, attachments, links, image, content, content_html, summary, description } =
    item
  const html = [
    toRecord(content).encoded,
    toRecord(content).value,
    content_html,
    summary,
    description,
  ]
  const found = [
    ...media.flatMap(({ contents }) => toCandidates(contents, enclosed)),
    ...toCandidates([enclosures, attachments, { url: image }].flat(), enclosed),
    ...toCandidates(
      toList(links, (each) => (isRecord(each) && each.rel === 'enclosure' ? each : undefined)),
      enclosed,
    ),
    ...toCandidates(
      html.flatMap((each) => findImages(toText(each))),
      inText,
    ),
    ...media.flatMap(({ thumbnails }) => toCandidates(thumbnails, thumbnail)),
  ]
  const [largest] = found
    .filter(({ width }) => width >= fewestPixels)
    .sort((one, other) => other.width - one.width)
  const url = largest && URL.parse(largest.url, base)?.href
  // Reddit signs the addresses of its previews. The original has a plain one.
  return url?.replace(
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

const findImages = (html: string) =>
  [...html.matchAll(/<img\b[^>]*?\bsrc\s*=\s*["']([^"']+)["'][^>]*>/gi)].map(([tag, src = '']) => {
    const [, width] = /\swidth\s*=\s*["']?(\d+)/.exec(tag) ?? []
    return { url: src.replaceAll('&amp;', '&'), ...(width && { width: Number(width) }) }
  })
