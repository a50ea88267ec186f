/**
 * Reads how long a server asks to wait, from `Retry-After`: a number of seconds, or a date (RFC 9110 §10.2.3).
 * @returns milliseconds, or `undefined` if the header is missing, unreadable or over
 */
export const readRetryAfter = (
  { headers }: Pick<Response, 'headers'>,
  now = Date.now(),
): number | undefined => {
  const text = headers.get('Retry-After')?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return ms > 0 ? ms : undefined
}

export const readRetryAfterSeconds = (
  response: Pick<Response, 'headers'>,
  now?: number,
): number | undefined => {
  const ms = readRetryAfter(response, now)
  return ms && Math.ceil(ms / 1000)
}
