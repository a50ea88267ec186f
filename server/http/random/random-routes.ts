import type { Context, Hono } from 'hono'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { type NamedList, selectWallpapers } from '../../../shared/catalogue/select.ts'
import {
  createCalendar,
  mostTries,
  selectForDay,
  toDayNumber,
} from '../../../shared/catalogue/today.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import {
  type RandomQuery,
  randomFileQuerySchema,
  randomQuerySchema,
  type TodayPictureQuery,
  type TodayQuery,
  type TodayResponse,
  todayFileQuerySchema,
  todayPictureQuerySchema,
  todayQuerySchema,
} from '../../../shared/random-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import { type FindPublicFavorites, getPublicFavorites } from '../../favorites/public-favorites.ts'
import type { PictureVersions } from '../../pictures/picture-versions.ts'
import type { Rendition, RenditionRequest, Renditions } from '../../pictures/renditions.ts'
import { publicRoute, quickRoute } from '../add-route.ts'
import { sendText } from '../answers/send.ts'
import { createQueryParser, parseQuery } from '../requests/parse-query.ts'
import { headersOf, sendFresh, sendHead, sendTagged } from './send-chosen.ts'

interface RandomRoutesDeps {
  snapshot: CurrentSnapshot
  files: CatalogueFiles
  remoteFiles?: CatalogueFiles | undefined
  renditions: Renditions
  versions?: PictureVersions | undefined
  random: Random
  clock?: (() => number) | undefined
  publicFavorites: FindPublicFavorites | undefined
}

type Format = RandomQuery['format']
type PictureQuery = Pick<RandomQuery, 'w' | 'h' | 'fit' | 'format'>

interface Chosen {
  current: CatalogueSnapshot
  rows: readonly number[]
}

const types = { jpeg: 'image/jpeg', webp: 'image/webp' } as const

/** Adds `/random` and `/today`. Must come before `/api/wallpapers/{id}`, which also matches `/api/wallpapers/today`. */
export const addRandomRoutes = (app: Hono, deps: RandomRoutesDeps) => {
  const { snapshot, random, versions, clock = Date.now } = deps
  const findPicture = createFindPicture(deps)
  const dayOf = createCalendar()

  const listOf = async (username: string | undefined): Promise<NamedList | undefined> => {
    if (username === undefined) return undefined
    const { favorites: ids } = await getPublicFavorites(deps.publicFavorites, username)
    return { username, ids }
  }

  const sendRandom = async (c: Context, query: RandomQuery) => {
    const { from: username, exclude, ...filters } = query
    const from = await listOf(username)
    const current = await snapshot()
    // With a seed, excluded wallpapers are removed from the selection afterwards, so it needs that many more.
    const count = mostTries + (query.seed === undefined ? 0 : exclude.length)
    const request = { ...filters, from, exclude, count }
    const { rows } = selectWallpapers(current.catalogue, request, random)
    const type = types[query.format]
    const toHeaders = (wallpaper: Wallpaper) =>
      headersOf(wallpaper, { urls: current.urls, type, caching: 'no-store' })
    const [first] = rows
    if (first === undefined)
      throw new DomainError('NOT_FOUND', 'No wallpapers left: every match is excluded')
    // HEAD sends no `Content-Length`, because the next GET returns another picture.
    if (c.req.method === 'HEAD') return sendHead(c, toHeaders(current.catalogue.at(first)))
    const { wallpaper, rendition } = await findPicture({ current, rows }, query)
    return sendFresh(c, rendition, toHeaders(wallpaper))
  }
  const readRandom = createQueryParser(randomQuerySchema)
  const readRandomFile = createQueryParser(randomFileQuerySchema)
  quickRoute(app, '/random', (c) => sendRandom(c, readRandom(c)))
  const addRandomFile = (path: string, format: Format) =>
    quickRoute(app, path, (c) => sendRandom(c, { ...readRandomFile(c), format }))
  addRandomFile('/random.jpg', 'jpeg')
  addRandomFile('/random.webp', 'webp')

  const chooseForDay = async ({ from: username, date, tz, ...filters }: TodayQuery) => {
    const from = await listOf(username)
    const current = await snapshot()
    const now = clock()
    const today = dayOf(now, tz)
    const chosen = date ?? today.date
    const rows = selectForDay(current.catalogue, { ...filters, from }, toDayNumber(chosen))
    const endsAt = chosen === today.date ? today.endsAt : undefined
    return {
      current,
      rows,
      date: chosen,
      endsAt,
      caching: username ? mayBeGone : cachingOf(now, endsAt),
    }
  }

  const sendToday = async (c: Context, query: TodayPictureQuery) => {
    const { current, rows, caching } = await chooseForDay(query)
    const { wallpaper, rendition } = await findPicture({ current, rows }, query)
    const type = types[query.format]
    const headers = headersOf(wallpaper, { urls: current.urls, type, caching })
    return sendTagged(c, rendition, { headers, versions })
  }
  quickRoute(app, '/today', (c) => sendToday(c, parseQuery(c, todayPictureQuerySchema)))
  const addTodayFile = (path: string, format: Format) =>
    quickRoute(app, path, (c) => sendToday(c, { ...parseQuery(c, todayFileQuerySchema), format }))
  addTodayFile('/today.jpg', 'jpeg')
  addTodayFile('/today.webp', 'webp')

  publicRoute(app, '/api/wallpapers/today', async (c) => {
    const query = parseQuery(c, todayQuerySchema)
    const { current, rows, date, caching, endsAt } = await chooseForDay(query)
    const [first] = rows
    if (first === undefined) throw new DomainError('NOT_FOUND', 'No wallpapers available')
    const answer: TodayResponse = {
      date,
      tz: query.tz,
      next_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
      wallpaper: toDetail(current.catalogue.at(first), current.urls),
    }
    c.header('Cache-Control', caching)
    return sendText(c, JSON.stringify(answer), 'application/json')
  })
}

