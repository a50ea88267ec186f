export type Fetch = typeof fetch

export type GetOptions = {
  /** For the whole exchange, body included. */
  deadlineMs: number
  fetch?: Fetch
}

/**
 * GET without credentials or the HTTP cache (what is kept is kept on purpose). The deadline also
 * ends reading the body. Rejects only when there is no complete answer.
 */
export const get = (url: string, { deadlineMs, fetch = globalThis.fetch }: GetOptions) =>
  fetch(url, {
    signal: AbortSignal.timeout(deadlineMs),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })

/** The JSON of a response, or `undefined` when its body is none. */
export const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

/** `Retry-After` in milliseconds from now (RFC 9110 §10.2.3: seconds or a date). */
export const readRetryAfter = (response: Response, now = Date.now()): number | undefined => {
  const value = response.headers.get('retry-after')
  if (value === null) return
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
