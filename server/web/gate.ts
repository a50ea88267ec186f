import type { Context, Hono } from 'hono'
import { DomainError } from '../domain-error.ts'
import { setPublicHeaders } from '../http/answers/headers.ts'
import { type Entry, entryOf, privateText } from '../http/entry.ts'
import {
  findKeyHolder,
  keyInAddress,
  readCredentials,
  setKeyCookie,
} from '../http/requests/session.ts'
import type { Site } from '../http/site.ts'
import type { IdentityProvider } from '../identity/identity-provider.ts'
import type { ReadKeys } from '../identity/read-keys.ts'
import { isForPeople } from './error-pages.ts'
import { setPageHeaders } from './page-route.ts'

interface GateDeps {
  site: Site
  identity: IdentityProvider
  keys: ReadKeys | undefined
  /** Whether the share page of a user shows what is at an address. */
  isShared: (userId: string, url: URL) => Promise<boolean>
}

/**
 * Closes a private server. It must come before the routes, because Hono runs them in order. Each route declares its
 * entry, and preflight requests of browsers have no credentials.
 */
export const addGate = (app: Hono, deps: GateDeps) => {
  app.use('*', async (c, next) => {
    const entry = entryOf(app, c)
    if (entry === 'nothing' || c.req.method === 'OPTIONS') return next()
    const admittedBy = await admit(c, entry, deps)
    if (admittedBy === undefined) return refuse(c, entry, deps.site)
    await next()
    c.res.headers.set('Cache-Control', toPrivate(c.res.headers.get('Cache-Control')))
    const key = keyInAddress(c)
    if (key === undefined) return
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    // For somebody with a session, the cookie would still work after the sign-out.
    if (admittedBy === 'key' && isForPeople(c)) setKeyCookie(c, key, deps.site.publicUrl)
  })
}

/** Returns what a request shows to be admitted, or `undefined` if that is not enough. */
const admit = async (c: Context, entry: Entry, { site, identity, ...deps }: GateDeps) => {
  if ((await identity.identify(readCredentials(c.req.raw))) !== undefined) return 'session'
  if (entry === 'session') return undefined
  const holder = await findKeyHolder(c, deps.keys, site.publicUrl)
  if (holder === undefined) return undefined
  const isOpened =
    holder.scope !== 'share' || (await deps.isShared(holder.userId, new URL(c.req.url)))
  return isOpened ? 'key' : undefined
}

const refuse = (c: Context, entry: Entry, site: Site) => {
  const { method, url } = c.req
  if (isForPeople(c) || (entry === 'session' && method !== 'POST')) {
    setPageHeaders(c)
    c.header('Cache-Control', 'private, no-store')
    const { pathname, searchParams } = new URL(url)
    searchParams.delete('key')
    const back = site.link(pathname) + (searchParams.size > 0 ? `?${searchParams}` : '')
    return c.redirect(`${site.link('/account')}?${new URLSearchParams({ back })}`, 303)
  }
  setPublicHeaders(c)
  c.header('WWW-Authenticate', 'Bearer')
  throw new DomainError('UNAUTHORIZED', privateText)
}

const toPrivate = (caching: string | null): string => {
  if (caching === null) return 'private'
  return caching.includes('private') ? caching : `private, ${caching.replace(/public,? ?/, '')}`
}
