import { z } from 'zod'
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import {
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  endSessionSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { deviceTypeSchema, wallpaperIdSchema } from '../../../shared/wallpaper.ts'
import { bytes, empty, type HeaderName, htmlPage, inPath, ofPage, routesOf } from './responses.ts'

const { get, post } = routesOf('Pages')
const errorPage = (text: string) => htmlPage(text, 'Caching', 'Vary')
const busyPage = (text: string) => htmlPage(text, 'Caching', 'Vary', 'RetryAfter')
const pageFailed = errorPage('Something failed on the server. The page says so.')

const page = (operationId: string, summary: string, ...headers: HeaderName[]) =>
  get(operationId, summary, { responses: { 200: htmlPage('The page.', ...headers) } })

const validated = ['Caching', 'ETag'] as const
const known = empty('The page has not changed since the response with this ETag.', [
  ...ofPage,
  ...validated,
])

const renamed = empty('The user has another username now. Leads to the address with it.', [
  ...ofPage,
  'Caching',
  'Location',
])

const pageNumber = z.string().meta({ type: 'integer', minimum: 1, default: 1 }).optional()
const homeQuery = z.object({
  q: z.string().meta({ description: 'Words to search for.' }).optional(),
  category: z.string().optional(),
  color: z.string().optional(),
  type: deviceTypeSchema.optional(),
  page: pageNumber,
})

export const pagesPaths: ZodOpenApiPathsObject = {
  '/': get('getHomePage', 'The start page, with all wallpapers and filters', {
    requestParams: { query: homeQuery },
    responses: {
      200: htmlPage('The page.', ...validated),
      304: known,
      500: pageFailed,
      503: busyPage('Too many people are searching at the same time.'),
    },
  }),
  '/privacy': page('getPrivacyPage', 'The privacy page'),
  '/docs': page('getDocsPage', 'The API documentation', 'Caching'),
  '/wallpaper/{id}': get('getWallpaperPage', 'One wallpaper and its downloads', {
    requestParams: inPath('id', 'alpine-dawn'),
    responses: {
      200: htmlPage('The page.', ...validated),
      304: known,
      404: htmlPage('The wallpaper does not exist.'),
      500: pageFailed,
    },
  }),
  '/share/{username}': get('getSharePage', 'The favorites of a user', {
    requestParams: {
      ...inPath('username', 'ada'),
      query: z.object({ page: pageNumber }),
    },
    responses: {
      200: htmlPage('The page.', ...validated),
      304: known,
      308: renamed,
      404: htmlPage('The user does not exist.'),
      500: pageFailed,
    },
  }),
  '/share/{username}/preview.jpg': get('getSharePreview', 'The preview picture of a share page', {
    requestParams: inPath('username', 'ada'),
    responses: {
      200: bytes(
        'A picture of 1200 × 630 pixels.',
        ['image/jpeg', 'image/png', 'image/webp'],
        [...ofPage, 'Caching', 'ETag', 'Modified', 'Ranges', 'EverySite'],
      ),
      302: empty('The picture is on another host.', [...ofPage, 'Caching', 'Location']),
      308: renamed,
      404: htmlPage('The user does not exist, or there is no picture.'),
      500: pageFailed,
    },
  }),
}

export const remoteAccountPagesPaths: ZodOpenApiPathsObject = {
  '/account': page('getAccountPage', 'Where to find your account'),
}

const form = (
  operationId: string,
  summary: string,
  schema: z.ZodType,
  refused: ZodOpenApiResponsesObject = {},
) =>
  post(operationId, summary, {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    responses: {
      303: empty('The change is done, or there is no session. Leads to `/account`.', [
        ...ofPage,
        'Caching',
        'Location',
        'Cookie',
      ]),
      400: errorPage('The form is incomplete.'),
      403: errorPage('The form does not come from a page of this server.'),
      413: errorPage('The form is too large.'),
      500: pageFailed,
      503: busyPage('The server is busy. Try again.'),
      ...refused,
    },
  })

const refusedForm = (text: string, ...headers: HeaderName[]) =>
  htmlPage(text, 'Caching', 'MaybeVary', ...headers)
const wrongPassword = refusedForm(
  'The password is wrong, or the form does not come from a page of this server.',
)
const invalidField = refusedForm('A field is invalid, or the form is incomplete.')
const takenName = refusedForm('The username is taken.')
const tooMany = refusedForm('Too many attempts.', 'RetryAfter')

export const heartPaths: ZodOpenApiPathsObject = {
  '/heart': form(
    'submitHeart',
    'The button that adds or removes a favorite',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
    { 404: refusedForm('The id is invalid.'), 409: refusedForm('The list of favorites is full.') },
  ),
}

export const localAccountPagesPaths: ZodOpenApiPathsObject = {
  '/account': get('getAccountPage', 'Your account, or the forms to sign in and sign up', {
    responses: { 200: htmlPage('The page.', 'Caching'), 500: pageFailed },
  }),
  '/account/sign-up': form('submitSignUp', 'The form to create an account', signUpSchema, {
    400: invalidField,
    403: refusedForm(
      'The invite is not valid, or the form does not come from a page of this server.',
    ),
    409: takenName,
    429: tooMany,
  }),
  '/account/sign-in': form('submitSignIn', 'The form to sign in', signInSchema, {
    401: refusedForm('The username or password is wrong.'),
    429: tooMany,
  }),
  '/account/sign-out': form('submitSignOut', 'The button to sign out', z.object({})),
  '/account/remove': form(
    'submitRemove',
    'The button that removes a favorite',
    z.object({ id: wallpaperIdSchema, page: z.string().optional() }),
  ),
  '/account/name': form('submitName', 'The form to change the name', changeNameSchema, {
    400: invalidField,
    403: wrongPassword,
    409: takenName,
    429: refusedForm('Too many attempts, or too many former usernames.', 'RetryAfter'),
  }),
  '/account/end-session': form(
    'submitEndSession',
    'The button that signs out another device',
    endSessionSchema,
  ),
  '/account/end-other-sessions': form(
    'submitEndOtherSessions',
    'The button that signs out all other devices',
    z.object({}),
  ),
  '/account/invite': form(
    'submitInvite',
    'The form with which an administrator makes an invite',
    z.object({ days: z.string(), uses: z.string() }),
    {
      200: refusedForm('The invite is made. The page shows its link once.'),
      400: refusedForm('A number is not accepted, or the form is incomplete.'),
    },
  ),
  '/account/revoke': form(
    'submitRevoke',
    'The button with which an administrator revokes an invite',
    z.object({ id: z.string() }),
  ),
  '/account/password': form(
    'submitPassword',
    'The form to change the password',
    changePasswordSchema,
    {
      400: refusedForm('The new password is invalid, or the form is incomplete.'),
      403: wrongPassword,
      429: tooMany,
    },
  ),
  '/account/delete': form('submitDelete', 'The form to delete the account', deleteAccountSchema, {
    403: wrongPassword,
    429: tooMany,
  }),
}
