import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiError } from '../../../shared/service-api.ts'
import { DomainError, type ErrorCode } from '../../domain-error.ts'
import type { Log } from '../../ports.ts'
import { nameRequest } from '../server/request-id.ts'

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
  USERNAME_TAKEN: 409,
  FAVORITES_FULL: 409,
  FAVORITES_UNAVAILABLE: 500,
  BODY_TOO_LARGE: 413,
  NOT_JSON: 415,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_REQUESTS: 429,
}

/** Texts that a route documents for its own failures (spec §7); others say `Internal server error`. */
const isForCallers = (error: unknown): error is DomainError =>
  error instanceof DomainError && !isOfSource(error)

const isOfSource = (error: unknown) =>
  error instanceof DomainError &&
  (error.code === 'CATALOGUE_UNAVAILABLE' || error.code === 'CONFIGURATION_MISSING')

/** What keeps a source from being read is logged once, where it is read, and not for each request. */
const isLoggedAlready = (error: unknown) => {
  const reason = toReason(error)
  if (isOfSource(reason)) return true
  return (
    reason !== error && reason instanceof DomainError && reason.code === 'IMAGE_HOST_UNAVAILABLE'
  )
}

/** The one place that turns what was thrown into a response; what is unknown never leaks. */
export const createErrorHandler =
  ({ log, development }: { log: Log; development: boolean }) =>
  (error: unknown, c: Context) => {
    const status = error instanceof DomainError ? statuses[error.code] : 500
    if (status === 500 && !isLoggedAlready(error))
      log.error({ err: error, ...nameOf(c) }, 'A request failed')
    if (status === 503 && (error as DomainError).cause !== undefined)
      log.warn({ err: error, ...nameOf(c) }, 'A request has to be sent again')
    if (status === 503 || status === 429) c.header('Retry-After', String(retryAfter(error)))
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    return c.json(toBody(error, status, development), status)
  }

const nameOf = (c: Context) => ({ requestId: nameRequest(c), path: c.req.path })

const retryAfter = (error: unknown) =>
  (error instanceof DomainError ? error.retryAfterSeconds : undefined) ?? 2

/** Behind the text that a route documents there may be one of ours that says more. */
const toReason = (error: unknown): unknown =>
  error instanceof DomainError && error.cause instanceof DomainError ? error.cause : error

const toBody = (error: unknown, status: number, development: boolean): ApiError => ({
  error: isForCallers(error) ? error.message : 'Internal server error',
  ...(status === 500 && development && { debug: String(toReason(error)) }),
})
