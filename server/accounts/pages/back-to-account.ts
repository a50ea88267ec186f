import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Site } from '../../http/site.ts'
import { toCookieName } from '../../identity/identity-provider.ts'

export const home = '/account'
export const connectPath = `${home}/connect`

export const backToAccount = (
  c: Context,
  site: Site,
  query: Record<string, string> = {},
): Response => {
  const written = new URLSearchParams(query)
  return c.redirect(site.link(written.size === 0 ? home : `${home}?${written}`), 303)
}

// A cookie that remembers that the person came to connect an extension, so that signing in leads back to that page.
const connecting = ({ publicUrl }: Site) => toCookieName('connecting', publicUrl)
const connectingSeconds = 600

export const isConnecting = (c: Context, site: Site): boolean =>
  getCookie(c, connecting(site)) !== undefined

const placeOf = (site: Site) => ({
  path: site.link(home),
  secure: site.publicUrl.startsWith('https:'),
})

export const beginConnecting = (c: Context, site: Site) => {
  const rights = { httpOnly: true, sameSite: 'Lax', maxAge: connectingSeconds } as const
  setCookie(c, connecting(site), 'yes', { ...placeOf(site), ...rights })
}

export const endConnecting = (c: Context, site: Site) => {
  deleteCookie(c, connecting(site), placeOf(site))
}

/** Goes on to the page for which the person signed in. */
export const goOnSignedIn = (c: Context, site: Site): Response =>
  isConnecting(c, site) ? c.redirect(site.link(connectPath), 303) : backToAccount(c, site)
