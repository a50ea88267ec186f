import type { Hono } from 'hono'
import { changePasswordSchema, deleteAccountSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { type AccountStepsDeps, createAccountSteps } from '../../identity/account-steps.ts'
import type { ClientAddress } from '../requests/client-address.ts'
import { privateRoute } from '../requests/private-route.ts'
import { readJson } from '../requests/read-json.ts'
import { readCredentials, requireChangingUser } from '../requests/require-user.ts'
import { setSessionCookie } from '../requests/session-cookie.ts'

interface OwnAccountRoutesDeps extends AccountStepsDeps {
  publicUrl: string
  clientAddress: ClientAddress
}

const body = { maxBytes: 16 * 1024 }

/** What people do with a local account of their own; each asks for the password once more. */
export const addOwnAccountRoutes = (app: Hono, deps: OwnAccountRoutesDeps) => {
  const { publicUrl, clientAddress } = deps
  const steps = createAccountSteps(deps)

  privateRoute(app, '/api/auth/change-password', {
    POST: async (c) => {
      const { userId } = await requireChangingUser(c, deps)
      const passwords = await readJson(c, changePasswordSchema, body)
      const change = { credentials: readCredentials(c.req.raw), userId, ...passwords }
      if (!(await steps.changePassword(change, clientAddress(c)))) throw wrongPassword()
      return c.json({ success: true })
    },
  })

  privateRoute(app, '/api/auth/delete-account', {
    POST: async (c) => {
      const { userId, carrier } = await requireChangingUser(c, deps)
      const { password } = await readJson(c, deleteAccountSchema, body)
      const deletion = { credentials: readCredentials(c.req.raw), userId, password }
      if (!(await steps.deleteAccount(deletion, clientAddress(c)))) throw wrongPassword()
      if (carrier === 'cookie') setSessionCookie(c, '', publicUrl)
      return c.json({ success: true })
    },
  })
}

const wrongPassword = () => new DomainError('FORBIDDEN', 'Wrong password')
