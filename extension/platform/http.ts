export type Fetch = typeof fetch

export interface GetOptions {
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
