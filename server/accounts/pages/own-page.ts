import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { hourMs } from '../../../shared/days.ts'
import { toSharePath } from '../../favorites/public-favorites.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import { heartsAt } from '../../web/hearts.ts'
import { type Html, page } from '../../web/layout.ts'
import { startForm } from '../../web/page-route.ts'
import type { PictureUrls } from '../../web/picture.ts'
import { type ListPage, pager, wall } from '../../web/wall.ts'
import { countOf, goneText, toDay } from '../../web/words.ts'
import type { SignInWays } from '../store/linked-accounts.ts'
import type { OwnSession } from '../store/sessions.ts'
import type { AccountHistory } from '../store/users.ts'
import {
  type FormState,
  field,
  formError,
  hiddenUsername,
  passwordField,
  problemNote,
} from './form-fields.ts'
import { invitesSection, type ShownInvites } from './invites-section.ts'
import { keysSection, type ShownKeys } from './keys-section.ts'
import type { ShownProvider } from './signed-out-page.ts'
import { type ShownSources, sourcesSection } from './sources-section.ts'

export interface OwnWays extends SignInWays {
  provider: ShownProvider
  /** True for some minutes after the person signed in again at the provider. */
  isConfirmed: boolean
}

/** People who sign in only at the provider confirm there what others confirm with their password. */
export const mustConfirm = (ways: OwnWays | undefined): boolean =>
  ways !== undefined && !ways.hasPassword && !ways.isConfirmed

export interface OwnPage extends PictureUrls {
  profile: OwnProfile
  shown: ListPage<Wallpaper>
  count: number
  gone: readonly string[]
  notice?: string | undefined
  problem?: string | undefined
  /** `undefined` on a server without a provider. */
  ways?: OwnWays | undefined
  /** The `id` of the section to open, because the person signed in at the provider again for it. */
  opened?: string | undefined
  history: AccountHistory | undefined
  sessions: readonly OwnSession[]
  /** Shows the list of sessions open, because one has just been ended there. */
  showsSessions: boolean
  now: number
  /** The form that was refused. `section` is the `id` of the page's section with the form. */
  refused?: { section: string; state: FormState } | undefined
  invites?: ShownInvites | undefined
  /** `undefined` on a public server. */
  keys?: ShownKeys | undefined
  /** Only administrators see these. */
  sources?: ShownSources | undefined
  version?: string | undefined
}

export const ownPage = (own: OwnPage): Html =>
  page({
    site: own.site,
    title: `${[own.problem, own.refused, own.invites?.error, own.keys?.error, own.sources?.error].some(Boolean) ? 'Error: ' : ''}Your account`,
    description: 'Your favorite wallpapers and your share page.',
    unlisted: true,
    scripted: true,
    head: heartsAt(own.site),
    body: html`<main id="main" class="wide">
      ${person(own)}
      ${own.notice ? html`<p class="notice" role="status">${own.notice}</p>` : ''}
      ${problemNote(own.problem)}
      ${shareBox(own)}
      ${favorites(own)}
      ${own.invites ? invitesSection(own.invites, own) : ''}
      ${own.keys ? keysSection(own.keys, own) : ''}
      ${own.sources ? sourcesSection(own.sources, own) : ''}
      ${own.version ? serverSection(own.version, own) : ''}
      ${nameSection(own)}
      ${passwordSection(own)}
      ${own.ways ? linkSection(own.ways, own) : ''}
      ${sessionsSection(own)}
      ${dataSection(own)}
      ${deletionSection(own)}
    </main>`,
  })

const person = (own: OwnPage) => html`<header class="person">
    <img src="${own.site.withoutOrigin(own.profile.imageUrl)}" alt="" width="72" height="72">
    <div>
      <h1 dir="auto">${own.profile.displayName}</h1>
      <p>${own.profile.username ? `@${own.profile.username} · ` : ''}${countOf(own.count, 'favorite')}</p>
    </div>
    ${startForm(own, '/account/sign-out')}<button class="button quiet">Sign out</button></form>
  </header>`

const shareBox = ({ profile: { username }, site }: OwnPage) => {
  if (username === undefined) return ''
  const path = toSharePath(username)
  const url = site.publicUrl + path
  return html`<section class="card share-box" aria-labelledby="share">
    <h2 id="share">Your share page</h2>
    <p>${site.isPrivate ? html`People with an account here can see your name and your favorites. For others, <a href="#keys">make a key</a>.` : 'Anyone with this link can see your name and your favorites.'}</p>
    <p class="buttons share-link">
      <a href="${site.link(path)}">${url.replace(/^https?:\/\//, '')}</a>
      <button class="button quiet" type="button" hidden data-copy="${url}">Copy link</button>
    </p>
  </section>`
}

