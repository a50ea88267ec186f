import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Instance } from '../../../shared/service-api.ts'
import type { CurrentSnapshot, RereadCatalogue } from '../../catalogue/catalogue-store.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { splitFavorites } from '../../favorites/public-favorites.ts'
import { watchClient } from '../../http/requests/client-waits.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readCredentials, setSessionCookie } from '../../http/requests/session.ts'
import type { Site } from '../../http/site.ts'
import { countAttempt } from '../../identity/attempt-limits.ts'
import type { Identity, IdentityProvider } from '../../identity/identity-provider.ts'
import type { OwnSources } from '../../ports.ts'
import { type Message, messagePage } from '../../web/error-pages.ts'
import { toHeartChange } from '../../web/hearts.ts'
import { type Form, formRoute, pageRoute, sendPage, sendPrivatePage } from '../../web/page-route.ts'
import { toListPage } from '../../web/wall.ts'
import { type AccountAction, type Client, type Sender, wrongPair } from '../account-actions.ts'
import type { LocalAuthDeps } from '../routes/deps.ts'
import { sendOwnData } from '../routes/own-account-routes.ts'
import type { SignedInUser } from '../store/sessions.ts'
import {
  backToAccount,
  connectPath,
  entry,
  forgetOrigin,
  goOnSignedIn,
  home,
  isConnecting,
  rememberOrigin,
} from './back-to-account.ts'
import { connected, connectPage } from './connect-page.ts'
import { inviteOf, makeInvite } from './invites-section.ts'
import { makeKey } from './keys-section.ts'
import { addOidcRoutes, problemText } from './oidc-routes.ts'
import { mustConfirm, type OwnPage, ownPage } from './own-page.ts'
import { type SignedOutPage, signedOutPage } from './signed-out-page.ts'
import { type ShownSources, toSettings } from './sources-section.ts'
import { submit } from './submissions.ts'

interface SiteDeps {
  snapshot: CurrentSnapshot
  site: Site
  instance: Pick<Instance, 'version'>
  reread?: RereadCatalogue | undefined
  /** Without it, the page has no section for sources. */
  ownSources?: OwnSources | undefined
}

interface Accounts {
  identity: IdentityProvider
  favorites: FavoritesStore
  local: LocalAuthDeps | undefined
}

type PageDeps = SiteDeps & Accounts & { local: LocalAuthDeps }

export const addAccountRoutes = (
  app: Hono,
  { accounts, ...deps }: SiteDeps & { accounts?: Accounts | undefined },
) => {
  if (accounts?.local)
    return addLocalAccountRoutes(app, { ...accounts, ...deps, local: accounts.local })
  const message = accounts === undefined ? noAccounts : accountsElsewhere
  const { site } = deps
  return pageRoute(app, { path: home, site, entry }, (c) => sendPage(c, messagePage(message, site)))
}

const noAccounts: Message = {
  title: 'No accounts here',
  text: 'This server has wallpapers but no accounts. Your favorites stay in your browser.',
}

const accountsElsewhere: Message = {
  title: 'Your account is in the extension',
  text: 'This server uses Clerk for accounts. Open the settings of the Fresco extension and sign in there. You will find your favorites, your share page and everything else about your account in the extension.',
}

