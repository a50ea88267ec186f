import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'

const namespaces = {
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
}

/** Parses XML. Throws if the text is not well-formed or has a character that feed validators refuse. */
export const parseXml = (text: string): Element => {
  // The parser accepts these two.
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) throw new Error('A bare &')
  if (badCharacters.test(text)) throw new Error('A control character')
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
    text,
    'application/xml',
  )
  if (document.documentElement === null) throw new Error('The document is empty')
  return document.documentElement
}

const elementsIn = (parent: Element): Element[] =>
  [...parent.childNodes].filter((node): node is Element => node.nodeType === 1)

/** Lists the child elements with a name such as `item` or `media:content`. */
export const childrenOf = (parent: Element, name: string): Element[] =>
  elementsIn(parent).filter(({ tagName }) => tagName === name)

export const textOf = (parent: Element, name: string): string | undefined =>
  childrenOf(parent, name)[0]?.textContent ?? undefined

export const attributesOf = (element: Element | undefined): Record<string, string> =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]))

export interface FetchedFeed {
  /** The address that was asked for, with its query. */
  url: string
  type: string | null
  text: string
  now?: number
}

const everyElement = (parent: Element): Element[] =>
  elementsIn(parent).flatMap((element) => [element, ...everyElement(element)])

const channelNames =
  /^(?:title|link|description|language|lastBuildDate|ttl|generator|docs|atom:link)$/
const itemNames =
  /^(?:title|link|guid|pubDate|category|description|enclosure|dc:creator|media:(?:content|thumbnail|title|description|credit|keywords|copyright))$/
const often = ['category', 'media:thumbnail', 'media:credit', 'dc:creator']
const mime = /^[\w.+-]+\/[\w.+-]+$/
const uri = /^https?:\/\/[!-~]+$/
const rfc822 = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d \w{3} \d{4} \d\d:\d\d:\d\d (?:GMT|\+0000)$/
const badCharacters = /[^\P{Cc}\t\n\r]|[\uFFFD-\uFFFF]/u

const urlProblems = (name: string, url: string | undefined) => {
  const isValid = uri.test(url ?? '') && !/[<>"{}|\\^`]|%(?![\da-f]{2})/i.test(url ?? '')
  return isValid ? [] : [`${name}: '${url}' is not an absolute URL in ASCII`]
}

const dateProblems = (name: string, text: string | undefined, now: number) => {
  if (text === undefined) return []
  if (!rfc822.test(text)) return [`${name}: '${text}' is not a date of RFC 822`]
  const date = new Date(text)
  if (date.toUTCString().slice(0, 3) !== text.slice(0, 3)) return [`${name}: wrong weekday`]
  const isPlausible = date.getTime() <= now + 600_000 && date.getUTCFullYear() >= 1990
  return isPlausible ? [] : [`${name}: ${text} is not plausible`]
}

const repeatedProblems = (element: Element, allowed: RegExp) => {
  const names = elementsIn(element).map(({ tagName }) => tagName)
  const once = names.filter((name) => !often.includes(name) && name !== 'atom:link')
  return [
    ...names.filter((name) => !allowed.test(name) && name !== 'item').map((name) => `${name}?`),
    ...once
      .filter((name, at) => name !== 'item' && once.indexOf(name) !== at)
      .map((name) => `${element.tagName}: two ${name}`),
  ]
}

const textProblems = (element: Element) => {
  const text = [element.textContent ?? '', ...Object.values(attributesOf(element))].join(' ')
  const attributeNames = Object.keys(attributesOf(element)).join(' ')
  const isHtml = element.tagName === 'description' && element.parentNode?.nodeName === 'item'
  const isLeaf = elementsIn(element).length === 0
  const isBlank = isLeaf && !/url|href/.test(attributeNames) && element.textContent?.trim() === ''
  return [
    ...(badCharacters.test(text) ? [`${element.tagName}: control characters`] : []),
    ...(isLeaf && !isHtml && /<\/\w+>/.test(text) ? [`${element.tagName}: has HTML`] : []),
    ...(isBlank ? [`${element.tagName}: is empty`] : []),
    ...(element.prefix && !Object.values(namespaces).includes(element.namespaceURI ?? '')
      ? [`${element.tagName}: unknown namespace '${element.namespaceURI}'`]
      : []),
  ]
}

const pictureProblems = (element: Element) => {
  const { url, type, width = '1', height = '1', medium = 'image' } = attributesOf(element)
  return [
    ...urlProblems(element.tagName, url),
    ...(type !== undefined && !mime.test(type) ? [`${element.tagName}: type '${type}'`] : []),
    ...([width, height].every((side) => /^[1-9]\d*$/.test(side)) ? [] : ['invalid size']),
    ...(medium === 'image' ? [] : [`medium '${medium}'`]),
  ]
}

const itemProblems = (item: Element, now: number): string[] => {
  const [enclosure] = childrenOf(item, 'enclosure')
  const [guid] = childrenOf(item, 'guid')
  const isPermalink = attributesOf(guid).isPermaLink !== 'false'
  const html = textOf(item, 'description') ?? ''
  const roles = childrenOf(item, 'media:credit').map((credit) => attributesOf(credit).role)
  return [
    ...repeatedProblems(item, itemNames),
    ...(textOf(item, 'title') || html ? [] : ['neither title nor description']),
    ...urlProblems('link', textOf(item, 'link')),
    ...(guid ? [] : ['no guid']),
    ...(isPermalink ? urlProblems('guid', guid?.textContent ?? undefined) : []),
    ...dateProblems('pubDate', textOf(item, 'pubDate'), now),
    ...(enclosure && !/^\d+$/.test(attributesOf(enclosure).length ?? '') ? ['no length'] : []),
    ...(enclosure && !mime.test(attributesOf(enclosure).type ?? '') ? ['no type'] : []),
    ...['enclosure', 'media:content', 'media:thumbnail'].flatMap((name) =>
      childrenOf(item, name).flatMap(pictureProblems),
    ),
    ...roles.filter((role) => role !== 'artist').map((role) => `credit role '${role}'`),
    ...childrenOf(item, 'media:copyright').flatMap((copyright) => {
      const { url } = attributesOf(copyright)
      return url === undefined ? [] : urlProblems('media:copyright', url)
    }),
    ...[...html.matchAll(/ (?:src|href)="([^"]*)"/g)].flatMap(([, url = '']) =>
      urlProblems('description', url.replaceAll('&amp;', '&').replaceAll('&#39;', "'")),
    ),
    ...(/<(?:script|iframe|object|style)|\son\w+=/i.test(html) ? ['unsafe description'] : []),
  ]
}

