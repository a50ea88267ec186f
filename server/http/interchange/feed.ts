import { html } from 'hono/html'
import { toFileFormat, toMimeType } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Feed } from '../../../shared/interchange-api.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { xmlEmpty, xmlParent, xmlText } from './xml.ts'

export interface WallpaperFeed {
  title: string
  description: string
  homeUrl: string
  publicUrl: string
  /** The address of this feed, with the query that the client sent. */
  url: string
  entries: readonly FeedEntry[]
}

type FeedEntry = Awaited<ReturnType<typeof toEntry>>

interface EntryContext {
  urls: WallpaperUrls
  publicUrl: string
  now: number
  /** Adds the key of the feed to the address of a picture, for readers of a private server. */
  withKey: (url: string) => string
}

export const toEntry = async (
  wallpaper: Wallpaper,
  { urls, publicUrl, now, withKey }: EntryContext,
) => {
  const { title, description } = wallpaper
  const url = urls.page(wallpaper)
  const previewUrl = withKey(toAscii(urls.preview(wallpaper)))
  const picture = toPicture(wallpaper, urls, publicUrl)
  const credits = [wallpaper.credit, wallpaper.license?.name].filter(Boolean).join(' · ')
  const content = html`<p><a href="${url}"><img src="${previewUrl}" alt="${description || title}"></a></p>${description && html`<p>${description}</p>`}${credits && html`<p>${credits}</p>`}`
  return {
    wallpaper,
    url,
    html: String(await content),
    previewUrl,
    picture: { ...picture, url: withKey(picture.url) },
    publishedAt: readDate(wallpaper.createdAt, now),
  }
}

// Some programs name a downloaded picture after the last part of its address and never load the same name again.
// Many of them cannot open WebP and AVIF.
const toPicture = (wallpaper: Wallpaper, urls: WallpaperUrls, publicUrl: string) => {
  const { id, mainFile, hosted, fileSize } = wallpaper
  const format = toFileFormat(mainFile)
  const isCommon = format === 'jpg' || format === 'png'
  const hasOwnName = hosted !== undefined || !mainFile.includes('/')
  if (isCommon ? hasOwnName : !urls.haveSizes(wallpaper)) {
    const type = toMimeType(mainFile) ?? 'application/octet-stream'
    return { url: toAscii(urls.full(wallpaper)), type, size: fileSize }
  }
  const file = `${encodeURIComponent(id)}.${isCommon ? format : 'jpg'}`
  const type = format === 'png' ? 'image/png' : 'image/jpeg'
  return { url: `${publicUrl}/images/${file}`, type, size: isCommon ? fileSize : undefined }
}

const toAscii = (url: string) => (URL.canParse(url) ? new URL(url).href : url)

// Validators call a date before 1990 or in the future implausible. A clock that is wrong makes such dates.
const earliest = Date.UTC(1990)

const readDate = (text: string | undefined, now: number): Date | undefined => {
  const date = new Date(text ?? '')
  return date.getTime() >= earliest && date.getTime() <= now ? date : undefined
}

export const newestDate = (entries: readonly FeedEntry[]): Date | undefined => {
  const times = entries.flatMap(({ publishedAt }) => publishedAt?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

export const toJsonFeed = (feed: WallpaperFeed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: feed.url,
    description: feed.description,
    favicon: `${feed.publicUrl}/favicon.ico`,
    language: 'en',
    items: feed.entries.map(toJsonItem),
  } satisfies Feed)

const toJsonItem = ({ wallpaper, url, html, previewUrl, picture, publishedAt }: FeedEntry) => {
  const { title, description, credit, creditUrl, license, tags } = wallpaper
  const author = credit ? { name: credit, url: creditUrl } : undefined
  return {
    id: url,
    url,
    title,
    content_html: html,
    summary: description || undefined,
    image: previewUrl,
    banner_image: picture.url,
    date_published: publishedAt?.toISOString(),
    // Version 1.0 of JSON Feed had a single `author`, and some readers know only that one.
    author,
    authors: author && [author],
    _license: license && { name: license.name, url: license.url },
    tags: tags.length > 0 ? [...tags] : undefined,
    attachments: [
      {
        url: picture.url,
        mime_type: picture.type,
        title: 'Full resolution',
        size_in_bytes: picture.size,
      },
    ],
  }
}

/** Writes a feed as RSS 2.0 with Media RSS (https://www.rssboard.org/media-rss). */
export const toRss = (feed: WallpaperFeed): string => {
  const channel = xmlParent('channel', [
    xmlText('title', feed.title),
    xmlText('link', feed.homeUrl),
    xmlText('description', feed.description),
    xmlText('language', 'en'),
    xmlText('lastBuildDate', newestDate(feed.entries)?.toUTCString()),
    xmlEmpty('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.url }),
    ...feed.entries.map(toRssItem),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlParent('rss', [channel], rssAttributes)}`
}

const rssAttributes = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

// Each item has one enclosure and one `media:content`, because some readers skip items with two of either.
const toRssItem = ({ wallpaper, html, publishedAt, ...entry }: FeedEntry): string => {
  const { title, description, category, tags, credit, license, width, height } = wallpaper
  const { url, type, size = 0 } = entry.picture
  return xmlParent('item', [
    xmlText('title', title),
    xmlText('link', entry.url),
    xmlText('guid', entry.url, { isPermaLink: 'true' }),
    xmlText('pubDate', publishedAt?.toUTCString()),
    xmlText('dc:creator', credit),
    xmlText('category', category),
    xmlText('description', html),
    // The length 0 stands for an unknown length.
    xmlEmpty('enclosure', { url, length: size, type }),
    xmlEmpty('media:content', { url, type, medium: 'image', width, height }),
    xmlEmpty('media:thumbnail', { url: entry.previewUrl }),
    xmlText('media:title', title),
    xmlText('media:description', description),
    xmlText('media:credit', credit, { role: 'artist' }),
    xmlText('media:keywords', tags.join(', ')),
    xmlText('media:copyright', license?.name, { url: license?.url }),
  ])
}
