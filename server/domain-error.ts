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
  | 'ACCOUNT_BLOCKED'
  | 'SIGN_UP_REFUSED'
  | 'USERNAME_TAKEN'
  | 'TOO_MANY_USERNAMES'
  | 'LINK_TAKEN'
  | 'PASSWORDS_OFF'
  | 'FAVORITES_FULL'
  | 'FAVORITES_UNAVAILABLE'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_BODY'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_MANY_REQUESTS'

/**
 * A failure that is reported to the client. `message` is written for people and must not contain secrets. Only
 * `http/answers/errors.ts` turns a code into an HTTP status.
 */
export class DomainError extends Error {
  override name: string = 'DomainError'
  code: ErrorCode
  retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number | undefined },
  ) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

const outOfReach = new Set(['ENOENT', 'EACCES', 'EPERM', 'ELOOP'])

/** Whether an error says that a file is gone, or that this server may not open it. Other failures may pass. */
export const isOutOfReach = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && outOfReach.has(String(error.code))
