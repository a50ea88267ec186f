import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { type Entry, privateText } from '../entry.ts'
import {
  type Answer,
  busy,
  cached,
  empty,
  type OpenApiResponse,
  oneUser,
  refusal,
  toResponse,
} from './responses.ts'

/**
 * Who calls a route and who may read its answers:
 * - `open`: everyone, from every site. Such a route never reads cookies.
 * - `quick`: like `open`, for many requests per second. The handler must answer with `sendJson`, `sendPrepared` or
 *   `sendPicture`, which set all response headers at once, because `c.header()` doubles the time of a response.
 *   Parsed queries are cached.
 * - `own`: one user, who has a session. The handler must call `requireUser` or `requireChangingUser`.
 * - `guest`: one person who does not need a session, such as somebody who signs in.
 */
export type RouteKind = 'open' | 'quick' | 'own' | 'guest'

export type Method = 'GET' | 'POST' | 'PATCH'
export type Tag = 'Wallpapers' | 'Pictures' | 'Favorites' | 'Accounts' | 'Interchange' | 'Server'

export interface RouteDescription {
  /** The name of the operation, which generated clients use for their functions. */
  id: string
  summary: string
  text: string
  body?: RequestBody
  /** True if the route also works without a session. */
  isSessionOptional?: boolean
  /** The answers by status. `undefined` takes away one that routes of this kind usually have. */
  answers: Readonly<Record<number, Answer | undefined>>
}

interface RequestBody {
  schema: z.ZodType
  example: unknown
  maxBytes: number
}

export interface DescribedRoute extends RouteDescription {
  method: Method
  path: string
  tag: Tag
  kind: RouteKind
  entry: Entry
  query?: z.ZodObject
}

export type DescribedOperation = ReturnType<typeof describeRoute>

export const describeRoute = (route: DescribedRoute) => {
  const { method, kind, entry, tag, id, summary, text, query, body } = route
  const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
  return {
    method: method.toLowerCase() as Lowercase<Method>,
    path,
    entry: kind === 'own' ? undefined : entry,
    operation: {
      tags: [tag],
      operationId: id,
      summary,
      description: text,
      ...(kind === 'own' && {
        security: route.isSessionOptional ? [{}, ...sessions] : sessions,
      }),
      ...((query || path.includes('{')) && {
        requestParams: { path: parametersOf(path), ...(query && { query }) },
      }),
      ...(body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: body.schema, example: body.example } },
        },
      }),
      responses: toResponses(route),
    } satisfies ZodOpenApiOperationObject,
  }
}

const toResponses = (route: DescribedRoute) => {
  const { body, answers } = route
  const complete = completerOf(route.kind)
  const responses: Record<number, OpenApiResponse | undefined> = usualResponses(route)
  if (body) responses[413] = complete(tooLarge(body.maxBytes))
  for (const [status, answer] of Object.entries(answers))
    responses[Number(status)] = answer && complete(answer)
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) =>
      response ? [[status, response]] : [],
    ),
  )
}

export const isPrivate = (kind: RouteKind): boolean => kind === 'own' || kind === 'guest'

export const toOpenResponse = toResponse(cached)
const toOwnResponse = toResponse(oneUser)
const completerOf = (kind: RouteKind) => (isPrivate(kind) ? toOwnResponse : toOpenResponse)
const failure = refusal('Something failed on the server.', 'Internal server error')
const failed = toOpenResponse(failure, 'Failed')
const ownFailed = toOwnResponse(failure, 'OwnFailed')
const ownBusy = toOwnResponse(busy('Try again in a moment'))

const notModified = toOpenResponse(
  empty('The response has not changed since the one with this ETag.', ['Vary', 'ETag']),
  'NotModified',
)
const pageNotModified = toOpenResponse(
  empty('The page of the list has not changed.', ['Vary', 'ETag', 'NextPage']),
)

// `http-server.ts` answers such a request before any route does, so the answer has no other headers.
export const notParsed = toResponse(['AnyOrigin', 'NoSniff'])(
  refusal(
    'The request could not be parsed, for example because its `Host` header is missing or malformed.',
    "Missing host header: expected the name or address of this server, like 'example.com' or '127.0.0.1:8787'",
  ),
  'NotParsed',
)

const unauthorized = toOwnResponse(
  refusal('There is no session, or it has ended.', 'Unauthorized', ['Authenticate']),
  'Unauthorized',
)
/** The answer of a private server to a request without a session or a read key. */
export const closed = toOpenResponse(
  refusal('There is neither a session nor a read key, or it has ended.', privateText, [
    'Authenticate',
  ]),
  'Closed',
)

const otherSite = toOwnResponse(
  refusal(
    'The request has a session cookie and comes from another site.',
    'A request from another site cannot change anything with the session cookie: send the token as Authorization: Bearer',
  ),
  'OtherSite',
)
const notJson = toOwnResponse(
  refusal(
    'The body is compressed, or the request has a session cookie and its `Content-Type` is not JSON.',
    'Expected a body with Content-Type: application/json',
  ),
  'NotJson',
)

const sessions = [{ bearer: [] }, { cookie: [] }]

const usualResponses = (route: DescribedRoute) => {
  const { kind, method, query, answers } = route
  const badRequest = query ? completerOf(kind)(invalidQuery(query)) : notParsed
  if (!isPrivate(kind)) return { 304: unchanged(answers[200]), 400: badRequest, 500: failed }
  return {
    400: badRequest,
    ...(kind === 'own' && { 401: unauthorized }),
    ...(kind === 'own' && method !== 'GET' && { 403: otherSite, 415: notJson }),
    500: ownFailed,
    503: ownBusy,
  }
}

const unchanged = ({ headers = [] }: Partial<Answer> = {}) => {
  if (headers.includes('NextPage')) return pageNotModified
  return headers.includes('ETag') ? notModified : undefined
}

const invalidQuery = (query: z.ZodObject) => {
  const invalid = Object.fromEntries(Object.keys(query.shape).map((name) => [name, '?']))
  const error = query.safeParse({}).error ?? query.safeParse(invalid).error
  return refusal('A parameter is missing, invalid or given twice.', error?.issues[0]?.message ?? '')
}

const tooLarge = (maxBytes: number) =>
  refusal(
    'The body is too large.',
    `The request body is too large: expected at most ${maxBytes} bytes`,
  )

const pathParameters = [
  ['{id}', 'WallpaperId', 'alpine-dawn', 'The id of a wallpaper, or the name of its file.'],
  ['{version}', 'Version', 'k3v9_Zp2Qx', 'The version from `image_url`.'],
  ['main/{file}', 'MainFile', 'alpine-dawn.jpg', 'The `file_main_name` of the index row.'],
  ['cache/{file}', 'CacheFile', 'alpine-dawn.webp', 'The `file_cache_name` of the index row.'],
  ['{username}', 'Username', 'ada', 'A username.'],
].map(([part = '', id = '', example, description]) => ({
  part,
  name: part.slice(part.indexOf('{') + 1, -1),
  schema: z.string().meta({ example, description, param: { id } }),
}))

const parametersOf = (path: string) => {
  const found = pathParameters.filter(({ part }) => path.includes(part))
  return z.object(Object.fromEntries(found.map(({ name, schema }) => [name, schema])))
}
