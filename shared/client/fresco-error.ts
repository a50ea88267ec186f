export type FrescoErrorCode =
  | 'REFUSED'
  | 'UNREACHABLE'
  /** A site of plain files cannot do this. */
  | 'NEEDS_SERVER'
  /** `imageUrl` was called before another function read the index of the site. */
  | 'NOT_LOADED'
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

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110 §10.2.3). Returns milliseconds. */
export const readRetryAfter = (response: Response, now = Date.now()): number | undefined => {
  const value = response.headers.get('Retry-After')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
