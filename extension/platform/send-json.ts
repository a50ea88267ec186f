import type { Fetch } from './http.ts'

export type SendJsonOptions = {
  method?: 'GET' | 'POST' | 'PATCH'
  body?: unknown
  /** Goes into `Authorization: Bearer`. */
  token?: string
  /** For the whole exchange, body included. */
  deadlineMs: number
  fetch?: Fetch | undefined
}

/** A request with JSON and a bearer token, never with cookies. Rejects when there is no answer. */
export const sendJson = (url: string, options: SendJsonOptions): Promise<Response> => {
  const { method = 'POST', body, token, deadlineMs, fetch = globalThis.fetch } = options
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token !== undefined) headers.Authorization = `Bearer ${token}`
  return fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(deadlineMs),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
}
