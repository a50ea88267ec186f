import { html } from 'hono/html'
import { type Html, page } from '../layout.ts'
import { type FormState, field, formError } from './fields.ts'

export interface SignedOutPage {
  signIn?: FormState
  signUp?: FormState
  /** What has just happened. */
  notice?: string | undefined
}

/** The account page of somebody who is not signed in: two forms. */
export const signedOutPage = ({ signIn = {}, signUp = {}, notice }: SignedOutPage): Html =>
  page({
    title: `${signIn.errors || signUp.errors ? 'Not yet: ' : ''}Your account · Fresco`,
    description: 'Sign in, or create an account: your favorite wallpapers on all your devices.',
    unlisted: true,
    body: html`<main id="main">
      <h1>Your account</h1>
      <p class="lead">With an account, the wallpapers you love are on all your devices, and on a page that you can share.</p>
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      <div class="cards">${signInForm(signIn)}${signUpForm(signUp)}</div>
    </main>`,
  })

const signInForm = (
  state: FormState,
) => html`<form class="card" method="post" action="/account/sign-in" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign in</h2>
    ${formError(state)}
    ${field({ id: 'sign-in-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 256 }, state)}
    ${field({ id: 'sign-in-password', name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxLength: 1024 }, state)}
    <button class="button">Sign in</button>
  </form>`

const signUpForm = (
  state: FormState,
) => html`<form class="card" method="post" action="/account/sign-up" aria-labelledby="sign-up">
    <h2 id="sign-up">New here?</h2>
    ${formError(state)}
    ${field({ id: 'sign-up-username', name: 'username', label: 'Username', autocomplete: 'username', maxLength: 64, hint: '3 to 30 letters from a to z, digits, dots or underscores. It is part of your link.' }, state)}
    ${field({ id: 'sign-up-name', name: 'name', label: 'Your name', autocomplete: 'name', maxLength: 64, optional: true, hint: 'As it is shown on your page.' }, state)}
    ${field({ id: 'sign-up-password', name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', maxLength: 128, hint: 'At least 8 characters.' }, state)}
    <button class="button">Create account</button>
  </form>`
