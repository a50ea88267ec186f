import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { DomainError } from '../domain-error.ts'
import { sendText } from '../http/answers/send-text.ts'
import { siteOf } from '../http/requests/origin-guard.ts'
import { readBody } from '../http/requests/read-body.ts'
import type { Form } from './account/submissions.ts'
import type { Html } from './layout.ts'

/** Adds a page: it can be looked at, and nothing else. Written with a slash at the end it is the same page. */
export const pageRoute = (app: Hono, path: string, handler: Handler) => {
  app.get(path, compress(), (c, next) => {
    setPageHeaders(c)
    return handler(c, next)
  })
  app.all(path, (c) => refuseMethod(c, 'GET, HEAD'))
  if (/[/*}]$|\.jpg$/.test(path)) return
  app.get(`${path}/`, redirectToSlashless)
  app.all(`${path}/`, (c) => refuseMethod(c, 'GET, HEAD'))
}

/** Sends on to the same address without the slash at its end, encoded or not. */
export const redirectToSlashless = (c: Context) => {
  const { pathname, search } = new URL(c.req.url)
  setPageHeaders(c)
  return c.redirect(pathname.replace(/(?:\/|%2f)$/i, '') + search, 301)
}

/** Adds where a form is sent to; whoever opens or reloads that address gets the page with the form. */
export const formRoute = (
  app: Hono,
  path: string,
  backTo: string,
  guard: MiddlewareHandler,
  handler: Handler,
) => {
  app.post(path, guard, (c, next) => {
    setPageHeaders(c)
    return handler(c, next)
  })
  app.get(path, (c) => {
    setPageHeaders(c)
    return c.redirect(backTo, 303)
  })
  app.all(path, (c) => refuseMethod(c, 'GET, HEAD, POST'))
}

const refuseMethod = (c: Context, allow: string) => {
  c.header('Allow', allow)
  c.header('X-Content-Type-Options', 'nosniff')
  return c.json({ error: `Method ${c.req.method} is not allowed here: use ${allow}` }, 405)
}

/** Pictures may come from a catalogue or a profile elsewhere; everything else is our own. */
const directives = [
  "default-src 'none'",
  "img-src 'self' data: https: http:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]
const policy = directives.join('; ')

/** Nothing of the device is asked for, by us or by whatever got into a page. */
const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** What a browser may do with a page of ours. */
export const setPageHeaders = (c: Context) => {
  c.header('Content-Security-Policy', policy)
  c.header('X-Content-Type-Options', 'nosniff')
  // With `no-referrer` browsers would send our own forms as if from nowhere.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Permissions-Policy', permissions)
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
}

/** Answers a page, or 304 to whoever has the same already. */
export const sendPage = async (c: Context, page: Html) => {
  // Compression says so of what it compresses; 304 and HEAD must say it as well (RFC 9110 §15.4.5).
  c.header('Vary', 'Accept-Encoding', { append: true })
  return sendText(c, String(await page), 'text/html; charset=utf-8')
}

const maxBytes = 16 * 1024

/**
 * Lets a form through that comes from our own pages: another site must neither change anything nor
 * sign somebody in as somebody else.
 * @throws DomainError `FORBIDDEN`
 */
export const guardForm =
  (publicUrl: string): MiddlewareHandler =>
  (c, next) => {
    if (siteOf(c, publicUrl) !== 'own')
      throw new DomainError('FORBIDDEN', 'This form is sent by our own pages only')
    c.header('Cache-Control', 'private, no-store')
    return next()
  }

/**
 * The fields of a sent form; anything that is no such form has none.
 * @throws DomainError `BODY_TOO_LARGE` or `INVALID_REQUEST`
 */
export const readForm = async (c: Context): Promise<Form> => {
  const text = new TextDecoder().decode(await readBody(c, maxBytes))
  return Object.fromEntries(new URLSearchParams(text))
}
