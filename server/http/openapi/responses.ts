import type { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { apiErrorSchema } from '../../../shared/service-api.ts'
import { anyOrigin, type HeaderName, ofPage, oneUser, withHeaders } from './headers.ts'

interface Answer<T extends z.ZodType> {
  description: string
  schema: T
  example: z.input<T>
}

/** An answer in JSON. */
export const json = <T extends z.ZodType>(
  { description, schema, example }: Answer<T>,
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({
  description,
  headers: withHeaders(headers),
  content: { 'application/json': { schema, example } },
})

/** An answer without a body. */
export const empty = (
  description: string,
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({ description, headers: withHeaders(headers) })

/** An answer that is no JSON: its bytes, or its text, are what they are. */
export const bytes = (
  description: string,
  types: readonly string[],
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({
  description,
  headers: withHeaders(headers),
  content: Object.fromEntries(types.map((type) => [type, {}])),
})

export const htmlPage = (description: string, ...headers: HeaderName[]) =>
  bytes(description, ['text/html'], [...ofPage, ...headers])

/** An error of a public route, with what it says. */
export const refusal = (description: string, error: string, ...headers: HeaderName[]) =>
  json({ description, schema: apiErrorSchema, example: { error } }, [
    ...anyOrigin,
    'Caching',
    ...headers,
  ])

/** An error of a route that answers one user. */
export const ownRefusal = (description: string, error: string, ...headers: HeaderName[]) =>
  json({ description, schema: apiErrorSchema, example: { error } }, [...oneUser, ...headers])

export const failed = refusal('The catalogue, or something else, failed.', 'Internal server error')

export const busy = (error: string) =>
  refusal('Too much to do at the moment: try again.', error, 'RetryAfter')

export const ownBusy = (error: string) =>
  ownRefusal('Too much to do at the moment: try again.', error, 'RetryAfter')

export const ownFailed = ownRefusal('Something failed.', 'Internal server error')

/** An answer in a format of its own that is JSON all the same, or text that is not. */
export const typed = <T extends z.ZodType>(
  type: string,
  { description, schema, example }: Answer<T>,
  headers: readonly HeaderName[],
): ZodOpenApiResponseObject => ({
  description,
  headers: withHeaders(headers),
  content: { [type]: { schema, example } },
})

/** The answer for who has it already. */
export const notModified = empty('Not changed since the answer with this ETag.', [
  ...anyOrigin,
  'Caching',
  'Vary',
  'ETag',
])
