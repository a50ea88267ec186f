import { z } from 'zod'
import type { oas32, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { apiErrorSchema } from '../../../shared/service-api.ts'
import { sessionCookieName } from '../../identity/identity-provider.ts'

const header = (name: string, description: string, example: string, optional = false) => ({
  name,
  object: { description, schema: { type: 'string' as const }, example, required: !optional },
})

const headers = {
  AnyOrigin: header('Access-Control-Allow-Origin', 'Every site may read the response.', '*'),
  AnyOriginMethods: header(
    'Access-Control-Allow-Methods',
    'The methods that other sites may use.',
    'GET',
  ),
  AnyOriginHeaders: header(
    'Access-Control-Allow-Headers',
    'The headers that other sites may send.',
    'Content-Type',
  ),
  AnyOriginExposed: header(
    'Access-Control-Expose-Headers',
    'The headers that other sites may read.',
    'ETag, Link, Retry-After, X-Request-Id',
  ),
  CallingOrigin: header(
    'Access-Control-Allow-Origin',
    'The `Origin` of the request, which may read the response. Absent if the request has no `Origin`.',
    'https://example.com',
    true,
  ),
  Exposed: header(
    'Access-Control-Expose-Headers',
    'The headers that other sites may read. Absent if the request has no `Origin`.',
    'Retry-After, X-Request-Id',
    true,
  ),
  Caching: header('Cache-Control', 'How long the response may be cached.', 'public, max-age=60'),
  Vary: header('Vary', 'The request headers that the response depends on.', 'Accept-Encoding'),
  ETag: header(
    'ETag',
    'Send it back as `If-None-Match` to get 304 if nothing has changed.',
    '"5f3a"',
  ),
  ListVary: header(
    'Vary',
    'Present if the response could be compressed or may be cached.',
    'Accept-Encoding',
    true,
  ),
  ListETag: header(
    'ETag',
    'Send it back as `If-None-Match` to get 304 if nothing has changed. Absent if the order is random.',
    'W/"5f3a"',
    true,
  ),
  NextPage: header(
    'Link',
    'The address of the next page, if there is one and the order is not random.',
    '<https://example.com/api/wallpapers?sort=latest&limit=10&offset=10>; rel="next"',
    true,
  ),
  Encoding: header('Content-Encoding', 'The compression, if the client accepts one.', 'gzip', true),
  RetryAfter: header('Retry-After', 'How many seconds to wait before you try again.', '2'),
  Authenticate: header('WWW-Authenticate', 'How to authenticate.', 'Bearer', true),
  Location: header('Location', 'The address to go to.', '/docs'),
  Cookie: header(
    'Set-Cookie',
    'The session, for pages of this server. Other sites get only the token.',
    'fresco_session=…; Path=/; HttpOnly; SameSite=Lax',
    true,
  ),
  Attachment: header(
    'Content-Disposition',
    'Browsers save the response as a file with this name.',
    'attachment; filename="fresco-ada-2026-11-22.json"',
  ),
  Inline: header(
    'Content-Disposition',
    'Browsers show the picture, and save it under this name.',
    'inline; filename="alpine-dawn.jpg"',
  ),
  WallpaperId: header(
    'X-Wallpaper-Id',
    'The id of the wallpaper. Characters other than ASCII are percent-encoded.',
    'alpine-dawn',
  ),
  WallpaperCredit: header(
    'X-Wallpaper-Credit',
    'Who made the picture, if known. Characters other than ASCII are percent-encoded.',
    'Fresco',
    true,
  ),
  WallpaperLicense: header(
    'X-Wallpaper-License',
    'The license of the picture, if known. Characters other than ASCII are percent-encoded.',
    'CC0-1.0',
    true,
  ),
  WallpaperLink: header(
    'Link',
    'The page of the wallpaper, and its license if that has an address.',
    '<https://example.com/wallpaper/alpine-dawn>; rel="describedby"; type="text/html"',
  ),
  WallpaperExposed: header(
    'Access-Control-Expose-Headers',
    'The headers that other sites may read.',
    'Content-Disposition, Link, X-Wallpaper-Id',
  ),
  Modified: header('Last-Modified', 'When the file last changed.', 'Thu, 01 Jan 2026 00:00:00 GMT'),
  NewestDate: header(
    'Last-Modified',
    'The date of the newest wallpaper in the feed. Absent if the feed has no dates.',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    true,
  ),
  Ranges: header('Accept-Ranges', 'The server accepts `Range` requests.', 'bytes'),
  Range: header(
    'Content-Range',
    'The bytes in this response, and the size of the file.',
    'bytes 0-99/2048',
  ),
  EverySite: header(
    'Cross-Origin-Resource-Policy',
    'Every site may show the picture.',
    'cross-origin',
  ),
  RequestId: header(
    'X-Request-Id',
    'The id of the request in the server’s log. It is the id that you sent, or a new one.',
    'f3b1c2d4',
    true,
  ),
  NoSniff: header('X-Content-Type-Options', 'Browsers must trust the content type.', 'nosniff'),
  Policy: header('Content-Security-Policy', 'What the picture may load.', "default-src 'none'"),
  Limit: header(
    'RateLimit',
    'Requests left (`r`), and seconds until the limit resets (`t`).',
    '"default";r=9;t=42',
  ),
  LimitPolicy: header(
    'RateLimit-Policy',
    'How many requests (`q`) are allowed in how many seconds (`w`).',
    '"default";q=10;w=60',
  ),
  LimitRequests: header('RateLimit-Limit', 'Requests allowed in this window of time.', '10'),
  LimitRemaining: header('RateLimit-Remaining', 'Requests left in this window.', '9'),
  LimitReset: header('RateLimit-Reset', 'Seconds until this window ends.', '42'),
  LimitExposed: header(
    'Access-Control-Expose-Headers',
    'The headers that other sites may read.',
    'RateLimit',
  ),
} as const

export const routesOf = (tag: string) => {
  const describe = (operationId: string, summary: string, rest: ZodOpenApiOperationObject) => ({
    tags: [tag],
    operationId,
    summary,
    ...rest,
  })
  type Described = Parameters<typeof describe>
  return {
    get: (...described: Described) => ({ get: describe(...described) }),
    post: (...described: Described) => ({ post: describe(...described) }),
    patch: (...described: Described) => ({ patch: describe(...described) }),
  }
}

const inPath = (name: string, id: string, example: string, description: string) => ({
  [name]: z.string().meta({ example, description, param: { id } }),
})

const inPaths = {
  wallpaper: inPath(
    'id',
    'WallpaperId',
    'alpine-dawn',
    'The id of a wallpaper, or the name of its file.',
  ),
  version: inPath('version', 'Version', 'k3v9_Zp2Qx', 'The version from `image_url`.'),
  mainFile: inPath('file', 'MainFile', 'alpine-dawn.jpg', 'The `file_main_name` of the index row.'),
  cacheFile: inPath(
    'file',
    'CacheFile',
    'alpine-dawn.webp',
    'The `file_cache_name` of the index row.',
  ),
  username: inPath('username', 'Username', 'ada', 'A username.'),
}

export const pathOf = (...names: (keyof typeof inPaths)[]) => ({
  path: z.object(Object.assign({}, ...names.map((name) => inPaths[name]))),
})

export type HeaderName = keyof typeof headers

export const anyOrigin = [
  'AnyOrigin',
  'AnyOriginMethods',
  'AnyOriginHeaders',
  'AnyOriginExposed',
  'NoSniff',
] as const
export const cached = [...anyOrigin, 'Caching'] as const
export const prepared = [...cached, 'Vary', 'ETag', 'Encoding'] as const
export const listed = [...cached, 'ListVary', 'Encoding'] as const
export const paged = [...listed, 'ListETag', 'NextPage'] as const
export const oneUser = ['CallingOrigin', 'Exposed', 'Caching', 'Vary', 'NoSniff'] as const

export const withHeaders = (names: readonly HeaderName[]): oas32.HeadersObject =>
  Object.fromEntries(
    [...names, 'RequestId' as const].map((name) => [
      headers[name].name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

export const headerComponents: Record<HeaderName, oas32.HeaderObject> = Object.assign(
  {},
  ...Object.entries(headers).map(([name, { object }]) => ({ [name]: object })),
)

export const json = <T extends z.ZodType>(
  description: string,
  schema: T,
  example: z.input<T>,
  headers: readonly HeaderName[],
  type = 'application/json',
): ZodOpenApiResponseObject => ({
  description,
  headers: withHeaders(headers),
  content: { [type]: { schema, example } },
})

export const jsonBody = <T extends z.ZodType>(schema: T, example: z.input<T>) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})

export const empty = (
  description: string,
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({ description, headers: withHeaders(headers) })

export const bytes = (
  description: string,
  types: readonly string[],
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({
  description,
  headers: withHeaders(headers),
  content: Object.fromEntries(
    types.map((type) => [type, { schema: isText(type) ? { type: 'string' } : binary }]),
  ),
})

const binary = { type: 'string', format: 'binary' } as const
const isText = (type: string) => /^text\/|xml$/.test(type)

const refusalsWith = (usual: readonly HeaderName[]) => {
  const refusal = (description: string, error: string, ...headers: HeaderName[]) =>
    json(description, apiErrorSchema, { error }, [...usual, ...headers])
  return {
    refusal,
    busy: (error: string) => refusal('The server is busy. Try again.', error, 'RetryAfter'),
    failed: {
      ...refusal('Something failed on the server.', 'Internal server error'),
      id: usual === oneUser ? 'OwnFailed' : 'Failed',
    },
  }
}

export const { refusal, busy, failed } = refusalsWith(cached)
/** Error responses of routes that belong to one user. */
export const own = refusalsWith(oneUser)

export const notModified = {
  ...empty('The response has not changed since the one with this ETag.', [
    ...cached,
    'Vary',
    'ETag',
  ]),
  id: 'NotModified',
}

export const pageNotModified = empty('The page of the list has not changed.', [
  ...cached,
  'Vary',
  'ETag',
  'NextPage',
])

/** Describes the answer to a request for another version of a picture. */
export const otherVersion = (headers: readonly HeaderName[]) =>
  json(
    'The picture has another version than `If-Match` asks for.',
    apiErrorSchema,
    { error: 'The picture has another version now: "5f3a"' },
    headers,
  )

export const sessions = [{ bearer: [] }, { cookie: [] }]

export const securitySchemes = (server: string) => ({
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

export const unauthorized = {
  ...own.refusal('There is no session, or it has ended.', 'Unauthorized', 'Authenticate'),
  id: 'Unauthorized',
}

export const writeRefusals = {
  401: unauthorized,
  403: {
    ...own.refusal(
      'The request has a session cookie and comes from another site.',
      'A request from another site cannot change anything with the session cookie: send the token as Authorization: Bearer',
    ),
    id: 'OtherSite',
  },
  415: {
    ...own.refusal(
      'The body is compressed, or the request has a session cookie and its `Content-Type` is not JSON.',
      'Expected a body with Content-Type: application/json',
    ),
    id: 'NotJson',
  },
}

export const compressed = [
  'The body is compressed.',
  "Invalid Content-Encoding 'gzip': send the body uncompressed",
] as const

export const tooLarge = (maxBytes: number) =>
  own.refusal(
    'The body is too large.',
    `The request body is too large: expected at most ${maxBytes} bytes`,
  )
