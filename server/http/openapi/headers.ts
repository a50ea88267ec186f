import type { oas32 } from 'zod-openapi'

/** A response header, under the name that the document's components have for it. */
const header = (name: string, description: string, example: string, optional = false) => ({
  name,
  object: { description, schema: { type: 'string' as const }, example, required: !optional },
})

const headers = {
  AnyOrigin: header('Access-Control-Allow-Origin', 'Every site may read the answer.', '*'),
  AnyOriginMethods: header('Access-Control-Allow-Methods', 'What another site may do.', 'GET'),
  AnyOriginHeaders: header(
    'Access-Control-Allow-Headers',
    'What another site may send along.',
    'Content-Type',
  ),
  CallingOrigin: header(
    'Access-Control-Allow-Origin',
    'The site that asks, which may read the answer; there is none without the header Origin.',
    'https://example.com',
    true,
  ),
  Exposed: header(
    'Access-Control-Expose-Headers',
    'What a site may read besides; there is none without the header Origin.',
    'Retry-After',
    true,
  ),
  Caching: header('Cache-Control', 'How long the answer may be kept.', 'public, max-age=60'),
  Vary: header('Vary', 'The request headers that the answer depends on.', 'Accept-Encoding'),
  MaybeVary: header('Vary', 'The request headers that the answer depends on.', 'Accept', true),
  ETag: header('ETag', 'Sent back as If-None-Match, it asks for changes only.', '"5f3a"'),
  Encoding: header('Content-Encoding', 'Compressed, for who accepts it.', 'gzip', true),
  RetryAfter: header('Retry-After', 'In how many seconds to try again.', '2'),
  Authenticate: header('WWW-Authenticate', 'How to say who you are.', 'Bearer', true),
  Location: header('Location', 'Where it is.', '/docs'),
  Cookie: header(
    'Set-Cookie',
    'The session, for pages of this server; other sites get the token alone.',
    'fresco_session=…; Path=/; HttpOnly; SameSite=Lax',
    true,
  ),
  Modified: header('Last-Modified', 'When the file was written.', 'Thu, 01 Jan 2026 00:00:00 GMT'),
  Ranges: header('Accept-Ranges', 'Parts can be asked for.', 'bytes'),
  Range: header('Content-Range', 'Which part this is, of how many bytes.', 'bytes 0-99/2048'),
  EverySite: header('Cross-Origin-Resource-Policy', 'Every site may show it.', 'cross-origin'),
  RequestId: header(
    'X-Request-Id',
    'The name of the request in the log: the one it came with, or a new one when it failed.',
    'f3b1c2d4',
    true,
  ),
  NoSniff: header('X-Content-Type-Options', 'The type is what it says.', 'nosniff'),
  Policy: header('Content-Security-Policy', 'What the page may load.', "default-src 'none'"),
  Permissions: header(
    'Permissions-Policy',
    'What of the device the page may use: nothing.',
    'camera=()',
  ),
  Opener: header(
    'Cross-Origin-Opener-Policy',
    'Pages of other sites have no hold on its window.',
    'same-origin',
  ),
  Limit: header(
    'RateLimit',
    'Requests left (r), and seconds until all are back (t).',
    '"default";r=9;t=42',
  ),
  LimitPolicy: header('RateLimit-Policy', 'Requests (q) in seconds (w).', '"default";q=10;w=60'),
  LimitRequests: header('RateLimit-Limit', 'Requests in a window of time.', '10'),
  LimitRemaining: header('RateLimit-Remaining', 'Requests left in this window.', '9'),
  LimitReset: header('RateLimit-Reset', 'Seconds until the window ends.', '42'),
  LimitExposed: header(
    'Access-Control-Expose-Headers',
    'What a site may read besides.',
    'RateLimit',
  ),
  Referrer: header('Referrer-Policy', 'What links tell other sites.', 'same-origin'),
} as const

export type HeaderName = keyof typeof headers

/** What the answers of a public route have in common; with more where a response has them. */
export const anyOrigin = ['AnyOrigin', 'AnyOriginMethods', 'AnyOriginHeaders', 'NoSniff'] as const
/** What the answers to one user have in common. */
export const oneUser = ['CallingOrigin', 'Exposed', 'Caching', 'Vary', 'NoSniff'] as const
/** What pages have in common. */
export const ofPage = [
  'Policy',
  'NoSniff',
  'Referrer',
  'Permissions',
  'Opener',
  'MaybeVary',
] as const

/** References to the named headers, under the names that they are sent with. */
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
