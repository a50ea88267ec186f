import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../../domain-error.ts'
import type { Credentials, Identity, IdentityProvider } from '../../identity/identity-provider.ts'
import {
  sessionCookieName,
  sessionCookiePath,
  toCookieName,
} from '../../identity/identity-provider.ts'
import type { KeyHolder, ReadKeys } from '../../identity/read-keys.ts'
import type { NodeRequest } from '../server/request-id.ts'
import { isLoopback } from '../site.ts'
import { requireJsonType } from './read-body.ts'

interface RequireUserDeps {
  identity: IdentityProvider
  publicUrl: string
}

/** Reads a bearer token and cookies. `Bearer` may be in upper or lower case (RFC 9110 §11.1). */
export const readCredentials = ({ headers }: Request): Credentials => {
  const authorization = headers.get('Authorization') ?? ''
  return {
    bearer: /^bearer\b/i.test(authorization)
      ? (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
      : undefined,
    cookie: headers.get('Cookie') ?? undefined,
  }
}

/** @param keys accepts a read key that may change favorites instead of a session */
export const requireUser = async (
  c: Context,
  { identity, publicUrl }: RequireUserDeps,
  keys?: ReadKeys,
): Promise<Identity> => {
  const user = await identity.identify(readCredentials(c.req.raw))
  if (user !== undefined) return user
  const holder = await findKeyHolder(c, keys, publicUrl)
  if (holder?.scope === 'hearts') return holder
  c.header('WWW-Authenticate', 'Bearer')
  throw new DomainError('UNAUTHORIZED', 'Unauthorized')
}

/**
 * Returns the user of a request that changes an account or favorites. A request with a session cookie must come from
 * a page of this server and declare its body as JSON.
 * @throws DomainError `UNAUTHORIZED`, `FORBIDDEN` or `UNSUPPORTED_BODY`
 */
export const requireChangingUser = async (
  c: Context,
  deps: RequireUserDeps,
  keys?: ReadKeys,
): Promise<Identity> => {
  const user = await requireUser(c, deps, keys)
  guardOrigin(c, user.carrier, deps.publicUrl)
  if (user.carrier === 'cookie') requireJsonType(c)
  return user
}

/**
 * Refuses a change from a page that was loaded for another person, who has signed out in another tab since.
 * @throws DomainError `FORBIDDEN`
 */
export const requireSame = ({ userId }: Identity, expected: unknown) => {
  if (expected !== undefined && expected !== userId)
    throw new DomainError('FORBIDDEN', 'Somebody else is signed in now: reload the page')
}

/** The site that sent a request. `unknown` means that the client is a very old browser or not a browser. */
type SendingSite = 'own' | 'foreign' | 'unknown'

/**
 * Finds out which site sent the request, from two headers that a page cannot change (`Sec-Fetch-Site` and `Origin`).
 * The package `hono/csrf` is not used because it accepts JSON from every site.
 */
export const siteOf = (c: Context, publicUrl: string): SendingSite => {
  const origin = c.req.header('Origin')
  const fetchSite = c.req.header('Sec-Fetch-Site')
  if (fetchSite === 'same-origin' || isOwnOrigin(c, origin, publicUrl)) return 'own'
  return origin === undefined && fetchSite === undefined ? 'unknown' : 'foreign'
}

// A server without PUBLIC_URL that listens on every address, such as one in a container, knows only the address that this
// machine can open. When a request came in at another one, the page's host is compared with the requested host. The
// comparison is safe because browsers send a cookie only to the host that set it.
const isOwnOrigin = (c: Context, origin: string | undefined, publicUrl: string) => {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  return isLoopback(own.hostname) && cameFromAfar(c) && hostOf(origin) === new URL(c.req.url).host
}

const cameFromAfar = ({ env }: { env: Partial<NodeRequest> | undefined }) => {
  const address = env?.incoming?.socket.localAddress
  return address !== undefined && ipaddr.process(address).range() !== 'loopback'
}

const hostOf = (origin = '') => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Accepts a request with a session cookie only from a page of this server, because browsers may attach the cookie to
 * requests that another site causes.
 * @throws DomainError `FORBIDDEN`
 */
export const guardOrigin = (c: Context, carrier: Identity['carrier'], publicUrl: string) => {
  if (carrier === 'bearer' || siteOf(c, publicUrl) === 'own') return
  throw new DomainError(
    'FORBIDDEN',
    'A request from another site cannot change anything with the session cookie: send the token as Authorization: Bearer',
  )
}

// The lifetime of the session cookie, the most that Chrome accepts. The session itself ends long before.
const maxCookieSeconds = 400 * 86_400

const setSecret = (c: Context, name: string, value: string, publicUrl: string) =>
  setCookie(c, name, value, {
    path: sessionCookiePath(publicUrl),
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: value === '' ? 0 : maxCookieSeconds,
  })

export const setSessionCookie = (c: Context, token: string, publicUrl: string) =>
  setSecret(c, sessionCookieName(publicUrl), token, publicUrl)

const keyCookieName = (publicUrl: string) => toCookieName('key', publicUrl)

/** Stores the key of a page for the pictures and scripts on it, whose addresses do not have the key. */
export const setKeyCookie = (c: Context, key: string, publicUrl: string) =>
  setSecret(c, keyCookieName(publicUrl), key, publicUrl)

export const keyInAddress = (c: Context): string | undefined =>
  c.req.url.includes('key=') ? c.req.query('key') : undefined

/** Finds the owner of the key that a request has as bearer token, in its address, or from an earlier page in a cookie. */
export const findKeyHolder = async (
  c: Context,
  keys: ReadKeys | undefined,
  publicUrl: string,
): Promise<(KeyHolder & Identity) | undefined> => {
  if (keys === undefined) return undefined
  const sent = readCredentials(c.req.raw).bearer ?? keyInAddress(c)
  const key = sent ?? getCookie(c, keyCookieName(publicUrl))
  const holder = key ? await keys.find(key) : undefined
  return holder && { ...holder, carrier: sent === undefined ? 'cookie' : 'bearer' }
}
