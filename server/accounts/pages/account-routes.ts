import type { Context, Hono } from 'hono'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { splitFavorites } from '../../favorites/public-favorites.ts'
import { toListPage } from '../../http/interchange/list-page.ts'
import { watchClient } from '../../http/requests/client-waits.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readCredentials, setSessionCookie } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import type { Credentials, IdentityProvider } from '../../identity/identity-provider.ts'
import type { FindUpdateNews } from '../../ports.ts'
import { type Message, messagePage } from '../../web/error-pages.ts'
import { type Form, formRoute, pageRoute, sendPage, sendPrivatePage } from '../../web/page-route.ts'
import type { LocalAuthDeps } from '../routes/accounts-routes.ts'
import { admit } from '../store/invites.ts'
import { type OwnPage, ownPage, type SignedOutPage, signedOutPage } from './account-pages.ts'
import {
  backToAccount,
  beginConnecting,
  connectPath,
  endConnecting,
  goOnSignedIn,
  home,
  isConnecting,
} from './back-to-account.ts'
import { connected, connectPage } from './connect-page.ts'
import { findInvites, inviteOf, makeInvite, type ShownInvites } from './invites-section.ts'
import { createOidcCookies } from './oidc-cookies.ts'
import { addOidcRoutes, problemText } from './oidc-routes.ts'
import { mustConfirm, type OwnWays } from './oidc-sections.ts'
import type { ShownServer } from './server-section.ts'
import { createSubmissions, type Refusal, type Sender } from './submissions.ts'

interface AccountRoutesDeps {
  snapshot: CurrentSnapshot
  site: Site
  instance: Pick<Instance, 'version'>
  findUpdateNews?: FindUpdateNews | undefined
  accounts?:
    | {
        identity: IdentityProvider
        favorites: FavoritesStore
        local: LocalAuthDeps | undefined
      }
    | undefined
}

export const addAccountRoutes = (app: Hono, { accounts, ...deps }: AccountRoutesDeps) => {
  if (accounts?.local) {
    const { local, identity, favorites } = accounts
    return addLocalAccountRoutes(app, { ...deps, ...local, identity, favorites })
  }
  const message = accounts === undefined ? noAccounts : accountsElsewhere
  const { site } = deps
  return pageRoute(app, { path: home, site }, (c) => sendPage(c, messagePage(message, site)))
}

const noAccounts: Message = {
  title: 'No accounts here',
  text: 'This server has wallpapers but no accounts. Your favorites stay in your browser.',
}

const accountsElsewhere: Message = {
  title: 'Your account is in the extension',
  text: 'This server uses Clerk for accounts. Open the settings of the Fresco extension and sign in there. You will find your favorites, your share page and everything else about your account in the extension.',
}

type LocalAccountRoutesDeps = Omit<AccountRoutesDeps, 'accounts'> &
  Omit<NonNullable<AccountRoutesDeps['accounts']>, 'local'> &
  LocalAuthDeps

const notices: ReadonlyMap<string | undefined, string> = new Map([
  ['signed-out', 'You are signed out. See you soon!'],
  ['removed', 'Removed from your favorites.'],
  ['name', 'Your name has been changed.'],
  ['session-ended', 'That device has been signed out.'],
  ['sessions-ended', 'You have been signed out everywhere else.'],
  ['revoked', 'The invite has been revoked. Nobody can use it any more.'],
  ['password', 'Your password has been changed. You have been signed out everywhere else.'],
  ['linked', 'Your account is linked. You can sign in either way now.'],
  ['unlinked', 'The link has been removed. You sign in with your password from now on.'],
  ['new-password', 'You have a password now. You have been signed out everywhere else.'],
  [
    'confirmed',
    'Thank you, you are confirmed. You can make your change below within the next five minutes.',
  ],
  ['deleted', 'Your account has been deleted, with everything in it. Take care!'],
])

