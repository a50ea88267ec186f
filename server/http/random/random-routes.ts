import type { Context, Hono } from 'hono'
import pTimeout from 'p-timeout'
import { answerToday } from '../../../shared/catalogue/answers.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { type NamedList, selectWallpapers } from '../../../shared/catalogue/select.ts'
import { chooseForDay, createCalendar, mostTries } from '../../../shared/catalogue/today.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toBoxShape } from '../../../shared/filter-rules.ts'
import { decodePart } from '../../../shared/ids.ts'
import {
  type RandomQuery,
  randomFileQuerySchema,
  randomQuerySchema,
  type TodayPictureQuery,
  type TodayQuery,
  todayFileQuerySchema,
  todayPictureQuerySchema,
  todayQuerySchema,
} from '../../../shared/random-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import { type FindPublicFavorites, getPublicFavorites } from '../../favorites/public-favorites.ts'
import type { PictureFile, PictureVersions } from '../../pictures/picture-versions.ts'
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
  publicFavorites: FindPublicFavorites<Context> | undefined
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

  const listOf = async (
    c: Context,
    username: string | undefined,
  ): Promise<NamedList | undefined> => {
    if (username === undefined) return undefined
    const { favorites: ids } = await getPublicFavorites(deps.publicFavorites, username, c)
    return { username, ids }
  }

  const sendRandom = async (c: Context, query: RandomQuery) => {
    const { from: username, exclude, ...filters } = query
    const from = await listOf(c, username)
    const current = await snapshot()
    const request = { ...filters, from, exclude, boxShape: boxShapeOf(query) }
    const listRows = (count: number) =>
      selectWallpapers(current.catalogue, { ...request, count }, random).rows
    // With a seed, excluded wallpapers are removed from the selection afterwards, so it needs that many more.
    const rows = listRows(mostTries + (query.seed === undefined ? 0 : exclude.length))
    const type = types[query.format]
    const toHeaders = (wallpaper: Wallpaper) =>
      headersOf(wallpaper, { urls: current.urls, type, caching: 'no-store' })
    const [first] = rows
    if (first === undefined)
      throw new DomainError('NOT_FOUND', 'No wallpapers left: every match is excluded')
    // HEAD sends no `Content-Length`, because the next GET returns another picture.
    if (c.req.method === 'HEAD') return sendHead(c, toHeaders(current.catalogue.at(first)))
    const listOthers = () => listRows(mostLookedUp)
    const { wallpaper, rendition } = await findPicture({ current, rows }, query, listOthers)
    return sendFresh(c, rendition, toHeaders(wallpaper))
  }
  const readRandom = createQueryParser(randomQuerySchema)
  const readRandomFile = createQueryParser(randomFileQuerySchema)
  quickRoute(app, '/random', (c) => sendRandom(c, readRandom(c)))
  const addRandomFile = (path: string, format: Format) =>
    quickRoute(app, path, (c) => sendRandom(c, { ...readRandomFile(c), format }))
  addRandomFile('/random.jpg', 'jpeg')
  addRandomFile('/random.webp', 'webp')

  const choosePicture = async (
    c: Context,
    { from: username, ...query }: TodayQuery,
    boxShape?: number,
  ) => {
    const from = await listOf(c, username)
    const current = await snapshot()
    const now = clock()
    const chosen = chooseForDay(
      current.catalogue,
      { ...query, from, boxShape },
      dayOf(now, query.tz),
    )
    return { current, chosen, caching: username ? askEachTime : cachingOf(now, chosen.endsAt) }
  }

  const sendToday = async (c: Context, query: TodayPictureQuery) => {
    const { current, chosen, caching } = await choosePicture(c, query, boxShapeOf(query))
    const { rows } = chosen
    const { wallpaper, rendition } = await findPicture({ current, rows }, query)
    const type = types[query.format]
    // If the picture of the day is missing or broken, caches must not store the one that takes its place.
    const isOfDay = current.catalogue.rowOf(wallpaper.id) === rows[0]
    const headers = headersOf(wallpaper, {
      urls: current.urls,
      type,
      caching: isOfDay ? caching : askEachTime,
    })
    return sendTagged(c, rendition, { headers, versions })
  }
  quickRoute(app, '/today', (c) => sendToday(c, parseQuery(c, todayPictureQuerySchema)))
  const addTodayFile = (path: string, format: Format) =>
    quickRoute(app, path, (c) => sendToday(c, { ...parseQuery(c, todayFileQuerySchema), format }))
  addTodayFile('/today.jpg', 'jpeg')
  addTodayFile('/today.webp', 'webp')

  publicRoute(app, '/api/wallpapers/today', async (c) => {
    const { current, chosen, caching } = await choosePicture(c, parseQuery(c, todayQuerySchema))
    c.header('Cache-Control', caching)
    return sendText(c, JSON.stringify(answerToday(current, chosen)), 'application/json')
  })
}

