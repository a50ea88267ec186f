import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { Html } from '../../web/layout.ts'
import type { SignUpMode } from '../store/invites.ts'
import type { SignInWays } from '../store/linked-accounts.ts'
import { type FormState, field, hiddenUsername, passwordField } from './form-fields.ts'

/** The provider at which people can sign in. */
export interface ShownProvider {
  name: string
  isOnly: boolean
}

export interface OwnWays extends SignInWays {
  provider: ShownProvider
  /** True for some minutes after the person signed in again at the provider. */
  isConfirmed: boolean
}

/** People who sign in only at the provider confirm there what others confirm with their password. */
export const mustConfirm = (ways: OwnWays | undefined): boolean =>
  ways !== undefined && !ways.hasPassword && !ways.isConfirmed

interface SignedOut {
  site: Site
  mode: SignUpMode
  invite: FormState
}

export const providerForm = (
  { name, isOnly }: ShownProvider,
  { site, mode, invite }: SignedOut,
): Html => {
  const needsInvite = mode === 'invite'
  return html`<form class="card provider" method="post" action="${site.link('/account/oidc')}" aria-labelledby="provider">
    <h2 id="provider">${isOnly ? 'Sign in' : `Sign in with ${name}`}</h2>
    <input type="hidden" name="purpose" value="sign-in">
    ${needsInvite ? field({ id: 'provider-invite', name: 'invite', label: 'Invite', autocomplete: 'off', maxLength: 1024, optional: true, hint: 'You need it only the first time. Its link fills in this field.' }, invite) : ''}
    <button class="button">Continue with ${name}</button>
    <p class="hint">${newcomers(mode)}${isOnly ? '' : ` If you have a password here, sign in with it first. You can then link ${name} on your account page.`}</p>
  </form>`
}

const newcomers = (mode: SignUpMode) => {
  if (mode === 'closed') return 'Only people who have an account here can sign in.'
  return 'The first time, you get an account here.'
}

/** Links the account to the provider, or removes the link. */
export const linkSection = (
  { provider: { name, isOnly }, hasPassword, isLinked }: OwnWays,
  site: Site,
  username: string | undefined,
): Html => {
  const notLinked = html`<p>Your account is not linked to ${name}. To link it, ask the person who runs this site for a password.</p>`
  const link = html`<form method="post" action="${site.link('/account/oidc')}">
      <p>You can then sign in with ${name}.${isOnly ? '' : ' Your password still works.'}</p>
      <input type="hidden" name="purpose" value="link">
      ${hiddenUsername(username)}
      ${passwordField('link-password', {})}
      <button class="button">Link ${name}</button>
    </form>`
  const unlink = html`<form method="post" action="${site.link('/account/unlink')}">
      <p>Your account is linked to ${name}. Without the link, you sign in with your password.</p>
      ${hiddenUsername(username)}
      ${passwordField('unlink-password', {})}
      <button class="button quiet">Unlink ${name}</button>
    </form>`
  const stay = html`<p>Your account is linked to ${name}. ${isOnly ? 'It is the only way to sign in on this site.' : 'To remove the link, set a password first.'}</p>`
  return html`<details class="link-provider">
    <summary>Sign in with ${name}</summary>
    ${isLinked ? (hasPassword && !isOnly ? unlink : stay) : hasPassword ? link : notLinked}
  </details>`
}

interface Protected {
  ways?: OwnWays | undefined
  /** The section that the person confirmed for at the provider. */
  opened?: string | undefined
  site: Site
}

interface Section {
  id: string
  class: string
  title: string
  /** True if the form was refused. */
  isOpen: boolean
}

/** A section with a form. A person who has no password first goes to the provider, to confirm that it is them. */
export const protectedSection = (
  own: Protected,
  { id, class: name, title, isOpen }: Section,
  form: () => Html,
): Html => html`<details class="${name}" ${isOpen || own.opened === id ? 'open' : ''}>
    <summary>${title}</summary>
    ${own.ways && mustConfirm(own.ways) ? confirmForm(own.ways, id, own.site) : form()}
  </details>`

const confirmForm = (
  { provider: { name }, isLinked }: OwnWays,
  section: string,
  site: Site,
): Html =>
  isLinked
    ? html`<form method="post" action="${site.link('/account/oidc')}">
      <p>You have no password here. Please sign in at ${name} again, so that nobody else can do this with your browser.</p>
      <input type="hidden" name="purpose" value="confirm">
      <input type="hidden" name="section" value="${section}">
      <button class="button">Confirm with ${name}</button>
    </form>`
    : html`<p>You have no password here, and your account is not linked to ${name}. Please ask the person who runs this site for a password.</p>`
