import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { matchesEtag } from './prepared-json.ts'

/**
 * Answers a text that was made for this request, or 304 to whoever has the same already. The
 * validator is a weak one: the text may be compressed on its way.
 */
export const sendText = (c: Context, text: string, contentType: string) => {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  c.header('ETag', `W/${etag}`)
  if (matchesEtag(c, etag)) return c.body(null, 304)
  c.header('Content-Type', contentType)
  return c.body(text)
}
