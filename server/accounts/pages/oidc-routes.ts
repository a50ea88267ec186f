import type { Context, Hono } from 'hono'
import { inviteSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readCredentials } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import { countAttempt } from '../../identity/attempt-limits.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { messagePage } from '../../web/error-pages.ts'
import { type Form, formRoute, pageRoute, sendPrivatePage } from '../../web/page-route.ts'
import type { Begun, OidcAttempt } from '../oidc-cookies.ts'
import { OidcError } from '../oidc-provider.ts'
import type { LocalAuthDeps, OidcDeps } from '../routes/deps.ts'
import type { SignUpMode } from '../store/invites.ts'
import { backToAccount, entry, goOnSignedIn, home } from './back-to-account.ts'

interface OidcRoutesDeps {
  site: Site
  identity: IdentityProvider
  favorites: FavoritesStore
  local: LocalAuthDeps
  oidc: OidcDeps
}

const callback = `${home}/oidc/callback`

export const addOidcRoutes = (app: Hono, deps: OidcRoutesDeps) => {
  const { site, identity, local, oidc } = deps
  const { clientAddress, actions, signUpPolicy } = local
  const { provider, linked, cookies } = oidc
  const requireOwnPassword = (c: Context, userId: string, { password }: Form) =>
    actions.requirePassword({ credentials: readCredentials(c.req.raw), userId }, password)
  const backWith = (c: Context, error: unknown, invite?: string) =>
    backToAccount(c, site, { problem: toProblemName(error, signUpPolicy.mode, invite) })

  const own = { backTo: home, site, entry, identity } as const
  formRoute(app, { path: `${home}/oidc`, ...own }, async (c, form, user) => {
    const begun = toBegun(form, user?.userId)
    if (begun === undefined) return backToAccount(c, site)
    try {
      if (begun.purpose === 'link') await requireOwnPassword(c, begun.userId, form)
      const { url, attempt } = await provider.begin({ again: begun.purpose === 'confirm' })
      await cookies.writeAttempt(c, { begun, attempt })
      return goTo(c, url, deps)
    } catch (error) {
      return backWith(c, error, inviteOf(begun))
    }
  })

  formRoute(app, { path: `${home}/unlink`, ...own }, async (c, form, user) => {
    if (user === undefined || oidc.isOnly) return backToAccount(c, site)
    try {
      await requireOwnPassword(c, user.userId, form)
    } catch (error) {
      return backWith(c, error)
    }
    await linked.unlink(user.userId)
    return backToAccount(c, site, { done: 'unlinked' })
  })

  pageRoute(app, { path: callback, site, entry }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const known = await cookies.takeAttempt(c)
    if (known === undefined) return backToAccount(c, site, { problem: 'expired' })
    try {
      return await finish(c, known.begun, known.attempt)
    } catch (error) {
      return backWith(c, error, inviteOf(known.begun))
    }
  })

  const finish = async (c: Context, begun: Begun, attempt: OidcAttempt): Promise<Response> => {
    const address = clientAddress(c)
    // Somebody else may have signed in to this browser while the person was at the provider.
    const user = await identity.identify(readCredentials(c.req.raw))
    if (begun.purpose !== 'sign-in' && user?.userId !== begun.userId) throw new OidcError('expired')
    await countAttempt(oidc.answers, address.key)
    const again = begun.purpose === 'confirm'
    const person = await provider.finish(new URL(c.req.url).searchParams, attempt, { again })
    switch (begun.purpose) {
      case 'sign-in': {
        const device = deviceOf(c)
        const signUp = async () => {
          const used = await actions.admitSignUp(address, begun.invite)
          const names = await person.findNames()
          return linked.signUp(person, { names, device, inviteId: used?.id })
        }
        const signedIn = (await linked.signIn(person, device)) ?? (await signUp())
        return goOnSignedIn(c, deps, { ...signedIn, heart: begun.heart ?? {} })
      }
      case 'link':
        await linked.link(begun.userId, person)
        return backToAccount(c, site, { done: 'linked' })
      case 'confirm':
        if ((await linked.findUser(person)) !== begun.userId) throw new OidcError('somebody-else')
        await cookies.writeConfirmed(c, begun.userId)
        return backToAccount(c, site, {
          done: 'confirmed',
          ...(begun.section && { section: begun.section }),
        })
    }
  }
}

