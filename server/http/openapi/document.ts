import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi'
import { sessionResponseSchema, signedInSchema, userSchema } from '../../../shared/account-api.ts'
import { categoryRecordSchema, colorRecordSchema } from '../../../shared/catalogue-api.ts'
import {
  favoritesChangedSchema,
  favoritesResponseSchema,
  publicFavoritesSchema,
} from '../../../shared/favorites-api.ts'
import { hostedWallpaperSchema } from '../../../shared/hosted-api.ts'
import { searchResponseSchema, searchResultSchema } from '../../../shared/search-api.ts'
import {
  apiErrorSchema,
  type Instance,
  instanceSchema,
  readinessSchema,
} from '../../../shared/service-api.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { wallpapersResponseSchema } from '../../../shared/wallpapers-api.ts'
import type { RequestLimit } from '../../ports.ts'
import {
  accountPagesPaths,
  heartPaths,
  otherAccountPagesPaths,
} from '../accounts/account-pages-openapi.ts'
import { localAuthPaths, sessionPaths } from '../accounts/auth-openapi.ts'
import { securitySchemes } from '../accounts/sessions-openapi.ts'
import { cataloguePaths } from '../catalogue/catalogue-openapi.ts'
import { favoritesPaths } from '../favorites/favorites-openapi.ts'
import { healthPaths } from '../health/health-openapi.ts'
import { imagesPaths } from '../images/images-openapi.ts'
import { interchangePaths } from '../interchange/interchange-openapi.ts'
import { wallpapersPaths } from '../wallpapers/wallpapers-openapi.ts'
import { headerComponents } from './headers.ts'
import { limitedPaths } from './limits.ts'
import { pagesPaths } from './pages.ts'
import { referencePaths } from './reference.ts'
import { tidyDocument } from './tidy.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

interface DocumentOptions {
  /** Without a trailing slash. */
  publicUrl: string
  instance: Instance
  /** `undefined`: everyone may ask as often as they like. */
  rateLimit?: { limit: Pick<RequestLimit, 'allowance'> } | undefined
}

/** What this server answers, as OpenAPI 3.1: routes that it does not have are not in it. */
export const createOpenApiDocument = ({
  publicUrl,
  instance,
  rateLimit,
}: DocumentOptions): OpenApiDocument =>
  tidyDocument(
    createDocument(
      {
        openapi: '3.1.1',
        info: {
          title: instance.name,
          version: instance.version,
          summary: 'Wallpapers for every new tab, and for your own programs.',
          description,
          license: { name: 'MIT', identifier: 'MIT' },
        },
        servers: [{ url: publicUrl }],
        // Nobody has to be known, unless an operation says so.
        security: [],
        tags: toTags(instance),
        paths: rateLimit
          ? limitedPaths(allPaths(publicUrl, instance), rateLimit.limit.allowance)
          : allPaths(publicUrl, instance),
        components: {
          schemas: { ...schemas, ...(instance.identity !== 'none' && schemasOfPeople) },
          headers: headerComponents,
          ...(instance.identity !== 'none' && { securitySchemes: securitySchemes(publicUrl) }),
        },
      },
      { override: readable },
    ),
  )

const description = `Free, without a key, from any site; only your own favorites need to know who you are.

Every error is \`{"error": "…"}\` and says which value was wrong, why, and what is accepted. Words are read in any case,
a parameter that is empty counts as absent, one that is not known is ignored, and one that is given twice is an error.

Every \`GET\` answers \`HEAD\` as well, and \`OPTIONS\`; another method is 405 with \`Allow\`. While it starts, the server
answers 503 with \`Retry-After\`. Every answer has an \`X-Request-Id\`: yours, or one to name when something went wrong.`

const allPaths = (publicUrl: string, instance: Instance): ZodOpenApiPathsObject => ({
  ...wallpapersPaths(publicUrl),
  ...cataloguePaths(publicUrl),
  ...imagesPaths,
  ...peoplePaths(publicUrl, instance),
  ...referencePaths(publicUrl),
  ...interchangePaths(publicUrl),
  ...healthPaths,
  ...pagesPaths,
  ...(instance.identity === 'local' ? accountPagesPaths : otherAccountPagesPaths),
})

const peoplePaths = (publicUrl: string, { identity }: Instance) => ({
  ...(identity !== 'none' && {
    ...favoritesPaths(publicUrl),
    ...sessionPaths(publicUrl),
    ...heartPaths,
  }),
  ...(identity === 'local' && localAuthPaths(publicUrl)),
})

const toTags = ({ identity }: Instance) => [
  { name: 'Wallpapers', description: 'Random ones, found ones, and what there is to filter by.' },
  { name: 'Pictures', description: 'The files, at the size you need.' },
  ...(identity === 'none'
    ? []
    : [
        {
          name: 'Favorites',
          description: 'What people love: theirs to change, everybody’s to see.',
        },
        { name: 'Accounts', description: 'Who is asking.' },
      ]),
  { name: 'Interchange', description: 'What other programs and sites already know how to read.' },
  { name: 'Server', description: 'What this server is, and how it is.' },
  { name: 'Pages', description: 'For people, in HTML.' },
]

const schemas = {
  Wallpaper: wallpaperSchema,
  Wallpapers: wallpapersResponseSchema,
  HostedWallpaper: hostedWallpaperSchema,
  SearchResult: searchResultSchema,
  SearchResults: searchResponseSchema,
  Color: colorRecordSchema,
  Category: categoryRecordSchema,
  Instance: instanceSchema,
  Readiness: readinessSchema,
  Error: apiErrorSchema,
}

const schemasOfPeople = {
  Favorites: favoritesResponseSchema,
  FavoritesChanged: favoritesChangedSchema,
  PublicFavorites: publicFavoritesSchema,
  User: userSchema,
  SignedIn: signedInSchema,
  Session: sessionResponseSchema,
}

/**
 * Answers may get more fields one day, so clients must not refuse them; and the bounds of every
 * integer of JavaScript say nothing.
 */
const readable: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}
