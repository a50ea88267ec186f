import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Site } from '../../http/site.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import { type Html, page } from '../../web/layout.ts'
import type { PictureUrls } from '../../web/picture.ts'
import { type ListPage, pager, wall } from '../../web/wall.ts'
import { countOf, goneText } from '../../web/words.ts'
import type { SignUpMode } from '../store/invites.ts'
import type { OwnSession } from '../store/sessions.ts'
import type { AccountHistory } from '../store/users.ts'
import { type FormState, field, formError, hiddenUsername, passwordField } from './form-fields.ts'
import { invitesSection, type ShownInvites } from './invites-section.ts'
import {
  linkSection,
  type OwnWays,
  protectedSection,
  providerForm,
  type ShownProvider,
} from './oidc-sections.ts'
import { dataSection, nameSection, sessionsSection } from './own-sections.ts'
import { type ShownServer, serverSection } from './server-section.ts'

export interface SignedOutPage {
  site: Site
  signIn?: FormState
  signUp?: FormState
  mode: SignUpMode
  notice?: string | undefined
  problem?: string | undefined
  provider?: ShownProvider | undefined
  /** Why the invite of the link does not work. */
  deadInvite?: string | undefined
  /** True if the person came to connect an extension. */
  isConnecting?: boolean | undefined
}

export const signedOutPage = ({
  site,
  signIn = {},
  signUp = {},
  mode,
  notice,
  problem,
  provider,
  deadInvite,
  isConnecting,
}: SignedOutPage): Html =>
  page({
    site,
    title: `${signIn.errors || signUp.errors || problem || deadInvite ? 'Error: ' : ''}Your account · Fresco`,
    description:
      'Sign in or create an account to have your favorite wallpapers on all your devices.',
    unlisted: true,
    body: html`<main id="main">
      <h1>Your account</h1>
      <p class="lead">${isConnecting ? 'To connect your extension, sign in first.' : 'With an account, you have the wallpapers you love on all your devices, and on a page that you can share.'}</p>
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      ${problemNote(problem)}
      ${provider ? html`<div class="cards">${providerForm(provider, { site, mode, invite: provider.isOnly && deadInvite ? { errors: { invite: deadInvite } } : signUp })}</div>` : ''}
      ${provider?.isOnly ? '' : html`<div class="cards">${signInForm(signIn, site)}${mode === 'closed' ? signUpClosed : deadInvite ? signUpWithout(deadInvite, site) : signUpForm(signUp, mode, site)}</div>`}
    </main>`,
  })

const problemNote = (problem: string | undefined) =>
  problem ? html`<p class="notice error" role="alert">${problem}</p>` : ''

const signInForm = (
  state: FormState,
  site: Site,
) => html`<form class="card" method="post" action="${site.link('/account/sign-in')}" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign in</h2>
    ${formError(state)}
    ${field({ id: 'sign-in-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 256 }, state)}
    ${passwordField('sign-in-password', state, 'Password')}
    <button class="button">Sign in</button>
  </form>`

const signUpClosed = html`<section class="card" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>
    <p>Nobody can create an account on this site right now. You can use it without an account: your favorites then stay in your browser.</p>
  </section>`

const signUpWithout = (
  deadInvite: string,
  site: Site,
) => html`<section class="card" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>
    <p class="error" role="alert">${deadInvite}</p>
    <p>The person who sent you the link can make a new one. Do you already have an account? Then sign in.</p>
    <p><a href="${site.link('/account')}">I have another invite</a></p>
  </section>`

const signUpForm = (
  state: FormState,
  mode: SignUpMode,
  site: Site,
) => html`<form class="card" method="post" action="${site.link('/account/sign-up')}" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>
    ${formError(state)}
    ${mode === 'invite' ? field({ id: 'sign-up-invite', name: 'invite', label: 'Invite', autocomplete: 'off', maxLength: 1024, hint: 'You need an invite from the person who runs this site. Its link fills in this field.' }, state) : ''}
    ${field({ id: 'sign-up-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 64, hint: '3 to 30 characters: letters from a to z, digits, dots or underscores. It will be part of your link.' }, state)}
    ${field({ id: 'sign-up-name', name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 64, optional: true, hint: 'This is the name on your share page.' }, state)}
    ${field({ id: 'sign-up-password', name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', maxLength: 128, hint: 'At least 8 characters.' }, state)}
    <button class="button">Create account</button>
  </form>`

export interface OwnPage extends PictureUrls {
  profile: OwnProfile
  shown: ListPage<Wallpaper>
  count: number
  gone: readonly string[]
  notice?: string | undefined
  problem?: string | undefined
  /** `undefined` on a server without a provider. */
  ways?: OwnWays | undefined
  /** The section that the person confirmed for at the provider. */
  opened?: string | undefined
  history: AccountHistory | undefined
  sessions: readonly OwnSession[]
  /** Shows the list of sessions open, because one has just been ended there. */
  showsSessions: boolean
  now: number
  nameChange?: FormState | undefined
  passwordChange?: FormState | undefined
  deletion?: FormState | undefined
  invites?: ShownInvites | undefined
  /** Only administrators see it. */
  server?: ShownServer | undefined
}

