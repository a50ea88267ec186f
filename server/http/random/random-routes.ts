import type { Context, Hono } from 'hono'
import pTimeout from 'p-timeout'
import { answerToday } from '../../../shared/catalogue/answers.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { selectWallpapers } from '../../../shared/catalogue/select.ts'
import { chooseForDay, createCalendar, mostTries } from '../../../shared/catalogue/today.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toBoxShape } from '../../../shared/filter-rules.ts'
import {
  type RandomQuery,
  randomFileQuerySchema,
  randomQuerySchema,
  type TodayPictureQuery,
  type TodayQuery,
  todayFileQuerySchema,
  todayPictureQuerySchema,
  todayQuerySchema,
  todayResponseSchema,
} from '../../../shared/random-api.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { PictureFile } from '../../catalogue/picture-versions.ts'
import { cropAsAllowed, type RenditionRequest } from '../../catalogue/renditions.ts'
import { DomainError } from '../../domain-error.ts'
import { type FindPublicFavorites, getNamedList } from '../../favorites/public-favorites.ts'
import { sendText, withRequestId } from '../answers/send.ts'
import type { Pictures } from '../images/images-routes.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import { busy, bytes, empty, json, otherVersion, refusal, tagged } from '../openapi/responses.ts'
import { routesOf } from '../route.ts'
import { headersOf, sendFresh, sendTagged } from './send-chosen.ts'

interface RandomRoutesDeps {
  snapshot: CurrentSnapshot
  pictures: Pictures
  random: Random
  clock?: (() => number) | undefined
  publicFavorites: FindPublicFavorites<Context> | undefined
  publicUrl: string
  /** The time zone of days for requests that name none. */
  timeZone?: string | undefined
}

type PictureQuery = Pick<RandomQuery, 'w' | 'h' | 'fit' | 'format'>

interface Chosen {
  current: CatalogueSnapshot
  rows: readonly number[]
  isOfDay?: boolean
}

const types = { jpeg: 'image/jpeg', webp: 'image/webp' } as const

export const addRandomRoutes = (app: Hono, deps: RandomRoutesDeps) => {
  const quick = routesOf(app, 'Pictures', 'quick')
  const { snapshot, pictures, random, publicFavorites, clock = Date.now, timeZone = 'UTC' } = deps
  const findPicture = createFindPicture(pictures)
  const dayOf = createCalendar()

  const sendRandom = async (c: Context, query: RandomQuery) => {
    const { from: username, exclude, ...filters } = query
    const from = await getNamedList(publicFavorites, username, c)
    const current = await snapshot()
    const boxShape = boxShapeOf(query)
    const preferences = boxShape === undefined ? [] : [{ boxShape }]
    const request = { ...filters, from, exclude, preferences }
    // With a seed, excluded wallpapers are removed from the selection afterwards, so it needs that many more.
    const count = mostTries + (query.seed === undefined ? 0 : exclude.length)
    const { rows } = selectWallpapers(current.catalogue, { ...request, count }, random)
    const type = types[query.format]
    const toHeaders = (wallpaper: Wallpaper) =>
      headersOf(wallpaper, { urls: current.urls, type, caching: 'no-store' })
    const [first] = rows
    if (first === undefined)
      throw new DomainError('NOT_FOUND', 'No wallpapers left: every match is excluded')
    // HEAD sends no `Content-Length`, because the next GET returns another picture.
    if (c.req.method === 'HEAD') {
      const headers = toHeaders(current.catalogue.at(first))
      return new Response(null, { headers: withRequestId(c, headers) })
    }
    const { wallpaper, rendition } = await findPicture({ current, rows }, query)
    return sendFresh(c, rendition, { headers: toHeaders(wallpaper), pictures })
  }
  for (const { ending, name, as, note, format } of addresses)
    quick.get(`/random${ending}`, {
      query: format ? randomFileQuerySchema : randomQuerySchema,
      id: `getRandom${name}`,
      summary: `A random picture${as}`,
      text: note ? `Like \`/random\`${note}` : randomText,
      answers: {
        200: bytes('The picture.', typesOf(format), [...named, 'Inline']),
        ...pictureRefusals,
      },
      handler: (c, readQuery) => sendRandom(c, { ...usual, ...readQuery(c), ...fixed(format) }),
    })

  const choosePicture = async (
    c: Context,
    { from: username, tz = timeZone, ...query }: TodayQuery,
    boxShape?: number,
  ) => {
    const from = await getNamedList(publicFavorites, username, c)
    const current = await snapshot()
    const now = clock()
    const chosen = chooseForDay(current.catalogue, { ...query, tz, from, boxShape }, dayOf(now, tz))
    return { current, chosen, caching: username ? askEachTime : cachingOf(now, chosen.endsAt) }
  }

  const sendToday = async (c: Context, query: TodayPictureQuery) => {
    const { current, chosen, caching } = await choosePicture(c, query, boxShapeOf(query))
    const { rows } = chosen
    const day = { current, rows, isOfDay: true }
    const { wallpaper, rendition } = await findPicture(day, query)
    // If the picture of the day is missing or broken, caches must not store the one that takes its place.
    const isOfDay = current.catalogue.rowOf(wallpaper.id) === rows[0]
    const headers = headersOf(wallpaper, {
      urls: current.urls,
      type: types[query.format],
      caching: isOfDay ? caching : askEachTime,
    })
    return sendTagged(c, rendition, { headers, pictures })
  }
  for (const { ending, name, as, note, format } of addresses)
    quick.get(`/today${ending}`, {
      query: format ? todayFileQuerySchema : todayPictureQuerySchema,
      id: `get${name}OfToday`,
      summary: `The picture of the day${as}`,
      text: note ? `Like \`/today\`${note}` : todayText,
      answers: {
        200: bytes('The picture of the day.', typesOf(format), [...named, 'Inline', 'ETag']),
        304: empty('The picture has not changed since the response with this ETag.', tags),
        412: otherVersion(tags),
        ...pictureRefusals,
      },
      handler: (c, readQuery) => sendToday(c, { ...usual, ...readQuery(c), ...fixed(format) }),
    })

  routesOf(app, 'Wallpapers', 'open').get('/api/wallpapers/today', {
    query: todayQuerySchema,
    id: 'getToday',
    summary: 'The wallpaper of the day',
    text: 'Returns the wallpaper that `/today` shows with the same filters, and when the next one comes. With `w` and `h`, `/today` shows another one if a crop to that shape would hide more than half of this one.',
    answers: {
      200: json(
        'The wallpaper of the day.',
        todayResponseSchema,
        {
          date: '2026-11-22',
          tz: 'Europe/Berlin',
          next_at: '2026-11-22T23:00:00.000Z',
          wallpaper: exampleWallpaper(deps.publicUrl),
        },
        tagged,
      ),
      404: noMatch,
    },
    handler: async (c, readQuery) => {
      const { current, chosen, caching } = await choosePicture(c, readQuery(c))
      c.header('Cache-Control', caching)
      return sendText(c, JSON.stringify(answerToday(current, chosen)), 'application/json')
    },
  })
}