const addLocalAccountRoutes = (app: Hono, deps: LocalAccountRoutesDeps) => {
  const { accounts, identity, favorites, site, clientAddress, signUpPolicy, pairings, oidc } = deps
  const { publicUrl } = site
  const submissions = createSubmissions(deps)
  const onForm = (name: string, handler: (c: Context, form: Form) => Promise<Response>) =>
    formRoute(app, { path: `${home}/${name}`, backTo: home, site }, handler)

  if (oidc) addOidcRoutes(app, { ...deps, oidc })

  pageRoute(app, { path: home, site }, async (c) => (await showOwn(c, deps)) ?? showForms(c, deps))

  for (const [name, step] of [
    ['sign-in', 'signIn'],
    ['sign-up', 'signUp'],
  ] as const)
    onForm(name, async (c, form) => {
      if (oidc?.isOnly) return backToAccount(c, site)
      const outcome = await submissions[step](form, {
        address: clientAddress(c),
        device: deviceOf(c),
      })
      if (!('errors' in outcome)) {
        setSessionCookie(c, outcome.token, publicUrl)
        return goOnSignedIn(c, site)
      }
      setRefusal(c, outcome)
      const refused = { [step]: { values: form, errors: outcome.errors } }
      return showForms(c, deps, refused)
    })

  const findProfile = async (c: Context) => {
    const user = await identity.identify(readCredentials(c.req.raw))
    return user && identity.findOwnProfile(user.userId)
  }
  pageRoute(app, { path: connectPath, site }, async (c) => {
    const profile = await findProfile(c)
    beginConnecting(c, site)
    if (profile === undefined) return showForms(c, deps, { isConnecting: true })
    return sendPrivatePage(c, connectPage({ site, profile }))
  })
  onForm('connect/answer', async (c, { code = '' }) => {
    const profile = await findProfile(c)
    if (profile === undefined) return c.redirect(site.link(connectPath), 303)
    const device = await pairings.confirm(code, readCredentials(c.req.raw))
    if (device === undefined) {
      c.status(400)
      return sendPrivatePage(c, connectPage({ site, profile, wrongCode: code.slice(0, 32) }))
    }
    endConnecting(c, site)
    return sendPrivatePage(c, messagePage(connected(device), site))
  })

  onForm('sign-out', async (c) => {
    await accounts.signOut(readCredentials(c.req.raw))
    return leave(c, 'signed-out', deps)
  })

  onForm('remove', async (c, { id = '', page = '' }) => {
    const isAwaited = watchClient(c)
    const user = await identity.identify(readCredentials(c.req.raw))
    if (user === undefined) return backToAccount(c, site)
    await favorites.change(user.userId, { id, action: 'remove' }, isAwaited)
    return backToAccount(c, site, { done: 'removed', page })
  })

  const onSessionsForm = (
    name: string,
    done: string,
    end: (credentials: Credentials, form: Form) => Promise<unknown>,
  ) =>
    onForm(name, async (c, form) => {
      await end(readCredentials(c.req.raw), form)
      return backToAccount(c, site, { done })
    })

  onSessionsForm('end-session', 'session-ended', (credentials, { id = '' }) =>
    accounts.endSession(credentials, id),
  )
  onSessionsForm('end-other-sessions', 'sessions-ended', accounts.endOtherSessions)

  const onInviteForm = (
    name: string,
    change: (form: Form, userId: string) => Promise<Omit<ShownInvites, 'list'> | undefined>,
  ) =>
    onForm(name, async (c, form) => {
      const user = await identity.identify(readCredentials(c.req.raw))
      const known = user && (await findInvites(signUpPolicy, user.userId))
      if (user === undefined || known === undefined) return backToAccount(c, site)
      const shown = await change(form, user.userId)
      if (shown === undefined) return backToAccount(c, site, { done: 'revoked' })
      if (shown.error) c.status(400)
      const invites = { ...shown, list: await signUpPolicy.invites.list() }
      return (await showOwn(c, deps, { invites })) ?? backToAccount(c, site)
    })

  onInviteForm('invite', (form, userId) => makeInvite(signUpPolicy, form, { userId, publicUrl }))
  onInviteForm('revoke', async ({ id = '' }) => {
    await signUpPolicy.invites.revoke(id)
    return undefined
  })

  const onOwnForm = (
    name: string,
    refused: keyof Refused,
    submit: (form: Form, sender: Sender) => Promise<Refusal | undefined>,
    finish: (c: Context, sender: Sender) => Response,
  ) =>
    onForm(name, async (c, form) => {
      const credentials = readCredentials(c.req.raw)
      const user = await identity.identify(credentials)
      if (user === undefined) return backToAccount(c, site)
      const ways = await findWays(c, deps, user.userId)
      if (mustConfirm(ways)) return backToAccount(c, site, { problem: 'unconfirmed' })
      const confirmed = ways?.hasPassword === false ? oidc?.linked : undefined
      const sender = { credentials, userId: user.userId, confirmed }
      const refusal = await submit(form, sender)
      if (refusal === undefined) return finish(c, sender)
      setRefusal(c, refusal)
      return (
        (await showOwn(c, deps, { [refused]: { ...refusal, values: form } })) ??
        backToAccount(c, site)
      )
    })

  onOwnForm('name', 'nameChange', submissions.changeName, (c) =>
    backToAccount(c, site, { done: 'name' }),
  )
  onOwnForm('password', 'passwordChange', submissions.changePassword, (c, { confirmed }) =>
    backToAccount(c, site, { done: confirmed ? 'new-password' : 'password' }),
  )
  onOwnForm('delete', 'deletion', submissions.deleteAccount, (c) => leave(c, 'deleted', deps))
}

