import type { Hono } from 'hono'
import { isWallpaperId } from '../../shared/wallpaper-id.ts'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import { messagePage } from './error-pages.ts'
import { pageRoute } from './page-route.ts'
import { wallpaperPage } from './wallpaper-page.ts'

interface WallpaperRoutesDeps {
  readonly snapshot: CurrentSnapshot
  /** Without a trailing slash. */
  readonly publicUrl: string
}

/** The page of one wallpaper. */
export const addWallpaperRoutes = (app: Hono, { snapshot, publicUrl }: WallpaperRoutesDeps) => {
  // Ids may have folders: whether their slashes are encoded or not, it is the same wallpaper.
  pageRoute(app, '/wallpaper/:id{.+}', async (c) => {
    const id = c.req.param('id') ?? ''
    const { catalogue, urls } = await snapshot()
    const wallpaper = isWallpaperId(id) ? catalogue.find(id) : undefined
    if (wallpaper === undefined) return c.html(messagePage(unknownWallpaper), 404)
    c.header('Cache-Control', 'public, max-age=60')
    return c.html(wallpaperPage(wallpaper, { urls, publicUrl }))
  })
}

const unknownWallpaper = {
  title: 'This wallpaper is not here',
  text: 'Perhaps it has left the catalogue, or a letter is missing in the link.',
}