const favorites = (own: OwnPage) => {
  const { shown, count, gone, site } = own
  return html`<section id="favorites" aria-labelledby="favorites-title">
    <h2 id="favorites-title">Your favorites</h2>
    ${count === 0 ? html`<p class="empty">No favorites yet. Heart a wallpaper you like <a href="${site.link('/#wallpapers')}">on this site</a>, or on your new tabs once you are signed in there too.</p>` : ''}
    ${shown.items.length > 0 ? wall(shown.items, { ...own, action: (wallpaper) => removeForm(wallpaper, own) }) : ''}
    ${pager(shown)}
    ${gone.length > 0 ? goneList(own) : ''}
  </section>`
}

const removeForm = (
  { id, title }: Pick<Wallpaper, 'id' | 'title'>,
  own: OwnPage,
) => html`${startForm(own, '/account/remove', 'remove')}
    <input type="hidden" name="id" value="${id}">
    <input type="hidden" name="page" value="${own.shown.number}">
    <button class="button" aria-label="Remove ${title}" title="Remove"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13"/></svg></button>
  </form>`

const goneList = (own: OwnPage) => html`<details class="gone">
    <summary>${goneText(own.gone.length)}</summary>
    <ul>${own.gone.map((id) => html`<li><bdi>${id}</bdi>${removeForm({ id, title: id }, own)}</li>`)}</ul>
  </details>`

const serverSection = (version: string, own: OwnPage) => html`
  <section class="card manage" id="server" aria-labelledby="server-title">
    <h2 id="server-title">This server</h2>
    <p>It runs Fresco ${version}. You see this because you are an administrator.</p>
    ${startForm(own, '/account/reread')}
      <p>It notices most changes of its wallpapers by itself. You can also let it look at all of them now.</p>
      <button class="button quiet">Read the wallpapers again</button>
    </form>
  </section>`

const refusedState = ({ refused }: OwnPage, section: string) =>
  refused?.section === section ? refused.state : undefined

/** A section that shows its form only to people who have a password or have just signed in at the provider again. */
const protectedSection = (
  own: OwnPage,
  { id, title, fields }: { id: string; title: string; fields: Html },
): Html => html`<details id="${id}" ${[own.opened, own.refused?.section].includes(id) ? 'open' : ''}>
    <summary>${title}</summary>
    ${own.ways && mustConfirm(own.ways) ? confirmForm(own.ways, id, own) : html`${startForm(own, `/account/${id}`)}${fields}</form>`}
  </details>`

const confirmForm = (
  { provider: { name }, isLinked }: OwnWays,
  section: string,
  own: OwnPage,
): Html =>
  isLinked
    ? html`${startForm(own, '/account/oidc')}
      <p>You have no password here. Please sign in at ${name} again, so that nobody else can do this with your browser.</p>
      <input type="hidden" name="purpose" value="confirm">
      <input type="hidden" name="section" value="${section}">
      <button class="button">Confirm with ${name}</button>
    </form>`
    : html`<p>You have no password here, and your account is not linked to ${name}. Please ask the person who runs this site for a password.</p>`

const nameSection = (own: OwnPage) => {
  const { profile, history, ways } = own
  const { username = '', displayName } = profile
  const name = displayName === username ? '' : displayName
  const state = { values: { username, name }, ...refusedState(own, 'name') }
  return protectedSection(own, {
    id: 'name',
    title: 'Change name',
    fields: html`<p>Your share page moves with your username. For 30 days, links with the old username lead to it and nobody else can have that username.</p>
      ${formerUsernames(history)}
      ${formError(state)}
      ${field({ id: 'change-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 64, hint: '3 to 30 characters: letters from a to z, digits, dots or underscores.' }, state)}
      ${field({ id: 'change-name', name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 64, optional: true, hint: 'This is the name on your share page.' }, state)}
      ${ways?.hasPassword === false ? '' : passwordField('change-name-password', state)}
      <button class="button">Change name</button>`,
  })
}

const formerUsernames = (history: AccountHistory | undefined) => {
  const former = history?.formerUsernames ?? []
  if (former.length === 0) return ''
  const items = former.map(
    ({ username, reservedUntil }) => html`<li>@${username} until ${toDate(reservedUntil)}</li>`,
  )
  return html`<p>These still lead to you, and you can take them back:</p>
      <ul>${items}</ul>`
}

// Made when a page first needs it, because the first use of `Intl` takes 7 MB of memory.
let dates: Intl.DateTimeFormat | undefined

