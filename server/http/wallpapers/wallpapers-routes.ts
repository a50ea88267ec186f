import type { Context, Hono } from 'hono'
import { isWallpaperId } from '../../../shared/ids.ts'
import { quoted } from '../../../shared/query.ts'
import { searchQuerySchema } from '../../../shared/search-api.ts'
import {
  pageSchema,
  type WallpapersResponse,
  wallpapersQuerySchema,
} from '../../../shared/wallpapers-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import {
  type NamedList,
  type Selection,
  selectWallpapers,
  selectWallpapersByName,
} from '../../catalogue/select.ts'
import { whenKnown } from '../../catalogue/snapshot-store.ts'
import { toDetail } from '../../catalogue/wallpaper-detail.ts'
import { DomainError } from '../../domain-error.ts'
import type { FindPublicFavorites } from '../../favorites/public-favorites.ts'
import type { Random } from '../../ports.ts'
import { sendPrepared } from '../answers/prepared-json.ts'
import { freshJson, sendJson } from '../answers/send-json.ts'
import { getPublicFavorites, throwDocumented } from '../favorites/get-public-favorites.ts'
import { parsed, parseQuery } from '../requests/parse-query.ts'
import { publicRoute, quickRoute } from '../requests/public-route.ts'
import { toSearchResponse } from './search-response.ts'

interface WallpapersRoutesDeps {
  snapshot: CurrentSnapshot
  random: Random
  /** `undefined`: a server without people. */
  publicFavorites: FindPublicFavorites | undefined
}

/** The wallpapers of the catalogue (spec §4.1, §4.2, §4.4): random, one, all, and by words. */
export const addWallpapersRoutes = (app: Hono, deps: WallpapersRoutesDeps) => {
  const { snapshot, random, publicFavorites } = deps

  const selectWith = (select: typeof selectWallpapers) => (c: Context) => {
    const { include, page, from: username, ...query } = parseQuery(c, wallpapersQuerySchema)
    const paged = query.seed === undefined ? query : { ...query, page: parsed(pageSchema, page) }
    const answer = (current: CatalogueSnapshot, from?: NamedList) => {
      const selection = select(current.catalogue, { ...paged, from }, random)
      return sendJson(c, toResponse(selection, current, include === 'details'), freshJson)
    }
    if (username === undefined) return whenKnown(snapshot(), answer)
    return listOf(username, publicFavorites).then(async (from) => answer(await snapshot(), from))
  }

  quickRoute(app, '/api/wallpapers', selectWith(selectWallpapers))
  quickRoute(app, '/api/random-wallpaper', selectWith(selectWallpapersByName))

  publicRoute(app, '/api/wallpapers/search', async (c) => {
    const query = parseQuery(c, searchQuerySchema)
    const current = await snapshot()
    const found = await current.search.search(query)
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(toSearchResponse(query, found, current))
  })

  quickRoute(app, '/api/wallpapers/index', (c) =>
    whenKnown(snapshot(), ({ catalogue }) => sendPrepared(c, catalogue.answers.index)),
  )

  publicRoute(app, '/api/wallpapers/:id', async (c) => {
    const id = c.req.param('id') ?? ''
    const { catalogue, urls } = await snapshot()
    const wallpaper = isWallpaperId(id) ? catalogue.find(id) : undefined
    if (!wallpaper) throw new DomainError('NOT_FOUND', `Wallpaper ${quoted(id)} not found`)
    c.header('Cache-Control', 'public, max-age=60')
    return c.json(toDetail(wallpaper, urls))
  })
}

const listOf = async (
  username: string,
  find: FindPublicFavorites | undefined,
): Promise<NamedList> => {
  const { favorites } = await getPublicFavorites(find, username).catch(throwDocumented)
  return { username, ids: favorites }
}

const toResponse = (
  { rows, category, type, color }: Selection,
  { catalogue, urls }: Pick<CatalogueSnapshot, 'catalogue' | 'urls'>,
  details: boolean,
): WallpapersResponse => ({
  wallpapers: rows.map((row) => urls.fullAt(catalogue.mainPathAt(row))),
  count: rows.length,
  category,
  type,
  color,
  ...(details && { items: rows.map((row) => toDetail(catalogue.at(row), urls)) }),
})
