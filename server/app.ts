import { Hono } from 'hono'
import type { Random } from '../shared/catalogue/draw.ts'
import type { Instance } from '../shared/service-api.ts'
import { addAccountRoutes } from './accounts/pages/account-routes.ts'
import { addAccountsRoutes } from './accounts/routes/accounts-routes.ts'
import type { AccountsRoutesDeps } from './accounts/routes/deps.ts'
import type { CurrentSnapshot, RereadCatalogue } from './catalogue/catalogue-store.ts'
import { createFavoriteIds, findKnownFavorites, withKnownIds } from './favorites/known-favorites.ts'
import { answerNotFound, createErrorHandler } from './http/answers/errors.ts'
import { keepAnswers } from './http/answers/kept-answers.ts'
import { addCatalogueRoutes } from './http/catalogue/catalogue-routes.ts'
import { addFavoritesRoutes, type FavoritesRoutesDeps } from './http/favorites/favorites-routes.ts'
import { addHealthRoutes, type HealthDeps } from './http/health/health-routes.ts'
import { addImagesRoutes, type Pictures } from './http/images/images-routes.ts'
import { addFeedRoutes } from './http/interchange/feed-routes.ts'
import { addSitemapRoutes } from './http/interchange/sitemap-routes.ts'
import { addOpenApiRoutes } from './http/openapi/reference-routes.ts'
import { addRandomRoutes } from './http/random/random-routes.ts'
import { addRateLimit, type RateLimitDeps } from './http/requests/rate-limit.ts'
import { createQuickRouter } from './http/server/quick-router.ts'
import type { ImageHost } from './http/wallpapers/image-host.ts'
import { addWallpapersRoutes } from './http/wallpapers/wallpapers-routes.ts'
import type { Log, OwnSources } from './ports.ts'
import { addAssets } from './web/assets.ts'
import { addConnectPage } from './web/connect/connect-page.ts'
import { addCreditsPage } from './web/credits-page.ts'
import { addDocsPage } from './web/docs/docs-page.ts'
import { withErrorPages } from './web/error-pages.ts'
import { addGate } from './web/gate.ts'
import type { ExtensionUrls } from './web/home/guide.ts'
import { addHomePage } from './web/home/home-page.ts'
import type { SiteDeps } from './web/page-route.ts'
import { addPlainPages } from './web/plain-files/plain-pages.ts'
import { addPrivacyPage } from './web/privacy-page.ts'
import { addShareRoutes, createIsShared } from './web/share-routes.ts'
import { addTabRoutes } from './web/tab-routes.ts'
import { addWallpaperRoutes } from './web/wallpaper/wallpaper-routes.ts'

type AccountsDeps = Omit<AccountsRoutesDeps & FavoritesRoutesDeps, 'publicUrl' | 'ids' | 'snapshot'>

interface ShownSettings {
  extensionUrls?: ExtensionUrls | undefined
  tabDir?: string | undefined
  /** The time zone in which days begin and end, unless a request names another one. */
  timeZone?: string | undefined
  /** True if the log has a line for each request, with the client's address. */
  logsRequests?: boolean
  /** True if a 500 answer says what failed. */
  development?: boolean
}

export interface AppDeps extends SiteDeps {
  pictures: Pictures
  imageHost?: ImageHost | undefined
  instance: Instance
  accounts?: AccountsDeps | undefined
  health: HealthDeps
  rateLimit?: RateLimitDeps | undefined
  settings?: ShownSettings
  /** Without it, nobody can ask for the catalogue to be read again. */
  reread?: RereadCatalogue | undefined
  /** Without it, administrators cannot choose sources on the account page. */
  ownSources?: OwnSources | undefined
  random: Random
  clock?: (() => number) | undefined
  log: Log
}

// The public pages and feeds that take long to make.
const costlyPaths = [
  '/',
  '/wallpaper/:id{.+}',
  '/connect',
  '/credits',
  '/docs',
  '/feed.json',
  '/feed.rss',
  '/sitemap.xml',
]

export const createApp = ({ accounts: given, ...others }: AppDeps): Hono => {
  const { snapshot, site, rateLimit, health, settings, log } = others
  const { publicUrl, plainFiles } = site
  const accounts = given && withFavoriteIds(given, snapshot)
  const { publicFavorites } = accounts ?? {}
  const deps = { ...others, ...settings, accounts, publicFavorites, publicUrl }
  const app = new Hono({ router: createQuickRouter() })
  if (rateLimit) addRateLimit(app, rateLimit)
  if (site.isPrivate && accounts) {
    const isShared = createIsShared({ snapshot, site, accounts })
    addGate(app, { site, identity: accounts.identity, keys: accounts.local?.keys, isShared })
  }
  if (plainFiles) addPlainPages(app, site, plainFiles.script)
  addWallpapersRoutes(app, deps)
  addCatalogueRoutes(app, deps)
  addRandomRoutes(app, deps)
  addImagesRoutes(app, deps)
  if (accounts) {
    const { keys } = accounts.local ?? {}
    addFavoritesRoutes(app, { ...accounts, keys, publicUrl, snapshot })
    addAccountsRoutes(app, { ...accounts, publicUrl })
  }
  const document = addOpenApiRoutes(app, deps)
  if (!site.isPrivate) keepAnswers(app, costlyPaths, deps.snapshot, deps.clock)
  addFeedRoutes(app, deps)
  addSitemapRoutes(app, deps)
  addHealthRoutes(app, { ...health, isPrivate: site.isPrivate })
  addAssets(app)
  addHomePage(app, deps)
  addDocsPage(app, { ...deps, document })
  addConnectPage(app, deps)
  addPrivacyPage(app, deps)
  addCreditsPage(app, deps)
  addTabRoutes(app, deps)
  addWallpaperRoutes(app, deps)
  addShareRoutes(app, deps)
  addAccountRoutes(app, deps)
  app.notFound(withErrorPages(answerNotFound, site))
  app.onError(withErrorPages(createErrorHandler({ log, ...settings }), site))
  return app
}

const withFavoriteIds = (accounts: AccountsDeps, snapshot: CurrentSnapshot) => {
  const ids = createFavoriteIds(snapshot)
  return {
    ...accounts,
    ids,
    favorites: withKnownIds(accounts.favorites, ids),
    publicFavorites: findKnownFavorites(accounts.publicFavorites, ids),
  }
}
