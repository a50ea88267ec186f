import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Feed, type FeedItem, feedQuerySchema } from '../../../shared/interchange-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import {
  type FindPublicFavorites,
  getPublicFavorites,
  splitFavorites,
  type UserFavorites,
} from '../../favorites/public-favorites.ts'
import type { Profile } from '../../identity/identity-provider.ts'
import { toMimeType } from '../../pictures/shape-and-format.ts'
import { publicRoute } from '../add-route.ts'
import { sendText } from '../answers/send.ts'
import { parseQuery } from '../requests/parse-query.ts'
import { type ListPage, toListPage } from './list-page.ts'

interface FeedRoutesDeps {
  snapshot: CurrentSnapshot
  publicFavorites: FindPublicFavorites | undefined
  publicUrl: string
}

export const addFeedRoutes = (app: Hono, deps: FeedRoutesDeps) => {
  const { snapshot, publicFavorites, publicUrl } = deps
  publicRoute(app, '/share/:username/feed.json', async (c) => {
    const { page } = parseQuery(c, feedQuerySchema)
    const username = c.req.param('username').trim()
    const found = await getPublicFavorites(publicFavorites, username)
    const moved = redirectRenamed(c, username, found)
    if (moved !== undefined) return moved
    const { catalogue, urls } = await snapshot()
    const shown = toListPage(splitFavorites(found.favorites, catalogue).present, page)
    const feed = await toFeed(found.profile, shown, urls, publicUrl)
    // Caches must ask each time, so that a removed favorite or a deleted account disappears at once.
    c.header('Cache-Control', 'no-cache')
    return sendText(c, JSON.stringify(feed), 'application/feed+json; charset=utf-8')
  })
}

/** Redirects a link with a former username to the same link with the current one. */
export const redirectRenamed = (c: Context, username: string, { profile }: UserFavorites) => {
  if (profile.username.toLowerCase() === username.toLowerCase()) return undefined
  const { pathname, search } = new URL(c.req.url)
  const file = pathname.split('/')[3]
  // The owner can take the old username back, and somebody else can have it after 30 days.
  c.header('Cache-Control', 'no-store')
  const home = `/share/${encodeURIComponent(profile.username)}`
  return c.redirect(`${home}${file ? `/${file}` : ''}${search}`, 308)
}

const toFeed = async (
  { username, displayName, imageUrl }: Profile,
  { items, number, last }: ListPage<Wallpaper>,
  urls: WallpaperUrls,
  publicUrl: string,
): Promise<Feed> => {
  const home = `${publicUrl}/share/${encodeURIComponent(username)}`
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `Wallpapers that ${displayName} loves`,
    home_page_url: home,
    feed_url: `${home}/feed.json`,
    description: `The favorite wallpapers of @${username}, newest first.`,
    icon: imageUrl,
    language: 'en',
    authors: [{ name: displayName, url: home, avatar: imageUrl }],
    ...(number < last && { next_url: `${home}/feed.json?page=${number + 1}` }),
    items: await Promise.all(items.map((wallpaper) => toItem(wallpaper, urls))),
  }
}

const toItem = async (wallpaper: Wallpaper, urls: WallpaperUrls): Promise<FeedItem> => {
  const { title, description, createdAt, credit, tags, mainFile } = wallpaper
  const page = urls.page(wallpaper)
  const preview = urls.preview(wallpaper)
  const full = urls.full(wallpaper)
  const content =
    await html`<p><a href="${page}"><img src="${preview}" alt="${description || title}"></a></p>${description && html`<p>${description}</p>`}`
  return {
    id: page,
    url: page,
    title,
    content_html: String(content),
    ...(description && { summary: description }),
    image: preview,
    banner_image: full,
    ...(createdAt && { date_published: createdAt }),
    ...(credit && { authors: [{ name: credit }] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    attachments: [
      {
        url: full,
        mime_type: toMimeType(mainFile) ?? 'application/octet-stream',
        title: 'Full resolution',
      },
    ],
  }
}
