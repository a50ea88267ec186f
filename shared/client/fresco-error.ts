export type FrescoErrorCode =
  | 'REFUSED'
  | 'UNREACHABLE'
  /** The response does not follow the Fresco API. It may come from a proxy or another kind of server. */
  | 'UNEXPECTED_ANSWER'

/** The error of each function of the client, unless the caller aborted the request with its `signal`. */
export class FrescoError extends Error {
  override name = 'FrescoError'
  code: FrescoErrorCode
  status: number | undefined
  retryAfterMs: number | undefined

  constructor(
    code: FrescoErrorCode,
    message: string,
    options: ErrorOptions & { status?: number | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}
