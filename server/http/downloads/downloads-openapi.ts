import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  countDownloadSchema,
  downloadCountedSchema,
  downloadsQuerySchema,
  downloadsResponseSchema,
} from '../../../shared/downloads-api.ts'
import {
  busy,
  cached,
  compressed,
  failed,
  json,
  jsonBody,
  refusal,
  routesOf,
} from '../openapi/responses.ts'

const { get, post } = routesOf('Wallpapers')

const notCounted = refusal(
  'This server does not count downloads.',
  'This server does not count downloads. Its operator can change that with DOWNLOAD_COUNTS=on',
)

export const downloadsPaths: ZodOpenApiPathsObject = {
  '/api/downloads': {
    ...get('getDownloads', 'The most downloaded wallpapers', {
      description:
        'Lists download counts, the highest first. For all details of the wallpapers in this order, use `sort=downloads` of `/api/wallpapers`.',
      requestParams: { query: downloadsQuerySchema },
      responses: {
        200: json(
          'The wallpapers and their counts. The list may be 10 seconds old.',
          downloadsResponseSchema,
          {
            success: true,
            wallpapers: [
              {
                sha: 'alpine-dawn',
                name: 'alpine-dawn',
                platform: 'desktop',
                category: 'nature',
                download_count: 12,
                updated_at: '2026-11-22T08:00:00.000Z',
              },
            ],
          },
          cached,
        ),
        400: refusal(
          'The parameter is invalid or given twice.',
          "Invalid limit 'abc': expected a whole number from 1 to 100",
        ),
        404: notCounted,
        500: failed,
        503: busy('The download counts cannot be read right now: try again'),
      },
    }),
    ...post('countDownload', 'Count a download', {
      description:
        'Adds one to the count of a wallpaper. The server stores nothing about who downloaded it.',
      requestBody: jsonBody(countDownloadSchema, { name: 'alpine-dawn' }),
      responses: {
        200: json('The download was counted.', downloadCountedSchema, { success: true }, cached),
        400: refusal(
          'The body names no wallpaper, or is not JSON.',
          'Missing wallpaper identifier',
        ),
        404: refusal(
          'The wallpaper does not exist, or the server does not count downloads.',
          "Wallpaper 'nowhere' not found",
        ),
        413: refusal(
          'The body is too large.',
          'The request body is too large: expected at most 4096 bytes',
        ),
        415: refusal(...compressed),
        429: refusal(
          'This client has reported too many downloads. The text says when to try again.',
          'Too many requests: 100 in 3600 seconds are allowed, try again in 12 seconds',
          'RetryAfter',
        ),
        500: failed,
      },
    }),
  },
}
