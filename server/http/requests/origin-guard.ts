import type { Context } from 'hono'
import { DomainError } from '../../domain-error.ts'
import type { Identity } from '../../identity/identity-provider.ts'

/**
 * Which site a request comes from. Pages can set neither of the two headers; browsers send one of
 * them with every request that changes something, so without both it is no browser, or a very old one.
 */
export type Site = 'own' | 'foreign' | 'unknown'

export const siteOf = (c: Context, publicUrl: string): Site => {
  const origin = c.req.header('Origin')
  const fetchSite = c.req.header('Sec-Fetch-Site')
  if (fetchSite === 'same-origin' || isOwnOrigin(c, origin, publicUrl)) return 'own'
  return origin === undefined && fetchSite === undefined ? 'unknown' : 'foreign'
}

/**
 * A server at every address knows none of its own: then the page's is the one it was asked at. The
 * browser writes both, and gives no cookie of one host, or of a name made to lead here, to another.
 */
const isOwnOrigin = (c: Context, origin: string | undefined, publicUrl: string) => {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  return everyAddress.has(own.hostname) && hostOf(origin) === new URL(c.req.url).host
}

const everyAddress = new Set(['0.0.0.0', '[::]'])

const hostOf = (origin = '') => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * A cookie is sent by the browser unasked: what it authenticates must come from our own pages.
 * @throws DomainError `FORBIDDEN`
 */
export const guardOrigin = (c: Context, carrier: Identity['carrier'], publicUrl: string) => {
  if (carrier === 'bearer' || siteOf(c, publicUrl) === 'own') return
  throw new DomainError(
    'FORBIDDEN',
    'A session cookie changes nothing from another site: send the token as Authorization: Bearer',
  )
}
