import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { BlankEnv } from 'hono/types'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import { DomainError } from '../domain-error.ts'
import { setRequestId } from '../http/answers/headers.ts'
import { sendFreshText, sendText } from '../http/answers/send.ts'
import { declareEntry, type Entry } from '../http/entry.ts'
import { readBody } from '../http/requests/read-body.ts'
import { readCredentials, requireSame, siteOf } from '../http/requests/session.ts'
import { refuseMethod } from '../http/route.ts'
import type { Site } from '../http/site.ts'
import type { Identity, IdentityProvider } from '../identity/identity-provider.ts'
import { contentSecurityPolicy, type Html } from './layout.ts'

export interface SiteDeps {
  snapshot: CurrentSnapshot
  site: Site
}

interface PageRoute<Path extends string> {
  path: Path
  site: Site
  /** What a private server asks for. By default, a session. */
  entry?: Entry
}

export const pageRoute = <Path extends string>(
  app: Hono,
  { path, site, entry = 'session' }: PageRoute<Path>,
  handler: (c: Context<BlankEnv, Path>) => Response | Promise<Response>,
) => {
  const pattern: string = path
  declareEntry(app, pattern, entry)
  app.get(pattern, (c: Context) => {
    setPageHeaders(c)
    return handler(c)
  })
  app.all(pattern, refusePageMethod)
  const matchesTrailingSlash = /[/*}]$/.test(path)
  if (matchesTrailingSlash) return
  declareEntry(app, `${pattern}/`, entry)
  app.get(`${pattern}/`, (c) => redirectToSlashless(c, site))
  app.all(`${pattern}/`, refusePageMethod)
}

export const redirectToSlashless = (c: Context, { link }: Site) => {
  const { pathname, search } = new URL(c.req.url)
  setPageHeaders(c)
  return c.redirect(link(pathname.replace(/(?:\/|%2f)$/i, '') + search), 301)
}

export type Form = Readonly<Record<string, string>>

/** The person for whom a page is made. */
export interface Owner {
  site: Site
  profile: { userId: string }
}

/** The start of a form that `formRoute` accepts only from this person. */
export const startForm = ({ site, profile }: Owner, path: string, style = '') =>
  html`<form class="${style}" method="post" action="${site.link(path)}"><input type="hidden" name="userId" value="${profile.userId}">`

interface FormRoute extends PageRoute<string> {
  backTo: string
  identity: Pick<IdentityProvider, 'identify'>
}

/**
 * Adds the route to which a page of this server sends a form.
 * @throws DomainError `FORBIDDEN` if somebody else has signed in since the page was opened, or if the form comes from
 *   another site. Otherwise another site could change a visitor's account, or sign a visitor in to somebody else's account.
 */
export const formRoute = (
  app: Hono,
  { path, backTo, site, entry = 'session', identity }: FormRoute,
  handler: (c: Context, form: Form, user: Identity | undefined) => Promise<Response>,
) => {
  declareEntry(app, path, entry)
  app.post(path, async (c) => {
    if (siteOf(c, site.publicUrl) !== 'own')
      throw new DomainError(
        'FORBIDDEN',
        'This form was sent from another site: open this site and send the form there',
      )
    c.header('Cache-Control', 'private, no-store')
    setPageHeaders(c)
    const form = await readForm(c)
    const user = await identity.identify(readCredentials(c.req.raw))
    if (user) requireSame(user, form.userId)
    return handler(c, form, user)
  })
  app.get(path, (c) => {
    setPageHeaders(c)
    return c.redirect(site.link(backTo), 303)
  })
  app.all(path, refuseFormMethod)
}

const maxFormBytes = 16 * 1024

const readForm = async (c: Context): Promise<Form> => {
  const text = new TextDecoder().decode(await readBody(c, maxFormBytes))
  return Object.fromEntries(new URLSearchParams(text))
}

const refuseExcept = (methods: readonly string[], allow: readonly string[]) => (c: Context) => {
  setRequestId(c)
  c.header('X-Content-Type-Options', 'nosniff')
  return refuseMethod(c, methods, allow)
}

const refusePageMethod = refuseExcept(['GET'], ['GET', 'HEAD'])
const refuseFormMethod = refuseExcept(['GET', 'POST'], ['GET', 'HEAD', 'POST'])

const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

// A portal shows a server below a path of its own host in a frame, as Home Assistant does. Pages of the same origin could
// read and click this page without a frame, too.
export const framedBy = "frame-ancestors 'self'"

export const setPageHeaders = (c: Context) => {
  setRequestId(c)
  c.header('Content-Security-Policy', `${contentSecurityPolicy}; ${framedBy}`)
  c.header('X-Content-Type-Options', 'nosniff')
  // With `no-referrer`, browsers would send this site's own forms with `Origin: null`, which the server refuses.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Permissions-Policy', permissionsPolicy)
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
}

export const sendPage = async (c: Context, page: Html) => sendText(c, String(await page), htmlType)

export const sendPrivatePage = async (c: Context, page: Html) => {
  c.header('Cache-Control', 'private, no-store')
  return sendFreshText(c, String(await page), htmlType)
}

const htmlType = 'text/html; charset=utf-8'