const toDate = (time: number) => {
  dates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time datetime="${toDay(time)}">${dates.format(time)}</time>`
}

const passwordSection = (own: OwnPage) => {
  const { profile, ways } = own
  const state = refusedState(own, 'password')
  const hasPassword = ways?.hasPassword ?? true
  if (!hasPassword && ways?.provider.isOnly) return ''
  return protectedSection(own, {
    id: 'password',
    title: hasPassword ? 'Change password' : 'Set a password',
    fields: html`<p>${hasPassword ? '' : 'You can then also sign in with your username and this password. '}You will be signed out everywhere else.</p>
      ${formError(state)}
      ${hiddenUsername(profile.username)}
      ${hasPassword ? passwordField('current-password', state, 'Current password') : ''}
      ${field({ id: 'new-password', name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', maxLength: 128, hint: 'At least 8 characters.' }, state)}
      <button class="button">${hasPassword ? 'Change password' : 'Set password'}</button>`,
  })
}

const linkSection = (
  { provider: { name, isOnly }, hasPassword, isLinked }: OwnWays,
  own: OwnPage,
): Html => {
  const notLinked = html`<p>Your account is not linked to ${name}. To link it, ask the person who runs this site for a password.</p>`
  const link = html`${startForm(own, '/account/oidc')}
      <p>You can then sign in with ${name}.${isOnly ? '' : ' Your password still works.'}</p>
      <input type="hidden" name="purpose" value="link">
      ${hiddenUsername(own.profile.username)}
      ${passwordField('link-password')}
      <button class="button">Link ${name}</button>
    </form>`
  const unlink = html`${startForm(own, '/account/unlink')}
      <p>Your account is linked to ${name}. Without the link, you sign in with your password.</p>
      ${hiddenUsername(own.profile.username)}
      ${passwordField('unlink-password')}
      <button class="button quiet">Unlink ${name}</button>
    </form>`
  const stay = html`<p>Your account is linked to ${name}. ${isOnly ? 'It is the only way to sign in on this site.' : 'To remove the link, set a password first.'}</p>`
  return html`<details>
    <summary>Sign in with ${name}</summary>
    ${isLinked ? (hasPassword && !isOnly ? unlink : stay) : hasPassword ? link : notLinked}
  </details>`
}

const sessionsSection = (own: OwnPage) => {
  const others = own.sessions.filter(({ isCurrent }) => !isCurrent)
  return html`<details class="sessions" ${own.showsSessions ? 'open' : ''}>
    <summary>Where you are signed in (${own.sessions.length})</summary>
    <ul>${own.sessions.map((session) => sessionItem(session, own))}</ul>
    ${others.length > 1 ? html`${startForm(own, '/account/end-other-sessions')}<button class="button quiet">Sign out everywhere else</button></form>` : ''}
  </details>`
}

const sessionItem = (session: OwnSession, own: OwnPage) => {
  const { id, device, isCurrent, createdAt, lastUsedAt } = session
  const endForm = html`${startForm(own, '/account/end-session')}
        <input type="hidden" name="id" value="${id}">
        <button class="button quiet" aria-label="Sign out ${device}">Sign out</button>
      </form>`
  return html`<li>
      <div>
        <strong>${device}</strong>${isCurrent ? html` <span class="here">This device</span>` : ''}
        <p>Last used ${ago(lastUsedAt, own.now)}, signed in on ${toDate(createdAt)}</p>
      </div>
      ${isCurrent ? '' : endForm}
    </li>`
}

// The last use of a session is stored at most once an hour, so minutes would be wrong.
const ago = (time: number, now: number) => {
  const hours = Math.floor((now - time) / hourMs)
  if (hours < 1) return 'within the last hour'
  const relative = new Intl.RelativeTimeFormat('en-US')
  return hours < 48
    ? relative.format(-hours, 'hour')
    : relative.format(-Math.floor(hours / 24), 'day')
}

const dataSection = (own: OwnPage) => html`<details>
    <summary>Download your data</summary>
    <p>Your profile, your favorites, your sessions, your invites and the names of your keys as a JSON file.</p>
    ${startForm(own, '/account/data')}<button class="button quiet">Download</button></form>
  </details>`

const deletionSection = (own: OwnPage) => {
  const { profile, count, ways } = own
  const state = refusedState(own, 'delete')
  return protectedSection(own, {
    id: 'delete',
    title: 'Delete account',
    fields: html`<p>${whatIsLost(count)} will be deleted at once, on all your devices. This cannot be undone. Nobody can use your username for 30 days, not even you.</p>
      ${formError(state)}
      ${ways?.hasPassword === false ? '' : [hiddenUsername(profile.username), passwordField('delete-password', state)]}
      <button class="button danger">Delete everything</button>`,
  })
}

const whatIsLost = (count: number) =>
  count === 0
    ? 'Your account and your share page'
    : `Your account, your ${countOf(count, 'favorite')} and your share page`
