import type { Context } from 'hono'
import { DomainError } from '../../domain-error.ts'
import type { Credentials, Identity, IdentityProvider } from '../../identity/identity-provider.ts'
import { guardOrigin } from './origin-guard.ts'
import { requireJsonType } from './read-json.ts'

interface RequireUserDeps {
  identity: IdentityProvider
  publicUrl: string
}

/** The scheme `Bearer` may be in any case (RFC 9110 §11.1). */
export const readCredentials = ({ headers }: Request): Credentials => {
  const authorization = headers.get('authorization') ?? ''
  return {
    bearer: /^bearer\b/i.test(authorization)
      ? (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
      : undefined,
    cookie: headers.get('cookie') ?? undefined,
  }
}

/** @throws DomainError `UNAUTHORIZED` */
export const requireUser = async (c: Context, { identity }: RequireUserDeps): Promise<Identity> => {
  const user = await identity.identify(readCredentials(c.req.raw))
  if (user !== undefined) return user
  c.header('WWW-Authenticate', 'Bearer')
  throw new DomainError('UNAUTHORIZED', 'Unauthorized')
}

/**
 * The user of a request that changes something; with a cookie it must come from our own pages, and
 * as JSON when it has a body.
 * @throws DomainError `UNAUTHORIZED`, `FORBIDDEN` or `NOT_JSON`
 */
export const requireChangingUser = async (c: Context, deps: RequireUserDeps): Promise<Identity> => {
  const user = await requireUser(c, deps)
  guardOrigin(c, user.carrier, deps.publicUrl)
  if (user.carrier === 'cookie') requireJsonType(c)
  return user
}
