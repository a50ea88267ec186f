import type { Hono } from 'hono'
import { dayMs } from '../../../shared/days.ts'
import { sendText } from '../answers/send.ts'
import { routesOf } from '../route.ts'
import type { Site } from '../site.ts'

interface WellKnownRoutesDeps {
  site: Site
  /** The address to report vulnerabilities to: `mailto:…` or `https:…`. */
  securityContact?: string | undefined
  accounts?: object | undefined
  clock?: (() => number) | undefined
}

export const addWellKnownRoutes = (
  app: Hono,
  { site, securityContact, accounts, clock = Date.now }: WellKnownRoutesDeps,
) => {
  const open = routesOf(app, 'Interchange', 'open')
  if (securityContact !== undefined)
    open.get(securityPath, {
      handler: (c) => {
        c.header('Cache-Control', 'public, max-age=3600')
        const text = toSecurityText(securityContact, site.publicUrl, clock())
        return sendText(c, text, 'text/plain; charset=utf-8')
      },
    })

  // Password managers open this address (W3C, "A Well-Known URL for Changing Passwords").
  if (accounts !== undefined)
    open.get('/.well-known/change-password', {
      handler: (c) => c.redirect(site.link('/account'), 302),
    })
}

const securityPath = '/.well-known/security.txt'
// The file of RFC 9116. It expires in a month because the server writes it again for each request. A copy that somebody
// stored elsewhere becomes invalid when the setting may have changed.
const toSecurityText = (contact: string, publicUrl: string, now: number) => {
  const today = Math.floor(now / dayMs) * dayMs
  const expires = new Date(today + 30 * dayMs).toISOString().replace('.000', '')
  return `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${publicUrl}${securityPath}\n`
}