// Caches must ask each time, so that a deleted account disappears at once.
const mayBeGone = 'no-cache'
// The picture of another day can change with the catalogue, so caches ask again after an hour.
const otherDay = 'public, max-age=3600'

const cachingOf = (now: number, endsAt: number | undefined): string =>
  endsAt === undefined
    ? otherDay
    : `public, max-age=${Math.max(1, Math.ceil((endsAt - now) / 1000))}`

// The longest side of a picture when the request has neither `w` nor `h`.
const usualSide = 3840

const toRequest = ({ w, h, fit, format }: PictureQuery): RenditionRequest =>
  w === undefined && h === undefined
    ? { width: usualSide, height: usualSide, fit: 'contain', format }
    : { width: w, height: h, fit, format }

interface Found {
  wallpaper: Wallpaper
  rendition: Rendition
}

const createFindPicture = ({ files, remoteFiles, renditions }: RandomRoutesDeps) => {
  const render = async (
    { catalogue }: CatalogueSnapshot,
    row: number,
    request: RenditionRequest,
  ): Promise<Found> => {
    const wallpaper = catalogue.at(row)
    const { mainFile, focalPoint } = wallpaper
    const here = catalogue.filesUrl === undefined ? files : remoteFiles
    const original = await here?.find('main', mainFile)
    if (original === undefined) throw new DomainError('NOT_FOUND', 'The picture file is missing')
    return { wallpaper, rendition: await renditions.render(original, { ...request, focalPoint }) }
  }
  // If a picture is missing or broken, tries the next row.
  return async ({ current, rows }: Chosen, query: PictureQuery): Promise<Found> => {
    const request = toRequest(query)
    let problem: unknown
    for (const row of rows.slice(0, mostTries)) {
      try {
        return await render(current, row, request)
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error
        problem = error
      }
    }
    throw problem
  }
}