export const ownPage = (own: OwnPage): Html =>
  page({
    site: own.site,
    title: `${own.problem || own.deletion || own.passwordChange || own.nameChange || own.invites?.error ? 'Error: ' : ''}Your account · Fresco`,
    description: 'Your favorite wallpapers and your share page.',
    unlisted: true,
    scripted: true,
    body: html`<main id="main" class="wide">
      ${person(own)}
      ${own.notice ? html`<p class="notice" role="status">${own.notice}</p>` : ''}
      ${problemNote(own.problem)}
      ${shareBox(own)}
      ${favorites(own)}
      ${own.invites ? invitesSection(own.invites, own.site) : ''}
      ${own.server ? serverSection(own.server) : ''}
      ${nameSection(own)}
      ${passwordSection(own)}
      ${own.ways ? linkSection(own.ways, own.site, own.profile.username) : ''}
      ${sessionsSection(own)}
      ${dataSection(own.site)}
      ${deletionSection(own)}
    </main>`,
  })

const person = ({ profile, count, site }: OwnPage) => html`<header class="person">
    <img src="${site.withoutOrigin(profile.imageUrl)}" alt="" width="72" height="72">
    <div>
      <h1>${profile.displayName}</h1>
      <p>${profile.username ? `@${profile.username} · ` : ''}${countOf(count, 'favorite')}</p>
    </div>
    <form method="post" action="${site.link('/account/sign-out')}"><button class="button quiet">Sign out</button></form>
  </header>`

const shareBox = ({ profile: { username }, site }: OwnPage) => {
  if (username === undefined) return ''
  const path = `/share/${encodeURIComponent(username)}`
  const url = site.publicUrl + path
  return html`<section class="card share-box" aria-labelledby="share">
    <h2 id="share">Your share page</h2>
    <p>Anyone with this link can see your name and your favorites.</p>
    <p class="share-link">
      <a href="${site.link(path)}">${url.replace(/^https?:\/\//, '')}</a>
      <button class="button quiet" type="button" hidden data-copy="${url}" data-done="Copied">Copy link</button>
    </p>
  </section>`
}

const favorites = ({
  shown,
  count,
  gone,
  ...urls
}: OwnPage) => html`<section id="favorites" aria-labelledby="favorites-title">
    <h2 id="favorites-title">Your favorites</h2>
    ${count === 0 ? html`<p class="empty">No favorites yet. Heart a wallpaper you like <a href="${urls.site.link('/#wallpapers')}">on this site</a>, or on your new tabs once you are signed in there too.</p>` : ''}
    ${shown.items.length > 0 ? wall(shown.items, { ...urls, action: (wallpaper) => removeForm(wallpaper, shown.number, urls.site) }) : ''}
    ${pager(shown)}
    ${gone.length > 0 ? goneList(gone, shown.number, urls.site) : ''}
  </section>`

const removeForm = (
  { id, title }: Pick<Wallpaper, 'id' | 'title'>,
  from: number,
  site: Site,
) => html`<form class="remove" method="post" action="${site.link('/account/remove')}">
    <input type="hidden" name="id" value="${id}">
    <input type="hidden" name="page" value="${from}">
    <button class="button" aria-label="Remove ${title}" title="Remove"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13"/></svg></button>
  </form>`

const goneList = (ids: readonly string[], from: number, site: Site) => html`<details class="gone">
    <summary>${goneText(ids.length)}</summary>
    <ul>${ids.map((id) => html`<li><span>${id}</span>${removeForm({ id, title: id }, from, site)}</li>`)}</ul>
  </details>`

const passwordSection = (own: OwnPage) => {
  const hasPassword = own.ways?.hasPassword ?? true
  if (!hasPassword && own.ways?.provider.isOnly) return ''
  const title = hasPassword ? 'Change password' : 'Set a password'
  const isOpen = own.passwordChange !== undefined
  const shown = { id: 'password', class: 'change-password', title, isOpen }
  return protectedSection(own, shown, () => passwordForm(own, hasPassword))
}

const passwordForm = (
  { profile: { username }, passwordChange: state = {}, site }: OwnPage,
  hasPassword: boolean,
) => html`<form method="post" action="${site.link('/account/password')}">
      <p>${hasPassword ? '' : 'You can then also sign in with your username and this password. '}You will be signed out everywhere else.</p>
      ${formError(state)}
      ${hiddenUsername(username)}
      ${hasPassword ? passwordField('current-password', state, 'Current password') : ''}
      ${field({ id: 'new-password', name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', maxLength: 128, hint: 'At least 8 characters.' }, state)}
      <button class="button">${hasPassword ? 'Change password' : 'Set password'}</button>
    </form>`

const deletionSection = (own: OwnPage) => {
  const isOpen = own.deletion !== undefined
  const shown = { id: 'delete', class: 'leave', title: 'Delete account', isOpen }
  return protectedSection(own, shown, () => deletionForm(own))
}

const deletionForm = ({
  profile: { username },
  count,
  deletion: state = {},
  ways,
  site,
}: OwnPage) => html`<form method="post" action="${site.link('/account/delete')}">
      <p>${whatIsLost(count)} will be deleted at once, on all your devices. This cannot be undone. Nobody can use your username for 30 days, not even you.</p>
      ${formError(state)}
      ${ways?.hasPassword === false ? '' : [hiddenUsername(username), passwordField('delete-password', state)]}
      <button class="button danger">Delete everything</button>
    </form>`

const whatIsLost = (count: number) =>
  count === 0
    ? 'Your account and your share page'
    : `Your account, your ${countOf(count, 'favorite')} and your share page`
