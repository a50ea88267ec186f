import type { Context, Hono } from 'hono'
import pTimeout from 'p-timeout'
import { findSimilar } from '../../../shared/catalogue/similar.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { watchClient } from '../../http/requests/client-waits.ts'
import { readCredentials } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import type { Log } from '../../ports.ts'
import { sendNothingHere } from '../error-pages.ts'
import { toHeartChange } from '../hearts.ts'
import { readFilters, toQuery } from '../home/filters.ts'
import {
  formRoute,
  pageRoute,
  redirectToSlashless,
  type SiteDeps,
  sendPage,
  setPageHeaders,
} from '../page-route.ts'
import { type OwnHeart, wallpaperPage } from './wallpaper-page.ts'

interface People {
  identity: Pick<IdentityProvider, 'identify'>
  favorites: FavoritesStore
  /** `undefined` if people sign in somewhere else, as at Clerk. */
  local: object | undefined
}

interface WallpaperRoutesDeps extends SiteDeps {
  accounts?: People | undefined
  log: Log
}

const similarCount = 12

export const addWallpaperRoutes = (app: Hono, deps: WallpaperRoutesDeps) => {
  const { snapshot, site, accounts } = deps
  const redirectToPage = (c: Context, url: string) => {
    c.header('Cache-Control', 'public, max-age=60')
    // The redirect is temporary, because the name of a file may belong to another wallpaper later.
    return c.redirect(site.withoutOrigin(url) + new URL(c.req.url).search, 302)
  }
  // The route accepts wallpaper ids with slashes, percent-encoded or not.
  pageRoute(app, { path: '/wallpaper/:id{.+}', site }, async (c) => {
    const id = c.req.param('id')
    if (/[^/]\/$/.test(id)) return redirectToSlashless(c, site)
    const { catalogue, urls } = await snapshot()
    const wallpaper = catalogue.find(id)
    if (wallpaper === undefined) return sendNothingHere(c, unknownWallpaper, site)
    if (wallpaper.id !== id) return redirectToPage(c, urls.page(wallpaper))
    const { q: _, ...filters } = readFilters((name) => c.req.query(name))
    const own = accounts && (await readHeart(c, id, { ...deps, ...accounts }))
    c.header('Cache-Control', own === undefined ? 'public, max-age=60' : 'private, no-cache')
    if (accounts) c.header('Vary', 'Cookie')
    return sendPage(
      c,
      wallpaperPage({
        wallpaper,
        similar: findSimilar(catalogue, wallpaper, { count: similarCount, filters }),
        query: toQuery(filters),
        favorite: accounts && own !== 'unknown' ? { own } : undefined,
        urls,
        site,
      }),
    )
  })
  // Other sites link to this address, often with the name of the file.
  pageRoute(app, { path: '/wallpapers/:slug{.+}', site }, async (c) => {
    const { catalogue, urls } = await snapshot()
    const id = catalogue.idOf(c.req.param('slug').replace(/\/$/, ''))
    if (id === undefined) return sendNothingHere(c, unknownWallpaper, site)
    return redirectToPage(c, urls.page({ id }))
  })
  if (accounts) addHeartForm(app, site, accounts)
}

const heartWaitMs = 1_000

const readHeart = async (
  c: Context,
  id: string,
  { identity, favorites, log }: People & Pick<WallpaperRoutesDeps, 'log'>,
): Promise<OwnHeart | undefined | 'unknown'> => {
  if (c.req.header('Cookie') === undefined) return undefined
  const read = async () => {
    const user = await identity.identify(readCredentials(c.req.raw))
    if (user === undefined) return undefined
    return { userId: user.userId, isOn: (await favorites.list(user.userId)).includes(id) }
  }
  try {
    return await pTimeout(read(), { milliseconds: heartWaitMs, fallback: () => 'unknown' as const })
  } catch (err) {
    log.warn({ err }, 'A wallpaper page has no heart because the favorites could not be read')
    return 'unknown'
  }
}

const addHeartForm = (app: Hono, site: Site, { identity, favorites, local }: People) => {
  // The first request of the script of the pages. The API would answer 401, which browsers log as an error.
  app.get('/hearts', async (c) => {
    setPageHeaders(c)
    c.header('Cache-Control', 'private, no-store')
    const user = await identity.identify(readCredentials(c.req.raw))
    const list = user ? await favorites.list(user.userId) : null
    return c.json({ userId: user?.userId, favorites: list, isElsewhere: local === undefined })
  })
  formRoute(app, { path: '/heart', backTo: '/', site, identity }, async (c, form, user) => {
    const isAwaited = watchClient(c)
    const change = toHeartChange(form)
    if (change === undefined) return sendNothingHere(c, unknownWallpaper, site)
    // With 307, the browser sends the form to the account page, which passes it through the sign-in.
    if (user === undefined && local) return c.redirect(site.link('/account/heart'), 307)
    if (user === undefined) return c.redirect(site.link('/account'), 303)
    await favorites.change(user.userId, change, isAwaited)
    return c.redirect(site.link(`/wallpaper/${encodeURIComponent(change.id)}`), 303)
  })
}

const unknownWallpaper = {
  title: 'We cannot find this wallpaper',
  text: 'It may have been removed from the catalogue, or a letter is missing from the link.',
}
