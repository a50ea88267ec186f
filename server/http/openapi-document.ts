import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Instance } from '../../shared/service-api.ts'
import type { RequestLimit } from '../ports.ts'
import { cataloguePaths } from './catalogue/catalogue-openapi.ts'
import { downloadsPaths } from './downloads/downloads-openapi.ts'
import { favoritesPaths } from './favorites/favorites-openapi.ts'
import { healthPaths } from './health/health-openapi.ts'
import { imagesPaths } from './images/images-openapi.ts'
import { interchangePaths } from './interchange/interchange-openapi.ts'
import { localAuthPaths, sessionPaths } from './openapi/accounts-openapi.ts'
import { limitedPaths, withParseErrors } from './openapi/every-operation.ts'
import { ownAccountPaths } from './openapi/own-account-openapi.ts'
import { referencePaths } from './openapi/reference-openapi.ts'
import { headerComponents, securitySchemes } from './openapi/responses.ts'
import { randomPaths } from './random/random-openapi.ts'
import { wallpapersPaths } from './wallpapers/wallpapers-openapi.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

interface DocumentOptions {
  publicUrl: string
  instance: Instance
  rateLimit?: { limit: Pick<RequestLimit, 'allowance'> } | undefined
}

export const createOpenApiDocument = ({
  publicUrl,
  instance,
  rateLimit,
}: DocumentOptions): OpenApiDocument =>
  withoutUnusedHeaders(
    createDocument(
      {
        openapi: '3.1.1',
        info: {
          title: instance.name,
          version: instance.version,
          summary: 'Wallpapers for every new tab and for your own programs.',
          description,
          contact: { name: instance.name, url: `${publicUrl}/` },
          license: { name: 'MIT', identifier: 'MIT' },
        },
        servers: [{ url: publicUrl }],
        // By default, an operation needs no sign-in. An operation that needs one declares its own `security`.
        security: [],
        tags: toTags(instance),
        paths: withParseErrors(
          rateLimit
            ? limitedPaths(allPaths(publicUrl, instance), rateLimit.limit.allowance)
            : allPaths(publicUrl, instance),
        ),
        components: {
          headers: headerComponents,
          ...(instance.identity !== 'none' && { securitySchemes: securitySchemes(publicUrl) }),
        },
      },
      { override: readable },
    ),
  )

const description = `The API is free and needs no key, and any website may call it. Only your own favorites and your account need a session.

Every error is JSON, \`{"error": "…"}\`, and says which value was wrong, why, and what is accepted. Filters work in upper
and lower case. Empty parameters are ignored. So are unknown ones, unless they look like a mistake: \`exclude[]\`, or \`page\` where a list uses \`offset\`, gets 400.
Giving a parameter twice is an error, unless it is a list: \`category=nature,art\` is the same as \`category=nature&category=art\`. The response to a
list in a fixed order has an \`ETag\`, and a \`Link\` header (\`rel="next"\`) with the address of the next page, if there is one.

Every \`GET\` route also answers \`HEAD\` and \`OPTIONS\`. Other methods get 405 and an \`Allow\` header. While the server
starts, it answers 503 with \`Retry-After\`. A request that cannot be parsed gets 400 from every route. Every response has an \`X-Request-Id\` header. If you send this header, you get
your own value back. Include it when you report a problem.

The pages for people are not part of this description. You can link to two of them: \`/wallpaper/{id}\` shows a wallpaper
and its downloads, and \`/share/{username}\` the favorites of a user.`

const allPaths = (publicUrl: string, instance: Instance): ZodOpenApiPathsObject => ({
  ...wallpapersPaths(publicUrl),
  ...cataloguePaths,
  ...downloadsPaths,
  ...randomPaths(publicUrl),
  ...imagesPaths,
  ...peoplePaths(publicUrl, instance),
  ...referencePaths(publicUrl),
  ...interchangePaths(publicUrl),
  ...healthPaths,
})

const peoplePaths = (publicUrl: string, { identity }: Instance) => ({
  ...(identity !== 'none' && {
    ...favoritesPaths(publicUrl),
    ...sessionPaths(publicUrl),
  }),
  ...(identity === 'local' && { ...localAuthPaths(publicUrl), ...ownAccountPaths(publicUrl) }),
})

const toTags = ({ identity }: Instance) => [
  {
    name: 'Wallpapers',
    description: 'Random wallpapers, search, and the values you can filter by.',
  },
  { name: 'Pictures', description: 'The picture files, at the size you need.' },
  ...(identity === 'none'
    ? []
    : [
        {
          name: 'Favorites',
          description:
            'The favorites of users. Everyone can see them, and only their owner can change them.',
        },
        { name: 'Accounts', description: 'Sign-in and accounts.' },
      ]),
  { name: 'Interchange', description: 'Formats that other programs and sites can read.' },
  { name: 'Server', description: 'Information about this server and its health.' },
]

// Adapts the JSON Schema of each type for readers. Unknown fields are allowed, because later versions of the API may
// add fields. The bounds of JavaScript's safe integers are removed because they mean nothing to readers. Generators
// for OpenAPI 3.0 know `enum`, but not `const`.
const readable: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const]
    delete jsonSchema.const
  }
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}

const withoutUnusedHeaders = (document: OpenApiDocument): OpenApiDocument => {
  const text = JSON.stringify(document)
  const tidy: OpenApiDocument = JSON.parse(text)
  const { headers = {} } = tidy.components ?? {}
  for (const name of Object.keys(headers))
    if (!text.includes(`"#/components/headers/${name}"`)) delete headers[name]
  return tidy
}

const namedPart = /^#\/components\/(parameters|responses)\/(\w+)$/

type Described = Pick<OpenApiDocument, 'paths' | 'tags' | 'components'>

/** Puts each parameter and response where the document only names it. Data types and headers stay references. */
export const withoutNamedParts = (document: Described): Described => {
  const { components = {} } = document
  const find = (value: unknown) => {
    const [, kind, name = ''] = namedPart.exec(isReference(value) ? value.$ref : '') ?? []
    if (kind === undefined) return value
    return components[kind === 'parameters' ? 'parameters' : 'responses']?.[name]
  }
  return JSON.parse(JSON.stringify(document, (_, value) => find(value)))
}

const isReference = (value: unknown): value is { $ref: string } =>
  typeof value === 'object' && value !== null && '$ref' in value
