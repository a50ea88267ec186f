import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { watchClient } from '../../http/requests/client-waits.ts'
import { setSessionCookie } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import { toCookieName } from '../../identity/identity-provider.ts'
import { toHeartChange } from '../../web/hearts.ts'
import type { Form } from '../../web/page-route.ts'
import type { SignedInUser } from '../store/sessions.ts'

export const home = '/account'
/** On a private server, these pages are open. They have the sign-in, or ask for a session themselves. */
export const entry = 'nothing'
export const connectPath = `${home}/connect`

export const backToAccount = (
  c: Context,
  site: Site,
  query: Record<string, string> = {},
): Response => {
  const written = new URLSearchParams(query)
  return c.redirect(site.link(written.size === 0 ? home : `${home}?${written}`), 303)
}

// A cookie that remembers the page from which the person came, so that signing in leads back to it.
const originOf = ({ publicUrl }: Site) => toCookieName('came-from', publicUrl)
const rememberedSeconds = 600

/** The page from which the person came to sign in: a page with hearts, or the one that connects an extension. */
export const findOrigin = (c: Context, site: Site): string | undefined =>
  toOwnPage(getCookie(c, originOf(site)), site)

export const isConnecting = (c: Context, site: Site): boolean =>
  findOrigin(c, site) === site.link(connectPath)

const ownPage =
  /^(?:account\/connect|(?:(?:wallpaper|share)\/.+|tab\/|connect|docs|credits)?(?:\?.*)?)$/

// Anybody can write a link to the account page, so only pages of this server count.
const toOwnPage = (path: string | undefined, site: Site) => {
  const url = path === undefined ? null : URL.parse(path, site.publicUrl)
  const root = `${site.publicUrl}/`
  if (!url?.href.startsWith(root) || !ownPage.test(url.href.slice(root.length))) return undefined
  return site.withoutOrigin(url.href)
}

const placeOf = (site: Site) => ({
  path: site.link(home),
  secure: site.publicUrl.startsWith('https:'),
})

export const rememberOrigin = (c: Context, site: Site, path: string) => {
  const rights = { httpOnly: true, sameSite: 'Lax', maxAge: rememberedSeconds } as const
  setCookie(c, originOf(site), path, { ...placeOf(site), ...rights })
}

export const forgetOrigin = (c: Context, site: Site) => {
  deleteCookie(c, originOf(site), placeOf(site))
}

/** Signs the browser in, stores the heart for which the person signed in, and goes back to its page. */
export const goOnSignedIn = async (
  c: Context,
  { site, favorites }: { site: Site; favorites: FavoritesStore },
  { token, profile, heart }: SignedInUser & { heart: Form },
): Promise<Response> => {
  setSessionCookie(c, token, site.publicUrl)
  const change = toHeartChange(heart)
  const isOwn = !heart.userId || heart.userId === profile.userId
  if (change && isOwn) await favorites.change(profile.userId, change, watchClient(c))
  const origin = findOrigin(c, site)
  if (origin === undefined) return backToAccount(c, site)
  if (!isConnecting(c, site)) forgetOrigin(c, site)
  return c.redirect(origin, 303)
}
