import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { NoWallpapersError } from '../../../shared/catalogue/select.ts'
import type { ApiError } from '../../../shared/service-api.ts'
import { quoted } from '../../../shared/text.ts'
import { DomainError, type ErrorCode, isOutOfReach } from '../../domain-error.ts'
import type { Log } from '../../ports.ts'
import { requestIdOf } from '../server/request-id.ts'
import { setPublicHeaders } from './headers.ts'

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  CATALOGUE_UNAVAILABLE: 500,
  CONFIGURATION_MISSING: 500,
  COLORS_UNAVAILABLE: 500,
  IMAGE_HOST_UNAVAILABLE: 500,
  BUSY: 503,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  ACCOUNT_BLOCKED: 403,
  SIGN_UP_REFUSED: 403,
  USERNAME_TAKEN: 409,
  TOO_MANY_USERNAMES: 429,
  LINK_TAKEN: 409,
  PASSWORDS_OFF: 403,
  FAVORITES_FULL: 409,
  FAVORITES_UNAVAILABLE: 500,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_BODY: 415,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_REQUESTS: 429,
}

export const statusOf = ({ code }: DomainError) => statuses[code]

/** Turns every error into a response, without the text of an unexpected error, which could contain a secret. */
export const createErrorHandler =
  ({ log, development = false }: { log: Log; development?: boolean }) =>
  (error: unknown, c: Context) => {
    const known = error instanceof DomainError ? error : undefined
    const status = isKnown(error) ? statuses[error.code] : 500
    const requestId = requestIdOf(c)
    const fields = { err: error, requestId, path: c.req.path }
    if (status === 500 && !isLoggedAlready(error)) log.error(fields, 'A request failed')
    if (status === 404 && isForbidden(known?.cause))
      log.warn(fields, 'A file is not sent because this server may not read it')
    if (status === 503 && known?.cause !== undefined)
      log.warn(fields, 'A request failed and the client was asked to try again')
    if (status === 503 || status === 429)
      c.header('Retry-After', String(known?.retryAfterSeconds ?? 2))
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('X-Request-Id', requestId)
    return c.json(toBody(error, status, development), status)
  }

export const answerNotFound = (c: Context) => {
  setPublicHeaders(c)
  // Without this header, caches may store a 404 (RFC 9110 §15.1).
  c.header('Cache-Control', 'no-store')
  return c.json({ error: `No such path: ${quoted(c.req.path)}` }, 404)
}

const isForbidden = (cause: unknown) => isOutOfReach(cause) && cause.code !== 'ENOENT'

const isOfSource = (error: unknown) =>
  error instanceof DomainError &&
  (error.code === 'CATALOGUE_UNAVAILABLE' || error.code === 'CONFIGURATION_MISSING')

const isLoggedAlready = (error: unknown) => {
  const reason = findFirstFailure(error)
  if (isOfSource(reason)) return true
  return (
    reason !== error && reason instanceof DomainError && reason.code === 'IMAGE_HOST_UNAVAILABLE'
  )
}

const findFirstFailure = (error: unknown): unknown =>
  error instanceof DomainError && error.cause instanceof DomainError ? error.cause : error

const isKnown = (error: unknown): error is DomainError | NoWallpapersError =>
  error instanceof DomainError || error instanceof NoWallpapersError

const toBody = (error: unknown, status: number, development: boolean): ApiError => ({
  error: isKnown(error) && !isOfSource(error) ? error.message : 'Internal server error',
  ...(status === 500 && development && { debug: String(findFirstFailure(error)) }),
})