/**
 * Lists what the W3C feed validator reports for an RSS feed as an error or a warning, as far as its rules apply to
 * the elements of a feed with pictures.
 */
export const findRssProblems = ({ url, type, text, now = Date.now() }: FetchedFeed): string[] => {
  const rss = parseXml(text)
  const [channel] = childrenOf(rss, 'channel')
  if (rss.tagName !== 'rss' || !channel) return ['no channel']
  const items = childrenOf(channel, 'item')
  const names = elementsIn(channel).map(({ tagName }) => tagName)
  const links = childrenOf(channel, 'atom:link').map(attributesOf)
  const self = links.filter(({ rel }) => rel === 'self').map(({ href }) => href)
  const guids = items.map((item) => textOf(item, 'guid'))
  const required = ['title', 'link', 'description', 'language']
  const isTyped = /^(?:application\/(?:rss\+)?xml|text\/xml)(?:; charset=utf-8)?$/.test(type ?? '')
  return [
    ...(isTyped ? [] : [`Content-Type '${type}'`]),
    ...(attributesOf(rss).version === '2.0' ? [] : ['version']),
    ...required.filter((name) => !textOf(channel, name)).map((name) => `no ${name}`),
    ...(self.length === 1 && self[0] === url ? [] : [`self link ${self} instead of ${url}`]),
    ...links.flatMap(({ href }) => urlProblems('atom:link', href)),
    ...urlProblems('link', textOf(channel, 'link')),
    ...dateProblems('lastBuildDate', textOf(channel, 'lastBuildDate'), now),
    ...(names.slice(names.indexOf('item')).every((name) => name === 'item') || items.length === 0
      ? []
      : ['an item before the channel is described']),
    ...(new Set(guids).size === guids.length ? [] : ['two items with the same guid']),
    ...repeatedProblems(channel, channelNames),
    ...items.flatMap((item) => itemProblems(item, now)),
    ...[rss, ...everyElement(rss)].flatMap(textProblems),
  ]
}

interface LooseFeed {
  version?: unknown
  title?: unknown
  feed_url?: unknown
  home_page_url?: unknown
  next_url?: unknown
  authors?: unknown
  items?: LooseItem[]
}

interface LooseItem {
  id?: unknown
  url?: unknown
  content_html?: unknown
  content_text?: unknown
  image?: unknown
  banner_image?: unknown
  date_published?: unknown
  authors?: unknown
  attachments?: { url?: unknown; mime_type?: unknown; size_in_bytes?: unknown }[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isAuthors = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.length > 0)
const isTime = (value: unknown) =>
  value === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))

const jsonItemProblems = (item: LooseItem): string[] => [
  ...(isText(item.id) ? [] : ['no id']),
  ...(isText(item.content_html) || isText(item.content_text) ? [] : ['no content']),
  ...(isTime(item.date_published) ? [] : [`date '${item.date_published}'`]),
  ...(isAuthors(item.authors) ? [] : ['authors is not a list']),
  ...['url', 'image', 'banner_image'].flatMap((name) =>
    urlProblems(name, String(item[name as keyof LooseItem])),
  ),
  ...(item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes }) => [
    ...urlProblems('attachment', String(url)),
    ...(mime.test(String(mime_type)) ? [] : ['an attachment without mime_type']),
    ...(size_in_bytes === undefined || Number(size_in_bytes) > 0 ? [] : ['size_in_bytes']),
  ]),
]

/** Lists what breaks the rules of JSON Feed 1.1 (https://jsonfeed.org/version/1.1). */
export const findJsonFeedProblems = ({ url, type, text }: FetchedFeed): string[] => {
  const feed: LooseFeed = JSON.parse(text)
  const ids = feed.items?.map(({ id }) => id) ?? []
  return [
    ...(/^application\/feed\+json(?:; charset=utf-8)?$/.test(type ?? '') ? [] : [`type '${type}'`]),
    ...(feed.version === 'https://jsonfeed.org/version/1.1' ? [] : ['version']),
    ...(isText(feed.title) ? [] : ['no title']),
    ...(feed.feed_url === url ? [] : [`feed_url ${feed.feed_url} instead of ${url}`]),
    ...urlProblems('home_page_url', String(feed.home_page_url)),
    ...(feed.next_url === feed.feed_url ? ['next_url is the same feed'] : []),
    ...(isAuthors(feed.authors) ? [] : ['authors is not a list']),
    ...(Array.isArray(feed.items) ? [] : ['no items']),
    ...(new Set(ids).size === ids.length ? [] : ['two items with the same id']),
    ...(feed.items ?? []).flatMap(jsonItemProblems),
  ]
}
