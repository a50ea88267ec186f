import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changePasswordSchema,
  deleteAccountSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { wallpaperIdSchema } from '../../../shared/wallpaper.ts'
import { ofPage } from '../openapi/headers.ts'
import { livePage, page, pageFailed, pageTags } from '../openapi/pages.ts'
import { empty, htmlPage } from '../openapi/responses.ts'

/** `server/web/account/`, with accounts elsewhere or none. */
export const otherAccountPagesPaths: ZodOpenApiPathsObject = {
  '/account': page('getAccountPage', 'Where your account is'),
}

/** A form of the account page: the page again when something is wrong, else on to the account. */
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
      303: empty('Done, or nobody is signed in: on to `/account`.', [
        ...ofPage,
        'Caching',
        'Location',
        'Cookie',
      ]),
      400: htmlPage('It ended half-way.', 'Caching', 'Vary'),
      403: htmlPage('It did not come from our own pages.', 'Caching', 'Vary'),
      413: htmlPage('It is too large for any form of ours.', 'Caching', 'Vary'),
      500: pageFailed,
      503: htmlPage('Too much to do at the moment.', 'Caching', 'Vary', 'RetryAfter'),
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

/** `server/web/wallpaper/wallpaper-routes.ts`, wherever accounts are. */
export const heartPaths: ZodOpenApiPathsObject = {
  '/heart': form(
    'submitHeart',
    'The button that gives a wallpaper a heart, or takes it',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
    { 404: 'No wallpaper can have this id.' },
  ),
}

/** `server/web/account/`, with accounts that this server keeps itself. */
export const accountPagesPaths: ZodOpenApiPathsObject = {
  '/account': livePage('getAccountPage', 'Your account, or how to get one'),
  '/account/sign-up': form('submitSignUp', 'The form to create an account', signUpSchema, {
    400: 'A field is not as expected, or the form ended half-way.',
    409: 'Somebody has this name.',
    429: tooMany,
  }),
  '/account/sign-in': form('submitSignIn', 'The form to sign in', signInSchema, {
    401: 'Name or password is wrong.',
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
      400: 'The new password is not as expected, or the form ended half-way.',
      403: 'The password is wrong, or it did not come from our own pages.',
      429: tooMany,
    },
  ),
  '/account/delete': form('submitDelete', 'The form to delete the account', deleteAccountSchema, {
    403: 'The password is wrong, or it did not come from our own pages.',
    429: tooMany,
  }),
}
