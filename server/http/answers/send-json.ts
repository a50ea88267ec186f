import type { Context } from 'hono'
import { publicHeaders } from '../requests/public-route.ts'
import { withRequestId } from '../server/request-id.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Answers JSON on a `quickRoute`. A plain record of headers goes to Node as it is; what `c.json` makes
 * of two or more takes longer than everything else that such an answer needs.
 */
export const sendJson = (c: Context, value: unknown, headers: Headers) =>
  new Response(JSON.stringify(value), { headers: withRequestId(c, headers) })

/** Headers of an answer that is another one every time; made once. */
export const freshJson: Headers = {
  'Content-Type': 'application/json',
  ...publicHeaders,
  'Cache-Control': 'no-store',
}
