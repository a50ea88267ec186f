import type { Hono } from 'hono'
import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Instance } from '../../shared/service-api.ts'
import { sessionCookieName } from '../identity/identity-provider.ts'
import type { RequestAllowance, RequestLimit } from '../ports.ts'
import {
  closed,
  type DescribedOperation,
  notParsed,
  toOpenResponse,
} from './openapi/describe-route.ts'
import { type OpenApiResponse, toHeaders, tooMany } from './openapi/responses.ts'
import { isRateLimited } from './requests/rate-limit.ts'
import { listOperations } from './route.ts'
import type { Site } from './site.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

export interface DocumentOptions {
  publicUrl: string
  instance: Instance
  site?: Pick<Site, 'isPrivate'>
  rateLimit?: { limit: Pick<RequestLimit, 'allowance'> } | undefined
}

export const createOpenApiDocument = (
  app: Hono,
  { publicUrl, instance, site, rateLimit }: DocumentOptions,
): OpenApiDocument =>
  createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: instance.name,
        version: instance.version,
        summary: 'Wallpapers for every new tab and for your own programs.',
        description: site?.isPrivate
          ? `${privateUse} ${description.slice(publicUse.length)}`
          : description,
        contact: { name: instance.name, url: `${publicUrl}/` },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      // By default, an operation needs no sign-in. An operation that needs one declares its own `security`.
      security: site?.isPrivate ? privateSecurity : [],
      tags: toTags(instance),
      paths: toPaths(app, site?.isPrivate ?? false, rateLimit?.limit.allowance),
      ...(instance.identity !== 'none' && {
        components: {
          securitySchemes: { ...securitySchemes(publicUrl), ...(site?.isPrivate && readKey) },
        },
      }),
    },
    { override: readable },
  )

const publicUse =
  'The API is free and needs no key, and any website may call it. Only your own favorites and your account need a session.'
const privateUse =
  'This server is private. Every request needs a session or a read key, which its owner makes on the account page. With a key, add it to the addresses of pictures in the answers, too.'

const description = `${publicUse}

Every error is JSON, \`{"error": "…"}\`, and says which value was wrong, why, and what is accepted. Filters work in upper
and lower case. Empty and unknown parameters are ignored.
Giving a parameter twice is an error, unless it is a list: \`category=nature,art\` is the same as \`category=nature&category=art\`. The response to a
list in a fixed order has an \`ETag\`, and a \`Link\` header (\`rel="next"\`) with the address of the next page, if there is one.

Every \`GET\` route also answers \`HEAD\` and \`OPTIONS\`. Other methods get 405 and an \`Allow\` header. While the server
starts, it answers 503 with \`Retry-After\`. A request that cannot be parsed gets 400 from every route. Every response has an \`X-Request-Id\` header. If you send this header, you get
your own value back. Include it when you report a problem.

The pages for people are not part of this description. You can link to two of them: \`/wallpaper/{id}\` shows a wallpaper
and its downloads, and \`/share/{username}\` the favorites of a user.`

const toPaths = (app: Hono, isPrivate: boolean, allowance: RequestAllowance | undefined) => {
  const withLimits = allowance && createLimits(allowance)
  const paths: ZodOpenApiPathsObject = {}
  for (const { path, method, entry, operation } of listOperations(app)) {
    const { responses: usual } = operation
    const responses = isPrivate && entry === 'key' ? { 401: closed, ...usual } : usual
    const sent = withLimits && isRateLimited(path) ? withLimits(responses) : responses
    const open = isPrivate && entry === 'nothing' && { security: [] }
    paths[path] = { ...paths[path], [method]: { ...operation, ...open, responses: sent } }
  }
  return paths
}

const limitHeaders = toHeaders([
  'Limit',
  'LimitPolicy',
  'LimitRequests',
  'LimitRemaining',
  'LimitReset',
])

type Responses = DescribedOperation['operation']['responses']

const createLimits = ({ requests, windowSeconds }: RequestAllowance) => {
  const refused = toOpenResponse(
    tooMany(
      'This client has sent too many requests. The text says when to try again.',
      `Too many requests: ${requests} in ${windowSeconds} seconds are allowed, try again in 12 seconds`,
    ),
    'TooManyRequests',
  )
  // A response with a name must stay one object, however many operations have it.
  // No limit applies to a request that cannot be parsed.
  const limited = new Map([[notParsed, notParsed]])
  const withLimits = (response: OpenApiResponse): OpenApiResponse => {
    const { headers } = response
    const found = limited.get(response) ?? { ...response, headers: headers.extend(limitHeaders) }
    limited.set(response, found)
    return found
  }
  return (responses: Responses): Responses =>
    Object.fromEntries(
      Object.entries({ 429: refused, ...responses }).map(([status, response]) => [
        status,
        withLimits(response),
      ]),
    )
}

const privateSecurity = [{ bearer: [] }, { cookie: [] }, { key: [] }]

const readKey = {
  key: {
    type: 'apiKey' as const,
    in: 'query' as const,
    name: 'key',
    description: 'A read key. As `bearer`, it does not get into the logs of proxies.',
  },
}

const securitySchemes = (server: string) => ({
  bearer: {
    type: 'http' as const,
    scheme: 'bearer',
    description: 'The `token` in the response to a sign-in or sign-up.',
  },
  cookie: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: sessionCookieName(server),
    description:
      'The session cookie. The server sets it when somebody signs in on one of its pages. Requests from other sites cannot change anything with the cookie.',
  },
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

const namedPart = /^#\/components\/(parameters|responses)\/(\w+)$/

type Described = Pick<OpenApiDocument, 'paths' | 'tags' | 'components'>

/** Replaces references to parameters and responses by what they refer to. References to data types and headers stay. */
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
