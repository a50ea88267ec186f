/**
 * Seconds from now that a `Retry-After` header asks for, be it a number of them or a date; `undefined`
 * when it asks for nothing.
 * @see RFC 9110 §10.2.3
 */
export const toRetryAfterSeconds = (
  header: string | number | null | undefined,
  nowMs: number,
): number | undefined => {
  const text = String(header ?? '').trim()
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1000)
  return seconds > 0 ? seconds : undefined
}