const inviteOf = (begun: Begun) => (begun.purpose === 'sign-in' ? begun.invite : undefined)

const toBegun = (
  { purpose, invite, section, id = '', action = '', userId: loadedFor = '' }: Form,
  userId: string | undefined,
): Begun | undefined => {
  const code = inviteSchema.safeParse(invite).data
  const heart = { id, action, userId: loadedFor }
  if (purpose === 'sign-in') return { purpose, heart, ...(code && { invite: code }) }
  if (userId === undefined) return undefined
  if (purpose === 'link') return { purpose, userId }
  return purpose === 'confirm' ? { purpose, userId, ...(section && { section }) } : undefined
}

// A page that goes on by itself. After a redirect, Chromium would check the provider's address, and those that it
// redirects to, against `form-action` of the Content-Security-Policy.
const goTo = (c: Context, url: string, { site, oidc: { name } }: OidcRoutesDeps) => {
  c.header('Refresh', `0; url=${url}`)
  const text = `You are being taken to ${name}.`
  const message = { title: 'One moment', text, button: { url, text: 'Continue' } }
  return sendPrivatePage(c, messagePage(message, site))
}

const toProblemName = (error: unknown, mode: SignUpMode, invite: string | undefined): string => {
  if (error instanceof OidcError) return error.problem
  if (!(error instanceof DomainError)) throw error
  const problem = problemOf[error.code]
  if (problem !== undefined) return problem
  if (error.code !== 'SIGN_UP_REFUSED') throw error
  if (mode === 'closed') return 'sign-up-closed'
  return invite ? 'invite-refused' : 'invite-needed'
}

const problemOf: Partial<Record<DomainError['code'], string>> = {
  ACCOUNT_BLOCKED: 'blocked',
  FORBIDDEN: 'wrong-password',
  LINK_TAKEN: 'link-taken',
  TOO_MANY_ATTEMPTS: 'too-many',
}

export const problemText = (problem: string | undefined, name: string): string | undefined =>
  new Map(
    Object.entries({
      denied: `You did not sign in at ${name}. Nothing has changed. You can try again.`,
      expired:
        'The sign-in took too long, or it was started in another browser. Please start again.',
      used: 'This sign-in was already used, or it took too long. Please start again.',
      issuer: `The answer did not come from the ${name} that this site knows, so nothing has changed. Please ask the person who runs this site.`,
      clock: `The clocks of this site and of ${name} are too far apart, so the sign-in could not be checked. Please ask the person who runs this site.`,
      undated: `${name} does not say when you signed in there, so nothing has changed. Please ask the person who runs this site for a password.`,
      setup: `The sign-in with ${name} is not set up correctly. Please ask the person who runs this site.`,
      away: `${name} cannot be reached right now. Please try again in a moment.`,
      'sign-up-closed': 'Nobody can create an account on this site right now.',
      'invite-needed': `You need an invite to create an account. Please enter it below, then continue with ${name}.`,
      'invite-refused': 'This invite is no longer valid. Please ask for a new one.',
      blocked: 'This account is blocked. Please ask the person who runs this site.',
      'somebody-else': `Somebody else signed in at ${name}. Nothing has changed.`,
      'link-taken': `That account at ${name} already belongs to an account here, or yours is linked to another one. Nothing has changed.`,
      'wrong-password': 'That is not your password. Nothing has changed.',
      'too-many': 'Too many attempts. Please wait a few minutes, then try again.',
      unconfirmed: `Nothing has changed. Please sign in at ${name} again, so that we know it is you.`,
    }),
  ).get(problem ?? '')
