import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiError } from '../../shared/api-error.ts'
import { DomainError, type ErrorCode } from '../domain-error.ts'
import type { Log } from '../log.ts'

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  CATALOGUE_UNAVAILABLE: 500,
  CONFIGURATION_MISSING: 500,
  IMAGE_HOST_UNAVAILABLE: 500,
  BUSY: 503,
}

/** Texts that a route documents for its own failures (spec §7); others say `Internal server error`. */
const isForCallers = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code !== 'CATALOGUE_UNAVAILABLE'

/** The one place that turns what was thrown into a response; what is unknown never leaks. */
export const createErrorHandler =
  ({ log, development }: { log: Log; development: boolean }) =>
  (error: unknown, c: Context) => {
    const status = error instanceof DomainError ? statuses[error.code] : 500
    if (status === 500) log.error({ err: error, path: c.req.path }, 'A request failed')
    if (status === 503) c.header('Retry-After', '2')
    c.header('Cache-Control', 'no-store')
    return c.json(toBody(error, status, development), status)
  }

const toBody = (error: unknown, status: number, development: boolean): ApiError => ({
  error: isForCallers(error) ? error.message : 'Internal server error',
  ...(status === 500 && development && { debug: String(error) }),
})
