import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { sessionCookieName } from '../../identity/local-accounts.ts'

/** Chrome's upper limit for a cookie; the session in the database decides long before. */
const maxCookieSeconds = 400 * 86_400

/** Hands a session to a browser; an empty token takes it back. */
export const setSessionCookie = (c: Context, token: string, publicUrl: string) =>
  setCookie(c, sessionCookieName(publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: token === '' ? 0 : maxCookieSeconds,
  })
