import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import { heartFields } from '../../web/hearts.ts'
import { type Html, page } from '../../web/layout.ts'
import type { Form } from '../../web/page-route.ts'
import type { SignUpMode } from '../store/invites.ts'
import { type FormState, field, formError, passwordField, problemNote } from './form-fields.ts'

export interface ShownProvider {
  name: string
  isOnly: boolean
}

export interface SignedOutPage {
  site: Site
  signIn?: FormState
  signUp?: FormState
  mode: SignUpMode
  notice?: string | undefined
  problem?: string | undefined
  provider?: ShownProvider | undefined
  isConnecting?: boolean | undefined
  /** The heart for which the person signs in. It is empty if the page that the person came from stores it. */
  heart?: Form | undefined
}

export const signedOutPage = (shown: SignedOutPage): Html => {
  const { site, mode, notice, problem, provider, isConnecting, heart } = shown
  const { signIn = {}, signUp = {} } = shown
  return page({
    site,
    title: `${signIn.errors || signUp.errors || problem ? 'Error: ' : ''}Your account`,
    description:
      'Sign in or create an account to have your favorite wallpapers on all your devices.',
    unlisted: true,
    body: html`<main id="main">
      <h1>Your account</h1>
      <p class="lead">${isConnecting ? 'To connect your extension, sign in first.' : site.isPrivate ? 'This site is private. Sign in to see its pictures.' : heart ? 'Sign in to keep your hearts in your account. You come back to the page you were on.' : 'With an account, you have the wallpapers you love on all your devices, and on a page that you can share.'}</p>
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      ${problemNote(problem)}
      ${provider ? html`<div class="cards">${providerForm(provider, shown, signUp)}</div>` : ''}
      ${provider?.isOnly ? '' : html`<div class="cards">${signInForm(shown, signIn)}${mode === 'closed' ? signUpClosed(site) : signUpForm(shown, signUp)}</div>`}
    </main>`,
  })
}

const carried = ({ heart }: SignedOutPage) => heart?.id && heartFields(heart)

const signInForm = (shown: SignedOutPage, state: FormState) => html`
  <form class="card" method="post" action="${shown.site.link('/account/sign-in')}" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign in</h2>${carried(shown)}
    ${formError(state)}
    ${field({ id: 'sign-in-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 256 }, state)}
    ${passwordField('sign-in-password', state, 'Password')}
    <button class="button">Sign in</button>
  </form>`

const signUpClosed = (site: Site) => html`<section class="card" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>
    <p>Nobody can create an account on this site right now.${site.isPrivate ? '' : ' You can use it without an account: your favorites then stay in your browser.'}</p>
  </section>`

const signUpForm = (shown: SignedOutPage, state: FormState) => html`
  <form class="card" method="post" action="${shown.site.link('/account/sign-up')}" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>${carried(shown)}
    ${formError(state)}
    ${shown.mode === 'invite' ? field({ id: 'sign-up-invite', name: 'invite', label: 'Invite', autocomplete: 'off', maxLength: 1024, hint: 'You need an invite from the person who runs this site. Its link fills in this field.' }, state) : ''}
    ${field({ id: 'sign-up-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 64, hint: '3 to 30 characters: letters from a to z, digits, dots or underscores. It will be part of your link.' }, state)}
    ${field({ id: 'sign-up-name', name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 64, optional: true, hint: 'This is the name on your share page.' }, state)}
    ${field({ id: 'sign-up-password', name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', maxLength: 128, hint: 'At least 8 characters.' }, state)}
    <button class="button">Create account</button>
  </form>`

const providerForm = (
  { name, isOnly }: ShownProvider,
  shown: SignedOutPage,
  signUp: FormState,
): Html => {
  const { site, mode } = shown
  return html`<form class="card provider" method="post" action="${site.link('/account/oidc')}" aria-labelledby="provider">
    <h2 id="provider">${isOnly ? 'Sign in' : `Sign in with ${name}`}</h2>
    <input type="hidden" name="purpose" value="sign-in">${carried(shown)}
    ${mode === 'invite' ? field({ id: 'provider-invite', name: 'invite', label: 'Invite', autocomplete: 'off', maxLength: 1024, optional: true, hint: 'You need it only the first time. Its link fills in this field.' }, signUp) : ''}
    <button class="button">Continue with ${name}</button>
    <p class="hint">${mode === 'closed' ? 'Only people who have an account here can sign in.' : 'The first time, you get an account here.'}${isOnly ? '' : ` If you have a password here, sign in with it first. You can then link ${name} on your account page.`}</p>
  </form>`
}
