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

const get = (
  operationId: string,
  ...parameters: oas32.ParameterObject[]
): oas32.PathItemObject => ({ get: { operationId, parameters } })

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

const filterNames = Object.keys(wallpaperFilterFields)
const textsInQuery = (names: readonly string[]) =>
  names.map((name) => inQuery(name, { type: 'string' }))

const pages: oas32.PathsObject = {
  '/': get('getHomePage', ...textsInQuery(['q', ...filterNames]), page),
  '/connect': get(
    'getConnectPage',
    ...textsInQuery(['picture', 'w', 'h', 'format', ...filterNames]),
  ),
  '/privacy': get('getPrivacyPage'),
  '/credits': get('getCreditsPage'),
  '/credits/{page}': get('getCreditsPageNumber', inPath('page', '2')),
  '/tab': get('getTabRedirect'),
  '/tab/': get('getTabPage'),
  '/tab/{file}': get('getTabFile', inPath('file', 'service-worker.js')),
  '/docs': get('getDocsPage'),
  '/wallpaper/{id}': get('getWallpaperPage', inPath('id', 'alpine-dawn')),
  '/wallpapers/{slug}': get('getWallpaperBySlug', inPath('slug', 'alpine-dawn.jpg')),
  '/share/{username}': get('getSharePage', inPath('username', 'ada'), page),
  '/share/{username}/preview.jpg': get('getSharePreview', inPath('username', 'ada')),
}

const remoteAccountPage: oas32.PathsObject = { '/account': get('getAccountPage') }

const form = (operationId: string, fields: z.ZodType): oas32.PathItemObject => ({
  post: {
    operationId,
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.toJSONSchema(fields, { io: 'input' }) as oas32.SchemaObject,
        },
      },
    },
  },
})

const heart: oas32.PathsObject = {
  '/heart': form(
    'submitHeart',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
  ),
}

const accountPages: oas32.PathsObject = {
  '/account': get('getAccountPage'),
  '/account/connect': get('getPairingPage'),
  '/account/connect/answer': form('submitPairing', z.object({ code: z.string() })),
  '/account/sign-up': form('submitSignUp', signUpSchema),
  '/account/sign-in': form('submitSignIn', signInSchema),
  '/account/sign-out': form('submitSignOut', z.object({})),
  '/account/data': form('submitData', z.object({})),
  '/account/heart': form(
    'submitHeartOfGuest',
    z.object({ id: wallpaperIdSchema, action: z.enum(['add', 'remove']) }),
  ),
  '/account/remove': form(
    'submitRemove',
    z.object({ id: wallpaperIdSchema, page: z.string().optional() }),
  ),
  '/account/name': form('submitName', changeNameSchema),
  '/account/end-session': form('submitEndSession', endSessionSchema),
  '/account/end-other-sessions': form('submitEndOtherSessions', z.object({})),
  '/account/key': form('submitKey', z.object({ name: z.string(), scope: z.enum(keyScopes) })),
  '/account/end-key': form('submitEndKey', z.object({ id: z.string() })),
  '/account/reread': form('submitReread', z.object({})),
  '/account/invite': form('submitInvite', z.object({ days: z.string(), uses: z.string() })),
  '/account/revoke': form('submitRevoke', z.object({ id: z.string() })),
  '/account/password': form('submitPassword', changePasswordSchema),
  '/account/delete': form('submitDelete', deleteAccountSchema),
}
