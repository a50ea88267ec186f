import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { inviteSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readCredentials, setSessionCookie } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { page } from '../../web/layout.ts'
import { type Form, formRoute, pageRoute, sendPrivatePage } from '../../web/page-route.ts'
import { createAccountSteps } from '../account-steps.ts'
import { OidcError } from '../oidc-provider.ts'
import { createOidcSteps } from '../oidc-steps.ts'
import type { LocalAuthDeps, OidcDeps } from '../routes/accounts-routes.ts'
import type { SignUpMode } from '../store/invites.ts'
import { backToAccount, goOnSignedIn, home } from './back-to-account.ts'
import { type Begun, createOidcCookies } from './oidc-cookies.ts'

interface OidcRoutesDeps extends LocalAuthDeps {
  site: Site
  identity: IdentityProvider
}

const callback = `${home}/oidc/callback`

/** Adds the way to an OpenID Connect provider and back. Every way ends on the account page. */
export const addOidcRoutes = (app: Hono, deps: OidcRoutesDeps & { oidc: OidcDeps }) => {
  const { site, identity, clientAddress, oidc } = deps
  const { mode } = deps.signUpPolicy
  const accountSteps = createAccountSteps(deps)
  const steps = createOidcSteps({ ...deps, ...oidc })
  const cookies = createOidcCookies({ ...oidc, publicUrl: site.publicUrl })
  const findUserId = async (c: Context) =>
    (await identity.identify(readCredentials(c.req.raw)))?.userId
  formRoute(app, { path: `${home}/oidc`, backTo: home, site }, async (c, form) => {
    const userId = await findUserId(c)
    const begun = toBegun(form, userId)
    if (begun === undefined) return backToAccount(c, site)
    try {
      if (begun.purpose === 'link') await requirePassword(c, begun.userId, form)
      const { url, attempt } = await steps.begin({ again: begun.purpose === 'confirm' })
      await cookies.writeAttempt(c, { begun, attempt })
      return goTo(c, url, deps)
    } catch (error) {
      return backToAccount(c, site, { problem: toProblem(error, begun, mode) })
    }
  })

  const requirePassword = async (c: Context, userId: string, { password = '' }: Form) => {
    const attempt = { credentials: readCredentials(c.req.raw), userId, password }
    if (!(await accountSteps.checkPassword(attempt)))
      throw new DomainError('UNAUTHORIZED', 'Wrong password')
  }

  formRoute(app, { path: `${home}/unlink`, backTo: home, site }, async (c, form) => {
    const userId = await findUserId(c)
    if (userId === undefined || oidc.isOnly) return backToAccount(c, site)
    try {
      await requirePassword(c, userId, form)
    } catch (error) {
      return backToAccount(c, site, {
        problem: toProblem(error, { purpose: 'link', userId }, mode),
      })
    }
    await oidc.linked.unlink(userId)
    return backToAccount(c, site, { done: 'unlinked' })
  })

  pageRoute(app, { path: callback, site }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const known = await cookies.takeAttempt(c)
    if (known === undefined) return backToAccount(c, site, { problem: 'expired' })
    const { begun, attempt } = known
    try {
      return await finish(c, begun, { parameters: new URL(c.req.url).searchParams, attempt })
    } catch (error) {
      return backToAccount(c, site, { problem: toProblem(error, begun, mode) })
    }
  })

  const finish = async (
    c: Context,
    begun: Begun,
    answer: Parameters<typeof steps.signIn>[0],
  ): Promise<Response> => {
    const client = { address: clientAddress(c), device: deviceOf(c) }
    if (begun.purpose === 'sign-in') {
      const { token } = await steps.signIn(answer, begun.invite, client)
      setSessionCookie(c, token, site.publicUrl)
      return goOnSignedIn(c, site)
    }
    // Somebody else may have signed in to this browser while the person was at the provider.
    if ((await findUserId(c)) !== begun.userId) throw new OidcError('expired')
    if (begun.purpose === 'link') {
      await steps.link(answer, begun.userId, client)
      return backToAccount(c, site, { done: 'linked' })
    }
    await steps.confirm(answer, begun.userId, client)
    await cookies.writeConfirmed(c, begun.userId)
    return backToAccount(c, site, {
      done: 'confirmed',
      ...(begun.section && { section: begun.section }),
    })
  }
}