type Refused = Pick<OwnPage, 'nameChange' | 'passwordChange' | 'deletion' | 'invites'>

const showOwn = async (c: Context, deps: LocalAccountRoutesDeps, refused: Refused = {}) => {
  const credentials = readCredentials(c.req.raw)
  const user = await deps.identity.identify(credentials)
  const profile = user && (await deps.identity.findOwnProfile(user.userId))
  if (profile === undefined) return undefined
  const [ids, { catalogue, urls }, sessions, history, invites, ways, server] = await Promise.all([
    deps.favorites.list(profile.userId),
    deps.snapshot(),
    deps.accounts.listSessions(credentials),
    deps.accounts.findHistory(profile.userId),
    findInvites(deps.signUpPolicy, profile.userId),
    findWays(c, deps, profile.userId),
    findServer(deps, profile.userId),
  ])
  const { present, gone } = splitFavorites(ids, catalogue)
  const done = c.req.query('done')
  return sendPrivatePage(
    c,
    ownPage({
      profile,
      shown: toListPage(present, c.req.query('page')),
      count: ids.length,
      gone,
      notice: notices.get(done),
      problem: problemOf(c, deps),
      ways,
      opened: c.req.query('section'),
      history,
      sessions,
      showsSessions: done === 'session-ended',
      now: Date.now(),
      invites,
      server,
      ...refused,
      urls,
      site: deps.site,
    }),
  )
}

const findServer = async (
  { signUpPolicy, instance, findUpdateNews }: LocalAccountRoutesDeps,
  userId: string,
): Promise<ShownServer | undefined> => {
  if (!(await signUpPolicy.invites.isAdministrator(userId))) return undefined
  const looksForUpdates = findUpdateNews !== undefined
  return { version: instance.version, looksForUpdates, news: await findUpdateNews?.() }
}

const showForms = async (
  c: Context,
  deps: Pick<LocalAccountRoutesDeps, 'site' | 'signUpPolicy' | 'oidc'>,
  forms: Pick<SignedOutPage, 'signIn' | 'signUp' | 'isConnecting'> = {},
) => {
  const { site, oidc: provider } = deps
  const { mode } = deps.signUpPolicy
  const invite = inviteOf(c)
  const deadInvite = mode === 'invite' && invite ? await findRefusal(deps, invite) : undefined
  const notice = signedOutNotice(c, provider?.name)
  const problem = problemOf(c, deps)
  const signUp = { values: { invite: deadInvite ? '' : invite } }
  const shown = { site, mode, notice, problem, provider, deadInvite, signUp, ...forms }
  return sendPrivatePage(c, signedOutPage({ isConnecting: isConnecting(c), ...shown }))
}

const findRefusal = (
  { signUpPolicy }: Pick<LocalAccountRoutesDeps, 'signUpPolicy'>,
  invite: string,
): Promise<string | undefined> =>
  admit(signUpPolicy, invite).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'SIGN_UP_REFUSED')
        return `${error.message}.`
      throw error
    },
  )

const signedOutNotice = (c: Context, provider: string | undefined) => {
  const done = c.req.query('done')
  if (done !== 'signed-out' || provider === undefined) return notices.get(done)
  return `You are signed out of this site. You may still be signed in at ${provider}.`
}

const problemOf = (c: Context, { oidc }: Pick<LocalAccountRoutesDeps, 'oidc'>) =>
  oidc && problemText(c.req.query('problem'), oidc.name)

const findWays = async (
  c: Context,
  { oidc, site: { publicUrl } }: LocalAccountRoutesDeps,
  userId: string,
): Promise<OwnWays | undefined> => {
  if (oidc === undefined) return undefined
  const isConfirmed = await createOidcCookies({ ...oidc, publicUrl }).isConfirmed(c, userId)
  return { ...(await oidc.linked.findWays(userId)), provider: oidc, isConfirmed }
}

const leave = (c: Context, done: string, { site, oidc }: LocalAccountRoutesDeps) => {
  const { publicUrl } = site
  if (oidc) createOidcCookies({ ...oidc, publicUrl }).removeConfirmed(c)
  setSessionCookie(c, '', publicUrl)
  return backToAccount(c, site, { done })
}

const setRefusal = (c: Context, { status, retryAfterSeconds }: Refusal) => {
  c.status(status)
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
}
