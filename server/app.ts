import { Hono } from 'hono'
import type { Random } from '../shared/catalogue/draw.ts'
import type { Instance } from '../shared/service-api.ts'
import { addAccountRoutes } from './accounts/pages/account-routes.ts'
import { type AccountsRoutesDeps, addAccountsRoutes } from './accounts/routes/accounts-routes.ts'
import type { CurrentSnapshot } from './catalogue/catalogue-store.ts'
import type { SnapshotState } from './catalogue/snapshot-store.ts'
import type { CatalogueFiles } from './catalogue/source.ts'
import { createFavoriteIds, findKnownFavorites, withKnownIds } from './favorites/known-favorites.ts'
import { type ImageHost, withHostedImages } from './hosted/image-host.ts'
import { createErrorHandler, createNotFoundHandler } from './http/answers/errors.ts'
import { addCatalogueRoutes } from './http/catalogue/catalogue-routes.ts'
import { addDownloadsRoutes, type DownloadsDeps } from './http/downloads/downloads-routes.ts'
import { addFavoritesRoutes, type FavoritesRoutesDeps } from './http/favorites/favorites-routes.ts'
import { addHealthRoutes } from './http/health/health-routes.ts'
import { addImagesRoutes } from './http/images/images-routes.ts'
import { addFeedRoutes } from './http/interchange/feed-routes.ts'
import { addOembedRoutes } from './http/interchange/oembed-routes.ts'
import { addSitemapRoutes } from './http/interchange/sitemap-routes.ts'
import { addOpenApiRoutes } from './http/openapi/reference-routes.ts'
import { addRandomRoutes } from './http/random/random-routes.ts'
import { addRateLimit, type RateLimitDeps } from './http/requests/rate-limit.ts'
import { createQuickRouter } from './http/server/quick-router.ts'
import { createSite, type PlainFiles } from './http/site.ts'
import { addWallpapersRoutes } from './http/wallpapers/wallpapers-routes.ts'
import type { PublicPictures } from './pictures/metadata/public-parts.ts'
import type { PictureVersions } from './pictures/picture-versions.ts'
import type { Collages, Renditions } from './pictures/renditions.ts'
import type { CheckHealth, FindUpdateNews, Log } from './ports.ts'
import { addAssets } from './web/assets.ts'
import { addConnectPage } from './web/connect/connect-page.ts'
import { addDocsPage } from './web/docs/docs-page.ts'
import { withErrorPages } from './web/error-pages.ts'
import type { ExtensionUrls } from './web/home/guide.ts'
import { addHomePage } from './web/home/home-page.ts'
import { addPlainPages } from './web/plain-files/plain-pages.ts'
import { addPrivacyPage } from './web/privacy-page.ts'
import { addShareRoutes } from './web/share-routes.ts'
import { addTabRoutes } from './web/tab-routes.ts'
import { addWallpaperRoutes } from './web/wallpaper/wallpaper-routes.ts'

type AccountsDeps = AccountsRoutesDeps & FavoritesRoutesDeps & { check?: CheckHealth }

export interface AppDeps {
  snapshot: CurrentSnapshot
  files: CatalogueFiles
  /** Copies of the pictures of a catalogue whose files are on another host. */
  remoteFiles?: CatalogueFiles | undefined
  renditions: Renditions
  versions?: PictureVersions | undefined
  publicPictures?: PublicPictures | undefined
  collages?: Collages | undefined
  imageHost: ImageHost
  instance: Instance
  accounts?: Omit<AccountsDeps, 'publicUrl' | 'ids'> | undefined
  sources: () => Readonly<Record<string, SnapshotState>>
  isStopping?: () => boolean
  rateLimit?: RateLimitDeps | undefined
  downloads?: DownloadsDeps | undefined
  extensionUrls?: ExtensionUrls | undefined
  securityContact?: string | undefined
  /** `undefined` if this server asks nobody for new versions. */
  findUpdateNews?: FindUpdateNews | undefined
  /** The folder with the built page `/tab`. */
  tabDir?: string | undefined
  random: Random
  clock?: (() => number) | undefined
  publicUrl: string
  /** Set when the answers are exported as plain files. */
  plainFiles?: PlainFiles | undefined
  log: Log
  development: boolean
  /** True if the log has a line for each request, with the client's address. */
  logsRequests?: boolean
}

export const createApp = ({ snapshot: stored, accounts, ...others }: AppDeps): Hono => {
  const snapshot = withHostedImages(stored, others.imageHost)
  const deps = {
    ...others,
    snapshot,
    accounts: accounts && withFavoriteIds(accounts, snapshot),
    site: createSite(others.publicUrl, others.plainFiles),
  }
  const app = new Hono({ router: createQuickRouter() })
  if (deps.rateLimit) addRateLimit(app, deps.rateLimit)
  if (deps.plainFiles) addPlainPages(app, deps.site, deps.plainFiles.script)
  const publicFavorites = deps.accounts?.publicFavorites
  addWallpapersRoutes(app, { ...deps, publicFavorites })
  addCatalogueRoutes(app, deps)
  addDownloadsRoutes(app, deps)
  addRandomRoutes(app, { ...deps, publicFavorites })
  addImagesRoutes(app, deps)
  if (deps.accounts) {
    const accountsDeps = { ...deps.accounts, publicUrl: deps.publicUrl }
    addFavoritesRoutes(app, accountsDeps)
    addAccountsRoutes(app, accountsDeps)
  }
  const document = addOpenApiRoutes(app, deps)
  addFeedRoutes(app, { ...deps, publicFavorites })
  addOembedRoutes(app, { ...deps, publicFavorites })
  addSitemapRoutes(app, deps)
  addHealthRoutes(app, { ...deps, checkAccounts: deps.accounts?.check })
  addAssets(app)
  addHomePage(app, deps)
  addDocsPage(app, { ...deps, document })
  addConnectPage(app, deps)
  addPrivacyPage(app, deps)
  addTabRoutes(app, deps)
  addWallpaperRoutes(app, deps)
  addShareRoutes(app, { ...deps, publicFavorites })
  addAccountRoutes(app, deps)
  app.notFound(withErrorPages(createNotFoundHandler(app), deps))
  app.onError(withErrorPages(createErrorHandler(deps), deps))
  return app
}

const withFavoriteIds = (accounts: NonNullable<AppDeps['accounts']>, snapshot: CurrentSnapshot) => {
  const ids = createFavoriteIds(snapshot)
  return {
    ...accounts,
    ids,
    favorites: withKnownIds(accounts.favorites, ids),
    publicFavorites: findKnownFavorites(accounts.publicFavorites, ids),
  }
}
