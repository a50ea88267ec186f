import type { Hono } from 'hono'
import { DomainError } from '../../domain-error.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { paintInitial } from '../../identity/initial-picture.ts'
import { publicRoute } from '../requests/public-route.ts'

/** The pictures of local accounts: `imageUrl` of a profile points here. */
export const addUserImageRoutes = (app: Hono, { identity }: { identity: IdentityProvider }) => {
  publicRoute(app, '/api/users/:username/image', async (c) => {
    const profile = await identity.findProfile(c.req.param('username') ?? '')
    if (profile === undefined) throw new DomainError('NOT_FOUND', 'User not found')
    c.header('Content-Type', 'image/svg+xml')
    c.header('Cache-Control', 'public, max-age=86400')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Content-Security-Policy', "default-src 'none'")
    return c.body(paintInitial({ username: profile.username, name: profile.displayName }))
  })
}
