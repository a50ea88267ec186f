import { hash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { decodePart } from '../../shared/ids.ts'
import { cardSize } from '../catalogue/wallpaper-urls.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import {
  type FindPublicFavorites,
  splitFavorites,
  toRenamed,
  toSharePath,
  type UserFavorites,
} from '../favorites/public-favorites.ts'
import { answerPicture } from '../http/answers/send-picture.ts'
import { type Pictures, toRemoteUrl } from '../http/images/images-routes.ts'
import type { Site } from '../http/site.ts'
import type { IdentityProvider, Profile } from '../identity/identity-provider.ts'
import { sendNothingHere } from './error-pages.ts'
import { heartButton, heartsAt } from './hearts.ts'
import type { ExtensionUrls } from './home/guide.ts'
import { type Html, page } from './layout.ts'
import { pageRoute, type SiteDeps, sendPage, setPageHeaders } from './page-route.ts'
import type { PictureUrls } from './picture.ts'
import { type Screens, showButtons } from './show-buttons.ts'
import { isTabBuilt } from './tab-routes.ts'
import { type ListPage, pager, toListPage, wall } from './wall.ts'
import { countOf, goneText, presentText } from './words.ts'

interface ShareRoutesDeps extends SiteDeps {
  pictures: Pictures
  publicFavorites: FindPublicFavorites<Context> | undefined
  extensionUrls?: ExtensionUrls | undefined
  tabDir?: string | undefined
}

export const addShareRoutes = (app: Hono, deps: ShareRoutesDeps) => {
  const { snapshot, publicFavorites, site, extensionUrls = {}, tabDir } = deps
  const screens = { hasTab: isTabBuilt(tabDir), extensionUrls }
  const nobody = (c: Context) => sendNothingHere(c, nobodyHere, site)
  const withPerson = async (c: Context, send: (found: UserFavorites) => Promise<Response>) => {
    const name = (c.req.param('username') ?? '').trim()
    const found = await publicFavorites?.(name, c)
    if (found === undefined) return nobody(c)
    const renamed = toRenamed(found.profile, name)
    return renamed === undefined ? send(found) : redirectTo(c, renamed, site)
  }

  pageRoute(app, { path: '/share/:username', site, entry: 'key' }, (c) =>
    withPerson(c, async ({ profile, favorites }) => {
      const { catalogue, urls } = await snapshot()
      const { present, gone } = splitFavorites(favorites, catalogue)
      const shown = toListPage(present, c.req.query('page'))
      // Browsers must ask each time, so that a removed favorite or a deleted account disappears at once.
      c.header('Cache-Control', 'no-cache')
      const share = { profile, present, shown, gone: gone.length, urls, site, ...screens }
      return sendPage(c, sharePage(share))
    }),
  )
  app.get('/share/:username/preview.jpg', (c) => {
    setPageHeaders(c)
    return withPerson(c, (found) => sendPreview(c, found, deps))
  })

  // The route `/share/` must come before `/share`, which would otherwise redirect `/share/` to itself.
  for (const path of ['/share/', '/share', '/share/:username/*'])
    pageRoute(app, { path, site }, nobody)
}

type SharedDeps = SiteDeps & {
  accounts: { identity: IdentityProvider; favorites: Pick<FavoritesStore, 'list'> }
}

/** Returns a function that tells whether the share page of a user has something at an address: itself, its feeds or its pictures. */
export const createIsShared =
  ({ snapshot, site, accounts: { identity, favorites } }: SharedDeps) =>
  async (userId: string, { pathname: path, searchParams }: URL): Promise<boolean> => {
    const [, inPath] = /^\/(?:share|api\/users)\/([^/]+)/.exec(path) ?? []
    const inQuery = /^\/feed\.(?:rss|json)$/.test(path) ? searchParams.get('from') : undefined
    const username = inPath ?? inQuery?.trim().replace(/^@/, '')
    if (username !== undefined)
      return (await identity.findProfile(decodePart(username)))?.userId === userId
    const { catalogue, urls } = await snapshot()
    const { present } = splitFavorites(await favorites.list(userId), catalogue)
    const [, image = ''] = /^\/images\/([^/]+)/.exec(path) ?? []
    const imageId = catalogue.find(decodePart(image))?.id
    const url = site.publicUrl + path
    return present.some(
      (wallpaper) =>
        wallpaper.id === imageId || [urls.full(wallpaper), urls.preview(wallpaper)].includes(url),
    )
  }

const nobodyHere = {
  title: 'Nobody shares wallpapers here',
  text: 'Nobody here has this name. Maybe a letter is missing from the link, or the account has been deleted.',
}

