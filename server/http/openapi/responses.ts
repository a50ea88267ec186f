import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { apiErrorSchema } from '../../../shared/service-api.ts'

const header = (name: string, description: string, example: string, optional = false) => ({
  name,
  optional,
  described: { description, example },
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
  ETag: header('ETag', 'Send it back as `If-None-Match` to get 304 if nothing changed.', '"5f3a"'),
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
  WallpaperExposed: header(
    'Access-Control-Expose-Headers',
    'The headers that other sites may read.',
    'Content-Disposition, ETag, Link, X-Wallpaper-Credit, X-Wallpaper-Id, X-Wallpaper-License, X-Request-Id',
  ),
  WallpaperLink: header(
    'Link',
    'The page of the wallpaper, and its license if that has an address.',
    '<https://example.com/wallpaper/alpine-dawn>; rel="describedby"; type="text/html"',
  ),
  Modified: header('Last-Modified', 'When the file last changed.', 'Thu, 01 Jan 2026 00:00:00 GMT'),
  NewestDate: header(
    'Last-Modified',
    'The date of the newest wallpaper in the feed. Absent if the feed has no dates.',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    true,
  ),
  Ranges: header('Accept-Ranges', 'The server accepts `Range` requests.', 'bytes'),
  Range: header('Content-Range', 'The bytes sent, and the size of the file.', 'bytes 0-99/2048'),
  EverySite: header('Cross-Origin-Resource-Policy', 'Every site may show it.', 'cross-origin'),
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
} as const

type HeaderName = keyof typeof headers

type HeaderNames = readonly HeaderName[]

export const cached = [
  'AnyOrigin',
  'AnyOriginMethods',
  'AnyOriginHeaders',
  'AnyOriginExposed',
  'NoSniff',
  'Caching',
] as const
export const oneUser = ['CallingOrigin', 'Exposed', 'Caching', 'Vary', 'NoSniff'] as const

/** The headers of an answer that clients can ask for again with its ETag. */
export const tagged = ['Vary', 'ETag', 'Encoding'] as const
export const listed = ['ListVary', 'Encoding'] as const
export const paged = [...listed, 'ListETag', 'NextPage'] as const

/** An answer of a route. `headers` are those that not every answer of this kind of route has. */
export interface Answer {
  description: string
  headers: HeaderNames
  content?: ZodOpenApiResponseObject['content']
}

export const json = <T extends z.ZodType>(
  description: string,
  schema: T,
  example: z.input<T>,
  headers: HeaderNames = [],
  type = 'application/json',
): Answer => ({ description, headers, content: { [type]: { schema, example } } })

export const empty = (description: string, headers: HeaderNames = []): Answer => ({
  description,
  headers,
})

export const bytes = (
  description: string,
  types: readonly string[],
  headers: HeaderNames,
): Answer => ({
  description,
  headers,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: isText(type) ? { type: 'string' } : binary }]),
  ),
})

const binary = { type: 'string', format: 'binary' } as const
const isText = (type: string) => /^text\/|xml$/.test(type)

export const refusal = (description: string, error: string, headers: HeaderNames = []): Answer =>
  json(description, apiErrorSchema, { error }, headers)

export const tooMany = (description: string, error: string) =>
  refusal(description, error, ['RetryAfter'])
export const busy = (error: string) => tooMany('The server is busy. Try again.', error)

export const otherVersion = (headers: HeaderNames) =>
  refusal(
    'The picture has another version than `If-Match` asks for.',
    'The picture has another version now: "5f3a"',
    headers,
  )

export const compressed = refusal(
  'The body is compressed.',
  "Invalid Content-Encoding 'gzip': send the body uncompressed",
)

const headerSchemas: Record<HeaderName, z.ZodType> = Object.assign(
  {},
  ...Object.entries(headers).map(([id, { optional, described }]) => {
    const schema = optional ? z.string().optional() : z.string()
    return { [id]: schema.meta({ header: { id, ...described } }) }
  }),
)

export const toHeaders = (names: HeaderNames) =>
  Object.fromEntries(names.map((name) => [headers[name].name, headerSchemas[name]]))

export interface OpenApiResponse extends ZodOpenApiResponseObject {
  headers: z.ZodObject
}

export const toResponse =
  (usual: HeaderNames) =>
  ({ description, headers, content }: Answer, id?: string): OpenApiResponse => ({
    description,
    headers: z.object(toHeaders([...usual, ...headers, 'RequestId'])),
    ...(content && { content }),
    ...(id !== undefined && { id }),
  })
