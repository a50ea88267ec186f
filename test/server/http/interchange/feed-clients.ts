import type { Element } from '@xmldom/xmldom'
import { attributesOf, childrenOf, parseXml, textOf } from './feed-rules.ts'

const mediaNamespace = 'http://search.yahoo.com/mrss/'
const allOf = (parent: Element, tag: string) => [...parent.getElementsByTagName(tag)]
const pathOf = (url: string) => new URL(url).pathname

const fetchFeed = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

const varietyImage = /\.(?:jpg|jpeg|gif|png|tiff|svg|bmp|avif|webp)$/i

/** A picture that Variety downloads. It never downloads a second picture with the same file name. */
export interface VarietyDownload {
  file: string
  url: string
  origin: string
  width: number
  height: number
}

/** Variety (desktop wallpapers): `validate` and `fill_queue` of its downloader for Media RSS. */
export const runVariety = async (
  url: string,
  downloaded: ReadonlySet<string> = new Set(),
): Promise<VarietyDownload[]> => {
  const rss = parseXml(await (await fetchFeed(url, { 'Cache-Control': 'max-age=0' })).text())
  const isValid = (content: Element) => {
    const { url: at = '', medium, type } = attributesOf(content)
    return at !== '' && (varietyImage.test(at) || medium === 'image' || /^image\//.test(type ?? ''))
  }
  if (![...rss.getElementsByTagNameNS(mediaNamespace, 'content')].some(isValid))
    throw new Error('Variety says that this is not a Media RSS feed')
  return allOf(rss, 'item').flatMap((item) => {
    const origin = textOf(item, 'link')
    const [group] = childrenOf(item, 'media:group')
    const [content] = childrenOf(group ?? item, 'media:content')
    if (!origin || !content || !isValid(content)) return []
    const { url: at = '', width, height } = attributesOf(content)
    const sides = { width: Number(width ?? Number.NaN), height: Number(height ?? Number.NaN) }
    // The default "landscape only" compares the sides, and an item without them fails.
    if (!(sides.width > sides.height)) return []
    const last = decodeURIComponent(
      at
        .replace(/[?#].*$/, '')
        .split('/')
        .at(-1) ?? '',
    )
    const file = varietyImage.test(last) ? last : `${last}.jpg`
    return downloaded.has(file) ? [] : [{ file, url: at, origin, ...sides }]
  })
}

/** Homarr (dashboard): the RSS widget takes one enclosure or one `media:content`, and fails at two. */
export const runHomarr = async (url: string): Promise<string[]> => {
  const rss = parseXml(await (await fetchFeed(url)).text())
  return allOf(rss, 'item').map((item) => {
    const only = ['enclosure', 'media:content'].map((name) => {
      const found = childrenOf(item, name)
      if (found.length > 1) throw new Error(`Homarr reads ${found.length} ${name} as no picture`)
      return attributesOf(found[0]).url
    })
    const picture = only.find((at) => at !== undefined)
    if (picture === undefined) throw new Error('Homarr finds no picture')
    return new URL(picture).href
  })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Dashy (dashboard): reads the feed in a browser, so it needs CORS, and goes by names without their prefix. */
export const runDashy = async (url: string) => {
  const response = await fetchFeed(url, { Origin: 'http://dashy.test' })
  if (response.headers.get('Access-Control-Allow-Origin') !== '*') throw new Error('No CORS')
  const rss = parseXml(await response.text())
  return allOf(rss, 'item').map((item) => {
    const find = (...names: string[]) =>
      [...item.childNodes].filter(
        (node): node is Element => node.nodeType === 1 && names.includes(localName(node.nodeName)),
      )
    return {
      title: find('title')[0]?.textContent,
      link: find('link')[0]?.textContent,
      description: find('description', 'encoded')[0]?.textContent,
      date: find('pubDate')[0]?.textContent,
      author: find('creator', 'author')[0]?.textContent,
      thumbnail: attributesOf(find('thumbnail')[0]).url ?? attributesOf(find('enclosure')[0]).url,
    }
  })
}

export interface ReaderItem {
  id: string
  date: string | undefined
  pictures: string[]
}

interface JsonItem {
  id: string
  url?: string
  image?: string
  banner_image?: string
  content_html?: string
  date_published?: string
  date_modified?: string
  author?: { name: string }
  authors?: { name: string }[]
  tags?: string[]
  attachments?: { url: string; mime_type: string }[]
}

const readJson = async (url: string) => {
  const text = await (await fetchFeed(url)).text()
  const feed: { version: string; title: string; items: JsonItem[] } = JSON.parse(text)
  return { text, ...feed }
}

/** NetNewsWire: needs title, items, id and content, and ignores everything of Media RSS. */
export const runNetNewsWire = async (home: string) => {
  const { version, title, items } = await readJson(`${home}.json`)
  if (!version.includes('://jsonfeed.org/version/') || !title) throw new Error('Not a JSON Feed')
  const rss = parseXml(await (await fetchFeed(`${home}.rss`)).text())
  return {
    json: items.map(({ id, content_html, date_published: date, ...item }) => {
      if (!id || !content_html) throw new Error('NetNewsWire drops an item without id or content')
      const pictures = [item.image, item.banner_image, item.attachments?.[0]?.url]
      return { id, date, pictures: pictures.filter((at) => at !== undefined) }
    }),
    rss: allOf(rss, 'item').map((item) => ({
      id: textOf(item, 'guid') ?? '',
      date: textOf(item, 'pubDate'),
      pictures: childrenOf(item, 'enclosure').map((each) => attributesOf(each).url ?? ''),
    })),
  }
}

/** Miniflux: takes `rel=self` as the address of the feed, and each picture once. A JSON item shows attachments only. */
export const runMiniflux = async (home: string) => {
  const { text, items } = await readJson(`${home}.json`)
  if (!text.trimStart().startsWith('{')) throw new Error('Miniflux knows JSON by its first letter')
  const rss = parseXml(await (await fetchFeed(`${home}.rss`)).text())
  const links = allOf(rss, 'atom:link').map(attributesOf)
  return {
    self: links.find(({ rel }) => rel === 'self')?.href,
    json: items.map(({ id, date_published: date, attachments = [] }) => ({
      id,
      date,
      pictures: attachments.map(({ url }) => url),
    })),
    rss: allOf(rss, 'item').map((item) => {
      const found = ['media:thumbnail', 'enclosure', 'media:content'].flatMap((name) =>
        allOf(item, name).map((each) => attributesOf(each).url ?? ''),
      )
      return {
        id: textOf(item, 'guid') ?? '',
        date: textOf(item, 'pubDate'),
        pictures: [...new Set(found)],
      }
    }),
  }
}

/** FreshRSS: tries dates with milliseconds first, and reads the size of a picture from `media:content`. */
export const runFreshRss = async (home: string) => {
  const { items } = await readJson(`${home}.json`)
  const rss = parseXml(await (await fetchFeed(`${home}.rss`)).text())
  return {
    json: items.map(({ id, url, content_html, image, date_published, attachments = [] }) => {
      const isRead = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(date_published ?? '')
      if (!isRead) throw new Error(`FreshRSS tries a second format for ${date_published}`)
      return { id, url, content_html, image, pictures: attachments.map(({ url: at }) => at) }
    }),
    rss: allOf(rss, 'item').map((item) => attributesOf(allOf(item, 'media:content')[0])),
  }
}

const feederImage = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** Feeder (Android): the widest of the pictures whose path ends in an extension of a picture. */
export const runFeeder = async (home: string) => {
  const rss = parseXml(await (await fetchFeed(`${home}.rss`)).text())
  return allOf(rss, 'item').map((item) => {
    const candidates = ['media:thumbnail', 'media:content', 'enclosure'].flatMap((name) =>
      allOf(item, name).map((each) => attributesOf(each)),
    )
    return candidates
      .filter(({ url = '' }) => feederImage.test(pathOf(url)))
      .toSorted((a, b) => Number(b.width ?? 0) - Number(a.width ?? 0))[0]?.url
  })
}

/** feedparser's reader of JSON Feed: knows exactly two versions, and fails at an attachment without a type. */
export const runFeedparserJson = async (home: string) => {
  const { version, items } = await readJson(`${home}.json`)
  if (!/^https:\/\/jsonfeed\.org\/version\/1(?:\.1)?$/.test(version)) throw new Error(version)
  return items.map(({ id, author, attachments = [] }) => {
    const types = attachments.map(({ mime_type }) => mime_type)
    if (types.includes('')) throw new Error('KeyError: mime_type')
    return { id, author: author?.name, types }
  })
}
