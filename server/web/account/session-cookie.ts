import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { sessionCookieName } from '../../identity/session-cookie.ts'

/** Chrome's upper limit for a cookie; the session in the database decides long before. */
const maxCookieSeconds = 400 * 86_400

/** The same cookie as the API sets; an empty token deletes it. */
export const setSessionCookie = (c: Context, token: string, publicUrl: string) =>
  setCookie(c, sessionCookieName(publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: token === '' ? 0 : maxCookieSeconds,
  })
