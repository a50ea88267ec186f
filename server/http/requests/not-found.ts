import type { Context } from 'hono'
import { quoted } from '../../../shared/query.ts'
import { allowEveryOrigin } from './public-route.ts'

/** Every path that no route knows. */
export const notFoundHandler = (c: Context) => {
  allowEveryOrigin(c)
  return c.json({ error: `No such path: ${quoted(c.req.path)}` }, 404)
}
