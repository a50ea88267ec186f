export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'CATALOGUE_UNAVAILABLE'
  | 'CONFIGURATION_MISSING'
  | 'IMAGE_HOST_UNAVAILABLE'
  | 'BUSY'

/**
 * A failure that a caller can understand: `code` says which kind, `message` is for people and holds
 * no secret. `http/error-response.ts` is the only place that turns a code into a status.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