/** Redirects a link with a former username to the same link with the current one. */
const redirectTo = (c: Context, username: string, { link }: Site) => {
  const { pathname, search } = new URL(c.req.url)
  const file = pathname.endsWith('/preview.jpg') ? '/preview.jpg' : ''
  // The owner can take the old username back, and somebody else can have it after 30 days.
  c.header('Cache-Control', 'no-store')
  return c.redirect(link(toSharePath(username) + file + search), 308)
}

const collageSize = 4

// A collage crops its pictures, and is made of files of this server.
const canJoinCollage = ({ hosted, license }: Wallpaper) => !hosted && !license?.forbidsChanges

/** Returns the favorites of which the preview picture is made. The first alone is shown if there can be no collage. */
const toPictured = (present: readonly Wallpaper[]): readonly Wallpaper[] => {
  const joining = present.filter(canJoinCollage)
  return (joining.length > 0 ? joining : present).slice(0, collageSize)
}

const cardQuery = { w: cardSize.width, h: cardSize.height, fit: 'cover', format: 'jpeg' } as const

const sendPreview = async (
  c: Context,
  { favorites }: UserFavorites,
  { snapshot, pictures }: ShareRoutesDeps,
) => {
  const { catalogue, urls } = await snapshot()
  const { present } = splitFavorites(favorites, catalogue)
  const chosen = toPictured(present)
  const found = await Promise.all(
    chosen.filter(canJoinCollage).map(async ({ mainFile, width = 16, height = 9 }) => {
      const file = await pictures.files.find('main', mainFile)
      return file && { file, ratio: width / height }
    }),
  )
  const parts = found.filter((part) => part !== undefined)
  const collage = parts.length > 0 ? await pictures.collages?.compose(parts, cardSize) : undefined
  if (collage !== undefined) {
    const options = { ...pictures, lifetime: 'none' } as const
    const { body, status, headers } = await answerPicture(c, collage, options)
    return c.newResponse(body, status, headers)
  }
  const [first] = chosen
  if (first === undefined) return c.notFound()
  c.header('Cache-Control', 'no-cache')
  return c.redirect(
    urls.atResizer(first) ? toRemoteUrl(first, cardQuery, urls) : urls.preview(first),
    302,
  )
}

interface SharePage extends PictureUrls, Screens {
  profile: Profile
  present: readonly Wallpaper[]
  shown: ListPage<Wallpaper>
  gone: number
}

const sharePage = (share: SharePage): Html => {
  const { profile, present, shown, gone, site, hasTab, extensionUrls } = share
  const { displayName, username } = profile
  const title = `${displayName}${/s$/i.test(displayName) ? '’' : '’s'} wallpapers`
  const count = present.length > 0 && countOf(present.length, 'wallpaper')
  const url = site.publicUrl + toSharePath(username)
  const query = `from=@${encodeURIComponent(username)}`
  const pictured = JSON.stringify(toPictured(present).map(({ id }) => id))
  const digest = hash('sha256', pictured).slice(0, 10)
  return page({
    site,
    title,
    feed: { query, title },
    description: count
      ? `${count} that ${displayName} loves. Browse them, or put them on your own new tabs.`
      : gone > 0
        ? goneText(gone)
        : `${displayName} has no favorite wallpapers yet.`,
    scripted: true,
    head: heartsAt(site),
    card: {
      url,
      image:
        present.length > 0
          ? {
              // Social networks cache a preview picture by its URL, so the URL changes with the favorites.
              url: `${url}/preview.jpg?v=${digest}`,
              alt: `Wallpapers that ${displayName} loves`,
              size: cardSize,
            }
          : undefined,
    },
    unlisted: true,
    body: html`<main id="main" class="wide">
      <header class="person">
        <img src="${site.withoutOrigin(profile.imageUrl)}" alt="" width="72" height="72">
        <div>
          <h1 dir="auto">${displayName}</h1>
          <p>@${username}${count && ` · ${presentText(present.length, gone)}`}</p>
        </div>
        ${count && html`<a class="button quiet" href="#invitation">Show these on my screens</a>`}
      </header>
      ${count && html`${wall(shown.items, { ...share, action: heartButton })}${pager(shown)}`}
      ${!count && html`<p class="empty">${gone > 0 ? goneText(gone) : html`No favorites yet. When <bdi>${displayName}</bdi> hearts a wallpaper, it will show up here.`}</p>`}
      <aside class="invitation" aria-labelledby="invitation">
        <h2 id="invitation">${count ? 'These on your own screens' : 'Wallpapers for your new tabs'}</h2>
        <p>${count && html`New favorites of <bdi>${displayName}</bdi> appear there, too. `}<span class="on-desktops">The Fresco extension shows a fresh wallpaper on every new tab. Heart the ones you like, and share them on a page like this one.</span></p>
        ${count ? showButtons({ site, url, query, hasTab, extensionUrls }) : !site.isPrivate && html`<p><a class="button" href="${site.link('/#new-tabs')}">Get the extension</a></p>`}
      </aside>
    </main>`,
  })
}
