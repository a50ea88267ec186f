import { html } from 'hono/html'
import { toFileFormat, toMimeType } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Feed, FeedItem } from '../../../shared/interchange-api.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import type { Profile } from '../../identity/identity-provider.ts'
import { xmlEmpty, xmlParent, xmlText } from './xml.ts'

export interface WallpaperFeed {
  title: string
  description: string
  homeUrl: string
  publicUrl: string
  /** The address of this feed, with the query that the client sent. */
  url: string
  nextUrl: string | undefined
  owner?: Profile | undefined
  entries: readonly FeedEntry[]
}

export interface FeedEntry {
  url: string
  title: string
  description: string
  html: string
  previewUrl: string
  picture: { url: string; type: string; width: number | undefined; height: number | undefined }
  category: string
  tags: readonly string[]
  credit: string | undefined
  license: string | undefined
  publishedAt: Date | undefined
}

interface EntryContext {
  urls: WallpaperUrls
  publicUrl: string
  now: number
}

export const toEntry = async (
  wallpaper: Wallpaper,
  { urls, publicUrl, now }: EntryContext,
): Promise<FeedEntry> => {
  const { title, description, category, tags, credit, license, createdAt } = wallpaper
  const url = urls.page(wallpaper)
  const previewUrl = toAscii(urls.preview(wallpaper))
  const content = html`<p><a href="${url}"><img src="${previewUrl}" alt="${description || title}"></a></p>${description && html`<p>${description}</p>`}`
  return {
    url,
    title,
    description,
    html: String(await content),
    previewUrl,
    picture: toPicture(wallpaper, urls, publicUrl),
    category,
    tags,
    credit,
    license,
    publishedAt: readDate(createdAt, now),
  }
}

// Some programs name a downloaded picture after the last part of its address and never load the same name again.
// Many of them cannot open WebP and AVIF.
const toPicture = (
  wallpaper: Wallpaper,
  urls: WallpaperUrls,
  publicUrl: string,
): FeedEntry['picture'] => {
  const { id, mainFile, hosted, width, height } = wallpaper
  const format = toFileFormat(mainFile)
  const isCommon = format === 'jpg' || format === 'png'
  const hasOwnName = hosted !== undefined || !mainFile.includes('/')
  if (isCommon ? hasOwnName : !urls.haveSizes(wallpaper)) {
    const type = toMimeType(mainFile) ?? 'application/octet-stream'
    return { url: toAscii(urls.full(wallpaper)), type, width, height }
  }
  const file = `${encodeURIComponent(id)}.${isCommon ? format : 'jpg'}`
  const type = format === 'png' ? 'image/png' : 'image/jpeg'
  return { url: `${publicUrl}/images/${file}`, type, width, height }
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

export const toJsonFeed = (feed: WallpaperFeed): string => JSON.stringify(toJson(feed))

const toJson = (feed: WallpaperFeed): Feed => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: feed.title,
  home_page_url: feed.homeUrl,
  feed_url: feed.url,
  description: feed.description,
  ...(feed.owner && { icon: feed.owner.imageUrl }),
  favicon: `${feed.publicUrl}/favicon.ico`,
  language: 'en',
  ...(feed.owner &&
    writtenBy({ name: feed.owner.displayName, url: feed.homeUrl, avatar: feed.owner.imageUrl })),
  ...(feed.nextUrl && { next_url: feed.nextUrl }),
  items: feed.entries.map(toJsonItem),
})

const toJsonItem = (entry: FeedEntry): FeedItem => ({
  id: entry.url,
  url: entry.url,
  title: entry.title,
  content_html: entry.html,
  ...(entry.description && { summary: entry.description }),
  image: entry.previewUrl,
  banner_image: entry.picture.url,
  ...(entry.publishedAt && { date_published: entry.publishedAt.toISOString() }),
  ...(entry.credit && writtenBy({ name: entry.credit })),
  ...(entry.tags.length > 0 && { tags: [...entry.tags] }),
  attachments: [
    { url: entry.picture.url, mime_type: entry.picture.type, title: 'Full resolution' },
  ],
})

// Version 1.0 of JSON Feed had a single `author`, and some readers know only that one.
const writtenBy = (author: NonNullable<Feed['author']>) => ({ author, authors: [author] })

/** Writes a feed as RSS 2.0 with Media RSS (https://www.rssboard.org/media-rss). */
export const toRss = (feed: WallpaperFeed): string => {
  const channel = xmlParent('channel', [
    xmlText('title', feed.title),
    xmlText('link', feed.homeUrl),
    xmlText('description', feed.description),
    xmlText('language', 'en'),
    xmlText('lastBuildDate', newestDate(feed.entries)?.toUTCString()),
    xmlEmpty('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.url }),
    feed.nextUrl
      ? xmlEmpty('atom:link', { rel: 'next', type: 'application/rss+xml', href: feed.nextUrl })
      : '',
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
const toRssItem = (entry: FeedEntry): string => {
  const { url, type, width, height } = entry.picture
  return xmlParent('item', [
    xmlText('title', entry.title),
    xmlText('link', entry.url),
    xmlText('guid', entry.url, { isPermaLink: 'true' }),
    xmlText('pubDate', entry.publishedAt?.toUTCString()),
    xmlText('dc:creator', entry.credit),
    xmlText('category', entry.category),
    xmlText('description', entry.html),
    // The length 0 stands for an unknown length.
    xmlEmpty('enclosure', { url, length: 0, type }),
    xmlEmpty('media:content', { url, type, medium: 'image', width, height }),
    xmlEmpty('media:thumbnail', { url: entry.previewUrl }),
    xmlText('media:title', entry.title),
    xmlText('media:description', entry.description),
    xmlText('media:credit', entry.credit, { role: 'artist' }),
    xmlText('media:keywords', entry.tags.join(', ')),
    xmlText('media:copyright', entry.license, { url: findUrl(entry.license) }),
  ])
}

const findUrl = (license = '') =>
  /^https?:\/\//i.test(license) && URL.canParse(license) ? new URL(license).href : undefined
