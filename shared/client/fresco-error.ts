/** Why a call did not work. */
export type FrescoErrorCode =
  /** The server says no: `status` says which no, and the message why. */
  | 'REFUSED'
  /** There was no answer. */
  | 'UNREACHABLE'
  /** There was an answer, but not of this API: a proxy, another server, or another version. */
  | 'UNEXPECTED_ANSWER'

interface FrescoErrorOptions extends ErrorOptions {
  status?: number | undefined
  retryAfterMs?: number | undefined
}

/** What every function of the client throws, unless its `signal` was aborted: then that is thrown. */
export class FrescoError extends Error {
  override name = 'FrescoError'
  code: FrescoErrorCode
  /** The HTTP status; `undefined` when there was no answer. */
  status: number | undefined
  /** How long the server asks to be left alone, in milliseconds. */
  retryAfterMs: number | undefined

  constructor(code: FrescoErrorCode, message: string, options: FrescoErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}

/** `Retry-After` in milliseconds from now (RFC 9110 §10.2.3: seconds or a date). */
export const readRetryAfter = (response: Response, now = Date.now()): number | undefined => {
  const value = response.headers.get('Retry-After')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
