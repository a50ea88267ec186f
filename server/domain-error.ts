export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'CATALOGUE_UNAVAILABLE'
  | 'CONFIGURATION_MISSING'
  | 'COLORS_UNAVAILABLE'
  | 'IMAGE_HOST_UNAVAILABLE'
  | 'BUSY'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'USERNAME_TAKEN'
  | 'FAVORITES_FULL'
  | 'FAVORITES_UNAVAILABLE'
  | 'BODY_TOO_LARGE'
  | 'NOT_JSON'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_MANY_REQUESTS'

interface DomainErrorOptions extends ErrorOptions {
  /** When a retry helps: after how many seconds. */
  retryAfterSeconds?: number
}

/**
 * A failure that a caller can understand: `code` says which kind, `message` is for people and holds
 * no secret. `http/error-response.ts` is the only place that turns a code into a status.
 */
export class DomainError extends Error {
  override name: string = 'DomainError'
  code: ErrorCode
  retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options?: DomainErrorOptions) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}
