import { z } from 'zod'
import type { oas32 } from 'zod-openapi'
import { keyScopes } from '../../../server/identity/read-keys.ts'
import {
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  endSessionSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { wallpaperFilterFields } from '../../../shared/query.ts'
import type { Instance } from '../../../shared/service-api.ts'
import { wallpaperIdSchema } from '../../../shared/wallpaper.ts'

/** As OpenAPI paths. The document of the API leaves them out. */
export const pagesOf = (identity: Instance['identity']): oas32.PathsObject => ({
  ...pages,
  ...(identity !== 'none' && heart),
  ...(identity === 'local' ? accountPages : remoteAccountPage),
})

const headersOfPages = [
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
]

/** An answer has exactly these headers. A name that ends with `?` may be absent. */
const answer = (types: readonly string[], ...names: string[]): oas32.ResponseObject => ({
  description: '',
  headers: Object.fromEntries(
    [...headersOfPages, 'Vary?', 'X-Request-Id?', ...names].map((name) => [
      name.replace('?', ''),
      { required: !name.endsWith('?'), schema: {} },
    ]),
  ),
  content: Object.fromEntries(types.map((type) => [type, {}])),
})
const html = (...names: string[]) => answer(['text/html'], ...names)
const empty = (...names: string[]) => answer([], ...names)

const stored = html('Cache-Control', 'ETag')
const unchanged = empty('Cache-Control', 'ETag')
const renamed = empty('Cache-Control', 'Location')
const notFound = html('Cache-Control')
const failed = html('Cache-Control', 'Vary')
const busy = html('Cache-Control', 'Vary', 'Retry-After')
const refused = html('Cache-Control')
const connecting = html('Cache-Control', 'Set-Cookie')
const limited = html('Cache-Control', 'Retry-After')

const get = (
  operationId: string,
  responses: oas32.ResponsesObject,
  ...parameters: oas32.ParameterObject[]
): oas32.PathItemObject => ({ get: { operationId, responses, parameters } })

const inPath = (name: string, example: string): oas32.ParameterObject => ({
  name,
  in: 'path',
  schema: { type: 'string', example },
})

const inQuery = (name: string, schema: oas32.SchemaObject): oas32.ParameterObject => ({
  name,
  in: 'query',
  schema,
})
const page = inQuery('page', { type: 'integer', minimum: 1 })

const listed = { 200: stored, 304: unchanged, 500: failed, 503: busy }
const picture = ['image/jpeg', 'image/png', 'image/webp']
const headersOfFiles = ['Last-Modified', 'Accept-Ranges', 'Cross-Origin-Resource-Policy']

const pages: oas32.PathsObject = {
  '/': get(
    'getHomePage',
    listed,
    ...['q', ...Object.keys(wallpaperFilterFields)].map((name) =>
      inQuery(name, { type: 'string' }),
    ),
    page,
  ),
  '/connect': get(
    'getConnectPage',
    { 200: stored, 304: unchanged, 500: failed },
    ...['picture', 'w', 'h', 'format', ...Object.keys(wallpaperFilterFields)].map((name) =>
      inQuery(name, { type: 'string' }),
    ),
  ),
  '/privacy': get('getPrivacyPage', { 200: html('ETag'), 304: empty('ETag') }),
  '/credits': get('getCreditsPage', listed),
  '/credits/{page}': get(
    'getCreditsPageNumber',
    { ...listed, 302: empty('Location') },
    inPath('page', '2'),
  ),
  '/tab': get('getTabRedirect', { 301: empty('Location') }),
  '/tab/': get('getTabPage', { 200: stored, 304: unchanged, 404: notFound }),
  '/tab/{file}': get(
    'getTabFile',
    {
      200: answer(
        [...picture, 'text/html', 'text/javascript'],
        'Cache-Control',
        'ETag?',
        'Service-Worker-Allowed?',
      ),
      304: answer([], 'Cache-Control', 'ETag', 'Service-Worker-Allowed?'),
      404: notFound,
    },
    inPath('file', 'service-worker.js'),
  ),
  '/docs': get('getDocsPage', { 200: stored, 304: unchanged }),
  '/wallpaper/{id}': get(
    'getWallpaperPage',
    { 200: stored, 304: unchanged, 404: notFound, 500: failed },
    inPath('id', 'alpine-dawn'),
  ),
  '/wallpapers/{slug}': get(
    'getWallpaperBySlug',
    { 302: renamed, 404: notFound, 500: failed },
    inPath('slug', 'alpine-dawn.jpg'),
  ),
  '/share/{username}': get(
    'getSharePage',
    { 200: stored, 304: unchanged, 308: renamed, 404: notFound, 500: failed },
    inPath('username', 'ada'),
    page,
  ),
  '/share/{username}/preview.jpg': get(
    'getSharePreview',
    {
      200: answer(picture, 'Cache-Control', 'ETag', ...headersOfFiles),
      302: renamed,
      308: renamed,
      404: notFound,
      500: failed,
    },
    inPath('username', 'ada'),
  ),
}

const remoteAccountPage: oas32.PathsObject = {
  '/account': get('getAccountPage', { 200: html('ETag'), 304: empty('ETag') }),
}

const form = (
  operationId: string,
  fields: z.ZodType,
  responses: oas32.ResponsesObject = {},
): oas32.PathItemObject => ({
  post: {
    operationId,
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.toJSONSchema(fields, { io: 'input' }) as oas32.SchemaObject,
        },
      },
    },
    responses: {
      303: empty('Cache-Control', 'Location', 'Set-Cookie?'),
      400: failed,
      403: failed,
      413: failed,
      500: failed,
      503: busy,
      ...responses,
    },
  },
})

const heart: oas32.PathsObject = {
  '/heart': form(
    'submitHeart',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
    { 404: refused, 409: refused },
  ),
}

const accountPages: oas32.PathsObject = {
  '/account': get('getAccountPage', { 200: refused, 500: failed }),
  '/account/connect': get('getPairingPage', { 200: connecting, 500: failed }),
  '/account/connect/answer': form('submitPairing', z.object({ code: z.string() }), {
    200: connecting,
    400: refused,
  }),
  '/account/sign-up': form('submitSignUp', signUpSchema, {
    400: refused,
    403: refused,
    409: refused,
    429: limited,
  }),
  '/account/sign-in': form('submitSignIn', signInSchema, { 401: refused, 429: limited }),
  '/account/sign-out': form('submitSignOut', z.object({})),
  '/account/remove': form(
    'submitRemove',
    z.object({ id: wallpaperIdSchema, page: z.string().optional() }),
  ),
  '/account/name': form('submitName', changeNameSchema, {
    400: refused,
    403: refused,
    409: refused,
    429: limited,
  }),
  '/account/end-session': form('submitEndSession', endSessionSchema),
  '/account/end-other-sessions': form('submitEndOtherSessions', z.object({})),
  '/account/key': form('submitKey', z.object({ name: z.string(), scope: z.enum(keyScopes) }), {
    200: refused,
    400: refused,
  }),
  '/account/end-key': form('submitEndKey', z.object({ id: z.string() })),
  '/account/reread': form('submitReread', z.object({})),
  '/account/invite': form('submitInvite', z.object({ days: z.string(), uses: z.string() }), {
    200: refused,
    400: refused,
  }),
  '/account/revoke': form('submitRevoke', z.object({ id: z.string() })),
  '/account/password': form('submitPassword', changePasswordSchema, {
    400: refused,
    403: refused,
    429: limited,
  }),
  '/account/delete': form('submitDelete', deleteAccountSchema, { 403: refused, 429: limited }),
}
