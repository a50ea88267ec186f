import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import { toDay } from '../../web/words.ts'
import type { OwnSession } from '../store/sessions.ts'
import type { AccountHistory } from '../store/users.ts'
import { type FormState, field, formError, passwordField } from './form-fields.ts'
import { type OwnWays, protectedSection } from './oidc-sections.ts'

interface NameSection {
  site: Site
  ways?: OwnWays | undefined
  opened?: string | undefined
  profile: OwnProfile
  history: AccountHistory | undefined
  nameChange?: FormState | undefined
}

export const nameSection = (section: NameSection) => {
  const isOpen = section.nameChange !== undefined
  const shown = { id: 'name', class: 'change-name', title: 'Change name', isOpen }
  return protectedSection(section, shown, () => nameForm(section))
}

const nameForm = ({ profile, history, nameChange: state, ways, site }: NameSection) => {
  const { username = '', displayName } = profile
  const name = displayName === username ? '' : displayName
  const form = { values: { username, name }, ...state }
  return html`<form method="post" action="${site.link('/account/name')}">
      <p>Your share page moves with your username. For 30 days, links with the old username lead to it and nobody else can have that username.</p>
      ${formerUsernames(history)}
      ${formError(form)}
      ${field({ id: 'change-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 64, hint: '3 to 30 characters: letters from a to z, digits, dots or underscores.' }, form)}
      ${field({ id: 'change-name', name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 64, optional: true, hint: 'This is the name on your share page.' }, form)}
      ${ways?.hasPassword === false ? '' : passwordField('change-name-password', form)}
      <button class="button">Change name</button>
    </form>`
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

interface SessionsSection {
  site: Site
  sessions: readonly OwnSession[]
  showsSessions: boolean
  now: number
}

export const sessionsSection = ({ sessions, showsSessions, now, site }: SessionsSection) => {
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return html`<details class="sessions" ${showsSessions ? 'open' : ''}>
    <summary>Where you are signed in (${sessions.length})</summary>
    <ul>${sessions.map((session) => sessionItem(session, now, site))}</ul>
    ${others.length > 1 ? html`<form method="post" action="${site.link('/account/end-other-sessions')}"><button class="button quiet">Sign out everywhere else</button></form>` : ''}
  </details>`
}

const sessionItem = (session: OwnSession, now: number, site: Site) => {
  const device = session.device || 'Unknown device'
  return html`<li>
      <div>
        <strong>${device}</strong>${session.isCurrent ? html` <span class="here">This device</span>` : ''}
        <p>Last used ${ago(session.lastUsedAt, now)}, signed in on ${toDate(session.createdAt)}</p>
      </div>
      ${session.isCurrent ? '' : endForm(session.id, device, site)}
    </li>`
}

const endForm = (
  id: string,
  device: string,
  site: Site,
) => html`<form method="post" action="${site.link('/account/end-session')}">
        <input type="hidden" name="id" value="${id}">
        <button class="button quiet" aria-label="Sign out ${device}">Sign out</button>
      </form>`

// The server notes the last use of a session once an hour.
const ago = (time: number, now: number) => {
  const hours = Math.floor((now - time) / 3_600_000)
  if (hours < 1) return 'within the last hour'
  const relative = new Intl.RelativeTimeFormat('en-US')
  return hours < 48
    ? relative.format(-hours, 'hour')
    : relative.format(-Math.floor(hours / 24), 'day')
}

export const dataSection = (site: Site) => html`<details class="own-data">
    <summary>Download your data</summary>
    <p>Your profile, your favorites, your sessions and your invites as a JSON file.</p>
    <p><a class="button quiet" href="${site.link('/api/auth/export')}" download>Download</a></p>
  </details>`
