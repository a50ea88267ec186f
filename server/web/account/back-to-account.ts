import type { Context } from 'hono'
import type { Site } from '../../http/site.ts'

export const home = '/account'

/**
 * Answers a form. `connect` is the code of an extension: the person goes back to the page that connects it.
 */
export const backToAccount = (
  c: Context,
  site: Site,
  query: Record<string, string> = {},
  connect?: string,
): Response => {
  const path = connect ? `${home}/connect` : home
  const written = new URLSearchParams({ ...(connect && { code: connect }), ...query })
  return c.redirect(site.link(written.size === 0 ? path : `${path}?${written}`), 303)
}
