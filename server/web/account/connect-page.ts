import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import type { Pairing } from '../../identity/pairings.ts'
import type { Message } from '../error-pages.ts'
import { type Html, page } from '../layout.ts'

interface ConnectPage {
  site: Site
  profile: OwnProfile
  pairing: Pairing
}

/** Asks a person who is signed in whether an extension may be signed in as well. */
export const connectPage = ({
  site,
  profile: { username, displayName },
  pairing: { userCode, device },
}: ConnectPage): Html => {
  const name = username ?? displayName
  return page({
    site,
    title: 'Connect your extension · Fresco',
    description: 'Sign in the Fresco extension.',
    unlisted: true,
    body: html`<main id="main" class="wide message">
      <div>
        <h1>Connect your extension?</h1>
        <p class="lead">The settings of the Fresco extension show a code. Is it this one?</p>
        <p class="user-code"><strong>${userCode}</strong></p>
        <p>“${device}” will be signed in as <strong>${name}</strong>. Did somebody send you a link to this page? Then say no, because they would get into your account.</p>
        <form class="row" method="post" action="${site.link('/account/connect/answer')}">
          <input type="hidden" name="code" value="${userCode}">
          <button class="button" name="answer" value="yes">Yes, connect</button>
          <button class="button quiet" name="answer" value="no">No, it is another code</button>
        </form>
        <p class="hint">Are you not ${name}? Sign out on <a href="${site.link('/account')}">the account page</a>, then start again.</p>
      </div>
    </main>`,
  })
}

export const connected: Message = {
  title: 'Your extension is connected',
  text: 'Go back to the settings of the extension. You can close this page.',
}

export const notConnected: Message = {
  title: 'Your extension is not connected',
  text: 'Nothing has changed. To try again, start in the settings of the extension.',
}

export const unknownCode: Message = {
  title: 'This code has expired',
  text: 'A code works once, and for ten minutes. Start again in the settings of the extension.',
}