const askEachTime = 'no-cache'
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

// A picture in a box of another shape is cropped, so one is preferred that keeps at least half of its area.
const boxShapeOf = ({ w, h, fit }: PictureQuery): number | undefined =>
  w && h && fit === 'cover' ? toBoxShape({ width: w, height: h }) : undefined

interface Original {
  wallpaper: Wallpaper
  file: PictureFile
}

interface Found {
  wallpaper: Wallpaper
  rendition: Rendition
}

// How long a request waits for a picture on another server before it tries the next one, and how long in all.
const patienceMs = 500
const longestMs = 8_000
// How many matching wallpapers are looked up to find pictures on this disk, and how many of those pictures are tried.
const mostLookedUp = 1_000
const mostStored = 20

const createFindPicture =
  ({ files, remoteFiles, renditions }: RandomRoutesDeps) =>
  async (
    { current: { catalogue }, rows }: Chosen,
    query: PictureQuery,
    listOthers?: () => readonly number[],
  ): Promise<Found> => {
    const source = catalogue.filesUrl === undefined ? files : remoteFiles
    const request = toRequest(query)
    // Returns the problem if the picture is missing, or if another server does not send it.
    const find = async (row: number): Promise<Original | DomainError> => {
      const wallpaper = catalogue.at(row)
      try {
        const file = await source?.find('main', wallpaper.mainFile)
        if (file !== undefined) return { wallpaper, file }
        return new DomainError('NOT_FOUND', 'The picture file is missing')
      } catch (error) {
        if (source?.isHere !== undefined && error instanceof DomainError) return error
        throw error
      }
    }
    // Returns the problem if the picture is broken.
    const render = async (found: Original | DomainError): Promise<Found | DomainError> => {
      if (found instanceof DomainError) return found
      const { wallpaper, file } = found
      const { focalPoint, mainFile } = wallpaper
      try {
        return { wallpaper, rendition: await renditions.render(file, { ...request, focalPoint }) }
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error
        // An error without a cause means that the picture needs too much memory. Its file is intact.
        if (error.cause !== undefined) await source?.drop?.('main', mainFile)
        return error
      }
    }

    const begun: Promise<Original | DomainError>[] = []
    let problem: unknown
    for (const row of rows.slice(0, mostTries)) {
      const finding = find(row)
      begun.push(finding)
      const isLast = source?.isHere === undefined || listOthers === undefined
      const found = isLast ? finding : orUndefined(finding)
      const tried = await inTime(found.then((original) => original && render(original)))
      if (tried !== undefined && !(tried instanceof DomainError)) return tried
      // Another picture is not the picture of the day, so `/today` answers that this one is late.
      if (listOthers === undefined && tried?.code === 'BUSY') throw tried
      problem = tried
    }
    if (source?.isHere === undefined || listOthers === undefined) throw problem
    let left = mostStored
    for (const row of listOthers()) {
      const path = decodePart(catalogue.mainPathAt(row))
      if (!(await source.isHere('main', path))) continue
      const tried = await inTime(find(row).then(render))
      if (!(tried instanceof DomainError)) return tried
      if (--left === 0) break
    }
    // No other picture is on this disk, so the first one that arrives is sent.
    const arrived = begun.map((finding) => finding.then(render).then(orThrow))
    return inTime(Promise.any(arrived)).catch((error) => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })
  }

const orUndefined = <T>(attempted: Promise<T>) =>
  pTimeout(attempted, { milliseconds: patienceMs, fallback: () => undefined })

const inTime = <T>(attempted: Promise<T>) =>
  pTimeout(attempted, { milliseconds: longestMs, message: tooLate })

const orThrow = (tried: Found | DomainError): Found => {
  if (tried instanceof DomainError) throw tried
  return tried
}

const tooLate = new DomainError('BUSY', 'The picture did not arrive in time: try again later', {
  retryAfterSeconds: 5,
})
