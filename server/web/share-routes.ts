import { hash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { cardSize } from '../catalogue/wallpaper-urls.ts'
import {
  type FindPublicFavorites,
  splitFavorites,
  type UserFavorites,
} from '../favorites/public-favorites.ts'
import { answerPicture } from '../http/answers/send-picture.ts'
import { type Pictures, toRemoteUrl } from '../http/images/images-routes.ts'
import { feedLinks, redirectRenamed } from '../http/interchange/feed-routes.ts'
import type { Profile } from '../identity/identity-provider.ts'
import { sendNothingHere } from './error-pages.ts'
import { type Html, page } from './layout.ts'
import { pageRoute, type SiteDeps, sendPage, setPageHeaders } from './page-route.ts'
import type { PictureUrls } from './picture.ts'
import { type ListPage, pager, toListPage, wall } from './wall.ts'
import { countOf, goneText, presentText } from './words.ts'

interface ShareRoutesDeps extends SiteDeps {
  pictures: Pictures
  publicFavorites: FindPublicFavorites<Context> | undefined
}

export const addShareRoutes = (app: Hono, deps: ShareRoutesDeps) => {
  const { snapshot, publicFavorites, site } = deps
  const nobody = (c: Context) => sendNothingHere(c, nobodyHere, deps)
  const withPerson = async (c: Context, send: (found: UserFavorites) => Promise<Response>) => {
    const name = (c.req.param('username') ?? '').trim()
    const found = await publicFavorites?.(name, c)
    if (found === undefined) return nobody(c)
    return redirectRenamed(c, site, { username: name, ...found }) ?? send(found)
  }

  pageRoute(app, { path: '/share/:username', site }, (c) =>
    withPerson(c, async ({ profile, favorites }) => {
      const { catalogue, urls } = await snapshot()
      const { present, gone } = splitFavorites(favorites, catalogue)
      const shown = toListPage(present, c.req.query('page'))
      // Browsers must ask each time, so that a removed favorite or a deleted account disappears at once.
      c.header('Cache-Control', 'no-cache')
      return sendPage(c, sharePage({ profile, present, shown, gone: gone.length, urls, site }))
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

const nobodyHere = {
  title: 'Nobody shares wallpapers here',
  text: 'Nobody here has this name. Maybe a letter is missing from the link?',
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
  const chosen = toPictured(
    present.length > 0 || catalogue.size === 0 ? present : [catalogue.at(0)],
  )
  const originals = await Promise.all(
    chosen.filter(canJoinCollage).map(({ mainFile }) => pictures.files.find('main', mainFile)),
  )
  const files = originals.filter((file) => file !== undefined)
  const collage = files.length > 0 ? await pictures.collages?.compose(files, cardSize) : undefined
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

interface SharePage extends PictureUrls {
  profile: Profile
  present: readonly Wallpaper[]
  shown: ListPage<Wallpaper>
  gone: number
}

const sharePage = (share: SharePage): Html => {
  const { profile, present, shown, gone, site } = share
  const { displayName, username } = profile
  const title = `${displayName}${/s$/i.test(displayName) ? '’' : '’s'} wallpapers`
  const count = present.length > 0 && countOf(present.length, 'wallpaper')
  const url = `${site.publicUrl}/share/${encodeURIComponent(username)}`
  const pictured = JSON.stringify(toPictured(present).map(({ id }) => id))
  const digest = hash('sha256', pictured).slice(0, 10)
  return page({
    site,
    title: `${title} · Fresco`,
    alternates: feedLinks(url, '', title),
    description: count
      ? `${count} that ${displayName} loves. Browse them, or put them on your own new tabs.`
      : `${displayName} has no favorite wallpapers yet.`,
    card: {
      url,
      image: {
        // Social networks cache a preview picture by its URL, so the URL changes with the favorites.
        url: `${url}/preview.jpg?v=${digest}`,
        alt: `Wallpapers that ${displayName} loves`,
        size: cardSize,
      },
    },
    unlisted: true,
    body: html`<main id="main" class="wide">
      <header class="person">
        <img src="${site.withoutOrigin(profile.imageUrl)}" alt="" width="72" height="72">
        <div>
          <h1 dir="auto">${displayName}</h1>
          <p>@${username}${count && ` · ${presentText(present.length, gone)}`}</p>
        </div>
      </header>
      ${count && html`${wall(shown.items, share)}${pager(shown)}`}
      ${!count && gone === 0 && html`<p class="empty">No favorites yet. When <bdi>${displayName}</bdi> hearts a wallpaper, it will show up here.</p>`}
      ${!count && gone > 0 && html`<p class="note">${goneText(gone)}</p>`}
      <aside class="invitation" aria-labelledby="invitation">
        <h2 id="invitation">${count ? 'Get these on your new tabs' : 'Wallpapers for your new tabs'}</h2>
        <p>The Fresco extension shows a fresh wallpaper on every new tab. Heart the ones you like, and share them on a page like this one.</p>
        <p><a class="button" href="${site.link('/#new-tabs')}">Get the extension</a></p>
      </aside>
    </main>`,
  })
}
