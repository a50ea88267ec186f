import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changePasswordSchema,
  deleteAccountSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { deviceTypeSchema, wallpaperIdSchema } from '../../../shared/wallpaper.ts'
import { bytes, empty, type HeaderName, htmlPage, ofPage } from './responses.ts'

const pageTags = ['Pages']
const pageFailed = htmlPage('Something failed on the server. The page says so.', 'Caching', 'Vary')
const named = (name: string, example: string) => ({
  path: z.object({ [name]: z.string().meta({ example }) }),
})

const page = (operationId: string, summary: string, ...headers: HeaderName[]) => ({
  get: {
    tags: pageTags,
    operationId,
    summary,
    responses: { 200: htmlPage('The page.', ...headers) },
  },
})

const livePage = (operationId: string, summary: string) => {
  const { get } = page(operationId, summary, 'Caching')
  return { get: { ...get, responses: { ...get.responses, 500: pageFailed } } }
}

const validated = ['Caching', 'ETag'] as const
const known = empty('The page has not changed since the response with this ETag.', [
  ...ofPage,
  ...validated,
])

const homeQuery = z.object({
  q: z.string().meta({ description: 'Words to search for.' }).optional(),
  category: z.string().optional(),
  color: z.string().optional(),
  type: deviceTypeSchema.optional(),
  page: z.string().meta({ type: 'integer', minimum: 1, default: 1 }).optional(),
})

export const pagesPaths: ZodOpenApiPathsObject = {
  '/': {
    get: {
      tags: pageTags,
      operationId: 'getHomePage',
      summary: 'The start page, with all wallpapers and filters',
      requestParams: { query: homeQuery },
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        500: pageFailed,
        503: htmlPage(
          'Too many people are searching at the same time.',
          'Caching',
          'Vary',
          'RetryAfter',
        ),
      },
    },
  },
  '/privacy': page('getPrivacyPage', 'The privacy page'),
  '/docs': page('getDocsPage', 'The API documentation', 'Caching'),
  '/wallpaper/{id}': {
    get: {
      tags: pageTags,
      operationId: 'getWallpaperPage',
      summary: 'One wallpaper and its downloads',
      requestParams: named('id', 'alpine-dawn'),
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        404: htmlPage('The wallpaper does not exist.'),
        500: pageFailed,
      },
    },
  },
  '/share/{username}': {
    get: {
      tags: pageTags,
      operationId: 'getSharePage',
      summary: 'The favorites of a user',
      requestParams: {
        ...named('username', 'ada'),
        query: z.object({
          page: z.string().meta({ type: 'integer', minimum: 1, default: 1 }).optional(),
        }),
      },
      responses: {
        200: htmlPage('The page.', ...validated),
        304: known,
        404: htmlPage('The user does not exist.'),
        500: pageFailed,
      },
    },
  },
  '/share/{username}/preview.jpg': {
    get: {
      tags: pageTags,
      operationId: 'getSharePreview',
      summary: 'The preview picture of a share page',
      requestParams: named('username', 'ada'),
      responses: {
        200: bytes(
          'A picture of 1200 × 630 pixels.',
          ['image/jpeg', 'image/png', 'image/webp'],
          [...ofPage, 'Caching', 'ETag', 'Modified', 'Ranges', 'EverySite'],
        ),
        302: empty('The picture is on another host.', [...ofPage, 'Location']),
        404: htmlPage('The user does not exist, or there is no picture.'),
        500: pageFailed,
      },
    },
  },
}

export const remoteAccountPagesPaths: ZodOpenApiPathsObject = {
  '/account': page('getAccountPage', 'Where to find your account'),
}

/** A form shows its page again if a field is wrong, and otherwise leads to `/account`. */
const form = (
  operationId: string,
  summary: string,
  schema: z.ZodType,
  refused: Readonly<Record<string, string>> = {},
) => ({
  post: {
    tags: pageTags,
    operationId,
    summary,
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    responses: {
      303: empty('The change is done, or there is no session. Leads to `/account`.', [
        ...ofPage,
        'Caching',
        'Location',
        'Cookie',
      ]),
      400: htmlPage('The form is incomplete.', 'Caching', 'Vary'),
      403: htmlPage('The form does not come from a page of this server.', 'Caching', 'Vary'),
      413: htmlPage('The form is too large.', 'Caching', 'Vary'),
      500: pageFailed,
      503: htmlPage('The server is busy. Try again.', 'Caching', 'Vary', 'RetryAfter'),
      ...Object.fromEntries(
        Object.entries(refused).map(([status, text]) => [
          status,
          htmlPage(
            text,
            'Caching',
            'MaybeVary',
            ...(status === '429' ? ['RetryAfter' as const] : []),
          ),
        ]),
      ),
    },
  },
})

const tooMany = 'Too many attempts.'

export const heartPaths: ZodOpenApiPathsObject = {
  '/heart': form(
    'submitHeart',
    'The button that adds or removes a favorite',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
    { 404: 'The id is invalid.' },
  ),
}

export const localAccountPagesPaths: ZodOpenApiPathsObject = {
  '/account': livePage('getAccountPage', 'Your account, or the forms to sign in and sign up'),
  '/account/sign-up': form('submitSignUp', 'The form to create an account', signUpSchema, {
    400: 'A field is invalid, or the form is incomplete.',
    409: 'The username is taken.',
    429: tooMany,
  }),
  '/account/sign-in': form('submitSignIn', 'The form to sign in', signInSchema, {
    401: 'The username or password is wrong.',
    429: tooMany,
  }),
  '/account/sign-out': form('submitSignOut', 'The button to sign out', z.object({})),
  '/account/remove': form(
    'submitRemove',
    'The button that removes a favorite',
    z.object({ id: wallpaperIdSchema, page: z.string().optional() }),
  ),
  '/account/password': form(
    'submitPassword',
    'The form to change the password',
    changePasswordSchema,
    {
      400: 'The new password is invalid, or the form is incomplete.',
      403: 'The password is wrong, or the form does not come from a page of this server.',
      429: tooMany,
    },
  ),
  '/account/delete': form('submitDelete', 'The form to delete the account', deleteAccountSchema, {
    403: 'The password is wrong, or the form does not come from a page of this server.',
    429: tooMany,
  }),
}