// Some programs need a file name in the address.
const addresses = [
  { ending: '', name: 'Picture', as: '', note: undefined, format: undefined },
  {
    ending: '.jpg',
    name: 'Jpeg',
    as: ' as JPEG',
    note: ', for programs that need a file name in the address. The JPEG is never progressive.',
    format: 'jpeg',
  },
  { ending: '.webp', name: 'Webp', as: ' as WebP', note: ', as WebP.', format: 'webp' },
] as const

const usual = { format: 'jpeg' } as const
const fixed = (format: keyof typeof types | undefined) => format && { format }
const typesOf = (format: keyof typeof types | undefined) =>
  format ? [types[format]] : Object.values(types)

const named = [
  'EverySite',
  'WallpaperExposed',
  'WallpaperId',
  'WallpaperCredit',
  'WallpaperLicense',
  'WallpaperLink',
] as const
const tags = [...named, 'ETag'] as const

const noMatch = refusal(
  'No wallpaper matches, or the user in `from` does not exist. The text names the filters.',
  "No wallpapers found with category 'nature', tone 'dark'",
)
const pictureRefusals = {
  404: noMatch,
  503: busy('Too many pictures are being resized: try again in a moment'),
}

const sizeText =
  'Without `w` and `h`, the longest side is at most 3840 pixels. With both, the picture has exactly this size if the original is large enough and its license allows cropping. To leave out smaller originals, add `atleast` with the same size.'

const randomText = `Returns the bytes of a random picture, without a redirect. Every request gets another picture, and nothing may be cached. A browser requests the same address only once for one page. To show several pictures on a page, add \`n=1\`, \`n=2\` and so on. Unknown parameters are ignored. ${sizeText} The server prefers pictures that keep at least half of their area when cropped. The response to \`HEAD\` names a wallpaper too, but not the one that the next \`GET\` returns.`

const todayText = `Returns the bytes of the picture of the day, without a redirect. Everyone who uses the same filters gets the same picture on the same day, which \`/api/wallpapers/today\` describes. If a crop to \`w\` and \`h\` would hide more than half of it, the picture is the next in the order of days that keeps at least half. Pictures with both sides below 1280 pixels come only if no others match. For today, \`max-age\` is the number of seconds until the day ends. ${sizeText}`

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

// How long a request waits for a picture on another server before it tries the next one, and how long in all.
const patienceMs = 500
const longestMs = 8_000

const createFindPicture =
  ({ files, remoteFiles, renditions }: Pictures) =>
  async ({ current: { catalogue }, rows, isOfDay = false }: Chosen, query: PictureQuery) => {
    const source = catalogue.filesUrl === undefined ? files : remoteFiles
    const request = toRequest(query)
    const find = async (row: number): Promise<Original> => {
      const wallpaper = catalogue.at(row)
      const file = await source?.find('main', wallpaper.mainFile)
      if (file === undefined) throw new DomainError('NOT_FOUND', 'The picture file is missing')
      return { wallpaper, file }
    }
    const render = async ({ wallpaper, file }: Original) => {
      const rendition = await renditions.render(file, cropAsAllowed(wallpaper, request))
      return { wallpaper, rendition }
    }

    const begun: Promise<Original>[] = []
    for (const row of rows.slice(0, mostTries)) {
      const finding = find(row)
      begun.push(finding)
      try {
        // Another picture is not the picture of the day, so `/today` waits for this one.
        const original = await (isOfDay ? inTime(finding) : orUndefined(finding))
        if (original) return await inTime(render(original))
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND')) throw error
      }
    }
    const arrived = begun.map((finding) => finding.then(render))
    return inTime(Promise.any(arrived)).catch((error) => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })
  }

const hasCode = (error: unknown, code: DomainError['code']) =>
  error instanceof DomainError && error.code === code

const orUndefined = <T>(attempted: Promise<T>) => {
  const unlessBusy = attempted.catch((error) => {
    if (!hasCode(error, 'BUSY')) throw error
  })
  return pTimeout(unlessBusy, { milliseconds: patienceMs, fallback: () => undefined })
}

const inTime = <T>(attempted: Promise<T>) =>
  pTimeout(attempted, { milliseconds: longestMs, message: tooLate })

const tooLate = new DomainError('BUSY', 'The picture did not arrive in time: try again later', {
  retryAfterSeconds: 5,
})
