import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  randomFileQuerySchema,
  randomQuerySchema,
  todayFileQuerySchema,
  todayPictureQuerySchema,
  todayQuerySchema,
  todayResponseSchema,
} from '../../../shared/random-api.ts'
import { exampleWallpaper } from '../openapi/examples.ts'
import {
  busy,
  bytes,
  cached,
  empty,
  failed,
  json,
  notModified,
  otherVersion,
  prepared,
  refusal,
  routesOf,
} from '../openapi/responses.ts'

const { get } = routesOf('Pictures')
const named = [
  ...cached,
  'EverySite',
  'WallpaperExposed',
  'WallpaperId',
  'WallpaperCredit',
  'WallpaperLicense',
  'WallpaperLink',
] as const
const jpeg = ['image/jpeg']
const webp = ['image/webp']

const refusals = {
  400: refusal(
    'A parameter is invalid or given twice.',
    "Invalid w '5': expected a whole number from 16 to 7680",
  ),
  404: refusal(
    'No wallpaper matches, or the user in `from` does not exist. The text names the filters.',
    "No wallpapers found with category 'nature', tone 'dark'",
  ),
  500: failed,
}
const pictureRefusals = {
  ...refusals,
  503: busy('Too many pictures are being resized: try again in a moment'),
}

const size =
  'Without `w` and `h`, the longest side is at most 3840 pixels. With both, the picture has exactly this size if the original is large enough. The server then prefers pictures that keep about half of their area or more when cropped. To leave out smaller originals, add `atleast` with the same size.'

const randomText = `Returns the bytes of a random picture, without a redirect. Every request gets another picture, and nothing may be cached. A browser requests the same address only once for one page. To show several pictures on a page, add \`n=1\`, \`n=2\` and so on. Unknown parameters are ignored. ${size} The response to \`HEAD\` names a wallpaper too, but not the one that the next \`GET\` returns.`

const sentRandom = (types: readonly string[]) => ({
  200: bytes('The picture.', types, [...named, 'Inline']),
  ...pictureRefusals,
})

const todayText = `Returns the bytes of the picture of the day, without a redirect. Everyone who uses the same filters and the same shape (\`w\` to \`h\`) gets the same picture on the same day. For today, \`max-age\` is the number of seconds until the day ends. ${size}`

const sentToday = (types: readonly string[]) => ({
  200: bytes('The picture of the day.', types, [...named, 'Inline', 'ETag']),
  304: empty('The picture has not changed since the response with this ETag.', [...named, 'ETag']),
  412: otherVersion([...named, 'ETag']),
  ...pictureRefusals,
})

export const randomPaths = (server: string): ZodOpenApiPathsObject => ({
  '/random': get('getRandomPicture', 'A random picture', {
    description: randomText,
    requestParams: { query: randomQuerySchema },
    responses: sentRandom([...jpeg, ...webp]),
  }),
  '/random.jpg': get('getRandomJpeg', 'A random picture as JPEG', {
    description: `Like \`/random\`, for programs that need a file name in the address. The JPEG is never progressive.`,
    requestParams: { query: randomFileQuerySchema },
    responses: sentRandom(jpeg),
  }),
  '/random.webp': get('getRandomWebp', 'A random picture as WebP', {
    description: 'Like `/random`, as WebP.',
    requestParams: { query: randomFileQuerySchema },
    responses: sentRandom(webp),
  }),
  '/today': get('getPictureOfToday', 'The picture of the day', {
    description: todayText,
    requestParams: { query: todayPictureQuerySchema },
    responses: sentToday([...jpeg, ...webp]),
  }),
  '/today.jpg': get('getJpegOfToday', 'The picture of the day as JPEG', {
    description: `Like \`/today\`, for programs that need a file name in the address. The JPEG is never progressive.`,
    requestParams: { query: todayFileQuerySchema },
    responses: sentToday(jpeg),
  }),
  '/today.webp': get('getWebpOfToday', 'The picture of the day as WebP', {
    description: 'Like `/today`, as WebP.',
    requestParams: { query: todayFileQuerySchema },
    responses: sentToday(webp),
  }),
  '/api/wallpapers/today': routesOf('Wallpapers').get('getToday', 'The wallpaper of the day', {
    description:
      'Returns the wallpaper that `/today` shows with the same filters and without `w` and `h`, and when the next one comes.',
    requestParams: { query: todayQuerySchema },
    responses: {
      200: json(
        'The wallpaper of the day.',
        todayResponseSchema,
        {
          date: '2026-11-22',
          tz: 'Europe/Berlin',
          next_at: '2026-11-22T23:00:00.000Z',
          wallpaper: exampleWallpaper(server),
        },
        prepared,
      ),
      304: notModified,
      ...refusals,
    },
  }),
})
