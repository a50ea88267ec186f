import type { Context } from 'hono'
import { requestIdOf } from '../server/request-id.ts'

export const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Expose-Headers': 'ETag, Link, Retry-After, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
} as const

/**
 * Sets the headers of public responses. It must run before the handler, because setting a header on a finished
 * `Response` takes three times as long as the response itself.
 */
export const setPublicHeaders = (c: Context) => {
  setRequestId(c)
  for (const [name, value] of Object.entries(publicHeaders)) c.header(name, value)
}

/**
 * Returns the headers of responses that belong to one user. A page of any site may read the response if it sent a
 * bearer token. It cannot use cookies, because `Access-Control-Allow-Credentials` is never set.
 */
export const privateHeaders = (c: Context): Record<string, string> => {
  const origin = c.req.header('Origin')
  return {
    'X-Request-Id': requestIdOf(c),
    Vary: 'Origin',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(origin !== undefined && {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
    }),
  }
}

export const setPrivateHeaders = (c: Context) => {
  for (const [name, value] of Object.entries(privateHeaders(c))) c.header(name, value)
}

export const setRequestId = (c: Context) => c.header('X-Request-Id', requestIdOf(c))