const notices: ReadonlyMap<string | undefined, string> = new Map([
  ['signed-out', 'You are signed out. See you soon!'],
  ['removed', 'Removed from your favorites.'],
  ['name', 'Your name has been changed.'],
  ['session-ended', 'That device has been signed out.'],
  ['sessions-ended', 'You have been signed out everywhere else.'],
  ['key-ended', 'The key has ended. Nobody can use it any more.'],
  ['revoked', 'The invite has been revoked. Nobody can use it any more.'],
  ['reread', 'The server is reading its wallpapers again. What has changed appears in a moment.'],
  ['source-add', 'The server is looking at the new source. Its pictures appear one after another.'],
  ['source-pause', 'The source is paused. Its pictures stay, and new ones are not pulled.'],
  ['source-resume', 'The server is looking at the source again.'],
  ['source-remove', 'The source has been removed, and its pictures are no longer shown.'],
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

const addLocalAccountRoutes = (app: Hono, deps: PageDeps) => {
  const { identity, favorites, site, local } = deps
  const { accounts, actions, clientAddress, signUpPolicy, pairings, keys, oidc } = local
  const { publicUrl } = site
  const onForm = (
    name: string,
    handler: (c: Context, form: Form, user: Identity | undefined) => Promise<Response>,
  ) => formRoute(app, { path: `${home}/${name}`, backTo: home, site, entry, identity }, handler)
  const onOwnForm = (
    name: string,
    handler: (c: Context, form: Form, sender: Sender) => Promise<Response>,
  ) =>
    onForm(name, async (c, form, user) => {
      if (user === undefined) return backToAccount(c, site)
      return handler(c, form, { credentials: readCredentials(c.req.raw), userId: user.userId })
    })
  const showAgain = async (c: Context, shown: Shown) =>
    (await showOwn(c, deps, shown)) ?? backToAccount(c, site)

  if (oidc) addOidcRoutes(app, { site, identity, favorites, local, oidc })

  pageRoute(app, { path: home, site, entry }, async (c) => {
    const back = c.req.query('back')
    if (back !== undefined) rememberOrigin(c, site, back)
    return (await showOwn(c, deps)) ?? showForms(c, deps, { heart: back ? {} : undefined })
  })

  const guestForms = [
    ['sign-in', 'signIn', wrongPair],
    ['sign-up', 'signUp', undefined],
  ] as const
  for (const [name, section, invalid] of guestForms)
    onForm(name, async (c, form) => {
      if (oidc?.isOnly) return backToAccount(c, site)
      const action: AccountAction<z.ZodType, Client, SignedInUser> = actions[section]
      const heart = form.id ? form : undefined
      return submit(c, {
        action,
        form,
        who: { address: clientAddress(c), device: deviceOf(c) },
        invalid,
        done: (signedIn) => goOnSignedIn(c, deps, { ...signedIn, heart: form }),
        refused: (state) => showForms(c, deps, { [section]: state, heart }),
      })
    })
  // The heart is only in the forms of this answer, so neither a link nor another site can give one to a person.
  onForm('heart', async (c, heart, user) => {
    const change = toHeartChange(heart)
    if (user || change === undefined) return backToAccount(c, site)
    rememberOrigin(c, site, site.link(`/wallpaper/${encodeURIComponent(change.id)}`))
    return showForms(c, deps, { heart, isConnecting: false })
  })

  pageRoute(app, { path: connectPath, site, entry }, async (c) => {
    const profile = await findProfile(c, deps)
    rememberOrigin(c, site, site.link(connectPath))
    if (profile === undefined) return showForms(c, deps, { isConnecting: true })
    return sendPrivatePage(c, connectPage({ site, profile }))
  })
  onForm('connect/answer', async (c, { code = '' }) => {
    const profile = await findProfile(c, deps)
    if (profile === undefined) return c.redirect(site.link(connectPath), 303)
    await countAttempt(local.pairingAttempts, clientAddress(c).key)
    const device = await pairings.confirm(code, readCredentials(c.req.raw))
    if (device === undefined) {
      c.status(400)
      return sendPrivatePage(c, connectPage({ site, profile, wrongCode: code.slice(0, 32) }))
    }
    forgetOrigin(c, site)
    return sendPrivatePage(c, messagePage(connected(device), site))
  })

  onForm('sign-out', async (c) => {
    await accounts.signOut(readCredentials(c.req.raw))
    return leave(c, 'signed-out', deps)
  })
  onOwnForm('end-session', async (c, { id = '' }, { credentials }) => {
    await accounts.endSession(credentials, id)
    return backToAccount(c, site, { done: 'session-ended' })
  })
  onOwnForm('end-other-sessions', async (c, _, { credentials }) => {
    await accounts.endOtherSessions(credentials)
    return backToAccount(c, site, { done: 'sessions-ended' })
  })

  onOwnForm('data', (c, _, { userId }) => sendOwnData(c, { identity, favorites, ...local }, userId))

  onOwnForm('remove', async (c, { id = '', page = '' }, { userId }) => {
    await favorites.change(userId, { id, action: 'remove' }, watchClient(c))
    return backToAccount(c, site, { done: 'removed', page })
  })

  const onAdministratorForm = (name: string, handler: Parameters<typeof onOwnForm>[1]) =>
    onOwnForm(name, async (c, form, sender) =>
      (await signUpPolicy.invites.isAdministrator(sender.userId))
        ? handler(c, form, sender)
        : backToAccount(c, site),
    )
  onAdministratorForm('invite', async (c, form, { userId }) => {
    const made = await makeInvite(signUpPolicy, form, { userId, publicUrl })
    if (made.error) c.status(400)
    return showAgain(c, { invites: { ...made, list: await signUpPolicy.invites.list() } })
  })
  onAdministratorForm('revoke', async (c, { id = '' }) => {
    await signUpPolicy.invites.revoke(id)
    return backToAccount(c, site, { done: 'revoked' })
  })

  onOwnForm('key', async (c, form, { userId }) => {
    const made = await makeKey(keys, form, userId)
    if (made.error) c.status(400)
    return showAgain(c, { keys: { ...made, list: await keys.list(userId) } })
  })
  onOwnForm('end-key', async (c, { id = '' }, { userId }) => {
    await keys.end(userId, id)
    return backToAccount(c, site, { done: 'key-ended' })
  })

  onAdministratorForm('reread', async (c) => {
    void deps.reread?.()
    return backToAccount(c, site, { done: 'reread' })
  })

  const { ownSources: sources } = deps
  if (sources) {
    const showSources = async (c: Context, shown: Omit<ShownSources, 'list'>) =>
      showAgain(c, { sources: { ...shown, list: await sources.list() } })
    onAdministratorForm('add-source', async (c, form) => {
      const error = await sources.add(toSettings(form))
      if (error === undefined) return backToAccount(c, site, { done: 'source-add' })
      c.status(400)
      return showSources(c, { error, values: form })
    })
    onAdministratorForm('source', async (c, { id = '', action }) => {
      if (action === 'test') return showSources(c, { tested: await sources.test(id) })
      if (action === 'remove') await sources.remove(id)
      else await sources.pause(id, action === 'pause')
      return backToAccount(c, site, { done: `source-${action}` })
    })
  }

  const onActionForm = (
    section: 'name' | 'password' | 'delete',
    action: AccountAction<z.ZodType, Sender, unknown>,
    done: (c: Context, who: Sender) => Response,
  ) =>
    onOwnForm(section, async (c, form, sender) => {
      const ways = await findWays(c, deps, sender.userId)
      if (mustConfirm(ways)) return backToAccount(c, site, { problem: 'unconfirmed' })
      const who = { ...sender, isConfirmed: ways?.hasPassword === false }
      return submit(c, {
        action,
        form: { password: '', ...form },
        who,
        done: () => done(c, who),
        refused: (state) => showAgain(c, { refused: { section, state } }),
      })
    })
  onActionForm('name', actions.changeName, (c) => backToAccount(c, site, { done: 'name' }))
  onActionForm('password', actions.changePassword, (c, { isConfirmed }) =>
    backToAccount(c, site, { done: isConfirmed ? 'new-password' : 'password' }),
  )
  onActionForm('delete', actions.deleteAccount, (c) => leave(c, 'deleted', deps))
}

type Shown = Pick<OwnPage, 'refused' | 'invites' | 'keys' | 'sources'>

const showOwn = async (c: Context, deps: PageDeps, shown: Shown = {}) => {
  const profile = await findProfile(c, deps)
  if (profile === undefined) return undefined
  const [ids, { catalogue, urls }, sessions, history, keys, ways, administration] =
    await Promise.all([
      deps.favorites.list(profile.userId),
      deps.snapshot(),
      deps.local.accounts.listSessions(readCredentials(c.req.raw)),
      deps.local.accounts.findHistory(profile.userId),
      deps.site.isPrivate ? deps.local.keys.list(profile.userId) : undefined,
      findWays(c, deps, profile.userId),
      findAdministration(deps, profile.userId),
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
      problem: problemOf(c, deps.local),
      ways,
      opened: c.req.query('section'),
      history,
      sessions,
      showsSessions: done === 'session-ended',
      now: Date.now(),
      keys: keys && { list: keys },
      ...administration,
      ...shown,
      urls,
      site: deps.site,
    }),
  )
}

const findProfile = async (c: Context, { identity }: PageDeps) => {
  const user = await identity.identify(readCredentials(c.req.raw))
  return user && identity.findOwnProfile(user.userId)
}

const findAdministration = async (
  { local: { signUpPolicy }, instance, ownSources: sources }: PageDeps,
  userId: string,
): Promise<Pick<OwnPage, 'invites' | 'sources' | 'version'>> => {
  const { mode, invites } = signUpPolicy
  if (!(await invites.isAdministrator(userId))) return {}
  return {
    invites: mode === 'invite' ? { list: await invites.list() } : undefined,
    sources: sources && { list: await sources.list() },
    version: instance.version,
  }
}

const showForms = (
  c: Context,
  { site, local }: PageDeps,
  forms: Pick<SignedOutPage, 'signIn' | 'signUp' | 'isConnecting' | 'heart'> = {},
) => {
  const { oidc: provider, signUpPolicy } = local
  const notice = signedOutNotice(c, provider?.name)
  const problem = problemOf(c, local)
  const signUp = { values: { invite: inviteOf(c) } }
  const shown = { site, mode: signUpPolicy.mode, notice, problem, provider, signUp, ...forms }
  return sendPrivatePage(c, signedOutPage({ isConnecting: isConnecting(c, site), ...shown }))
}

const signedOutNotice = (c: Context, provider: string | undefined) => {
  const done = c.req.query('done')
  if (done !== 'signed-out' || provider === undefined) return notices.get(done)
  return `You are signed out of this site. You may still be signed in at ${provider}.`
}

const problemOf = (c: Context, { oidc }: LocalAuthDeps) =>
  oidc && problemText(c.req.query('problem'), oidc.name)

const findWays = async (c: Context, { local: { oidc } }: PageDeps, userId: string) => {
  if (oidc === undefined) return undefined
  const isConfirmed = await oidc.cookies.isConfirmed(c, userId)
  return { ...(await oidc.linked.findWays(userId)), provider: oidc, isConfirmed }
}

const leave = (c: Context, done: string, { site, local }: PageDeps) => {
  local.oidc?.cookies.removeConfirmed(c)
  setSessionCookie(c, '', site.publicUrl)
  return backToAccount(c, site, { done })
}