const toBegun = (
  { purpose, invite, section }: Form,
  userId: string | undefined,
): Begun | undefined => {
  const code = inviteSchema.safeParse(invite).data
  if (purpose === 'sign-in') return { purpose, ...(code && { invite: code }) }
  if (userId === undefined) return undefined
  if (purpose === 'link') return { purpose, userId }
  return purpose === 'confirm' ? { purpose, userId, ...(section && { section }) } : undefined
}

// A page that goes on by itself. After a redirect, Chromium would check the provider's address, and those that it
// redirects to, against `form-action` of the Content-Security-Policy.
const goTo = (
  c: Context,
  url: string,
  { site, oidc: { name } }: { site: Site; oidc: OidcDeps },
) => {
  c.header('Refresh', `0; url=${url}`)
  return sendPrivatePage(
    c,
    page({
      site,
      title: `${name} · Fresco`,
      description: 'Sign in',
      unlisted: true,
      body: html`<main id="main" class="wide message">
        <div>
        <h1>One moment</h1>
        <p class="lead">You are being taken to ${name}.</p>
        <p><a class="button" href="${url}">Continue</a></p>
        </div>
      </main>`,
    }),
  )
}

const toProblem = (error: unknown, begun: Begun, mode: SignUpMode): string => {
  if (error instanceof OidcError) return error.problem
  if (!(error instanceof DomainError)) throw error
  const problem = problemOf[error.code]
  if (problem !== undefined) return problem
  if (error.code !== 'SIGN_UP_REFUSED') throw error
  if (mode === 'closed') return 'sign-up-closed'
  return begun.purpose === 'sign-in' && begun.invite ? 'invite-refused' : 'invite-needed'
}

const problemOf: Partial<Record<DomainError['code'], string>> = {
  ACCOUNT_BLOCKED: 'blocked',
  FORBIDDEN: 'somebody-else',
  LINK_TAKEN: 'link-taken',
  UNAUTHORIZED: 'wrong-password',
  TOO_MANY_ATTEMPTS: 'too-many',
}

/** The sentence for `?problem=` of the account page. */
export const problemText = (problem: string | undefined, name: string): string | undefined =>
  new Map([
    ['denied', `You did not sign in at ${name}. Nothing has changed. You can try again.`],
    ['expired', 'That took too long, or it was started in another browser. Please start again.'],
    ['used', 'This sign-in was already used, or it took too long. Please start again.'],
    [
      'issuer',
      `The answer did not come from the ${name} that this site knows, so nothing has changed. Please ask the person who runs this site.`,
    ],
    [
      'clock',
      `The clocks of this site and of ${name} are too far apart, so the sign-in could not be checked. Please ask the person who runs this site.`,
    ],
    [
      'undated',
      `${name} does not say when you signed in there, so nothing has changed. Please ask the person who runs this site for a password.`,
    ],
    [
      'setup',
      `The sign-in with ${name} is not set up correctly. Please ask the person who runs this site.`,
    ],
    ['away', `${name} cannot be reached right now. Please try again in a moment.`],
    ['sign-up-closed', 'Nobody can create an account on this site right now.'],
    [
      'invite-needed',
      `You need an invite to create an account. Please enter it below, then continue with ${name}.`,
    ],
    ['invite-refused', 'This invite does not work any more. Please ask for a new one.'],
    ['blocked', 'This account is blocked. Please ask the person who runs this site.'],
    ['somebody-else', `Somebody else signed in at ${name}. Nothing has changed.`],
    [
      'link-taken',
      `That account at ${name} already belongs to an account here, or yours is linked to another one. Nothing has changed.`,
    ],
    ['wrong-password', 'That is not your password. Nothing has changed.'],
    ['too-many', 'Too many attempts. Please wait some minutes, then try again.'],
    [
      'unconfirmed',
      `Nothing has changed. Please sign in at ${name} again, so that we know it is you.`,
    ],
  ]).get(problem ?? '')
