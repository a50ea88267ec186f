import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import type { Message } from '../../web/error-pages.ts'
import { type Html, page } from '../../web/layout.ts'
import { startForm } from '../../web/page-route.ts'

interface ConnectPage {
  site: Site
  profile: OwnProfile
  /** A code that this server does not know. */
  wrongCode?: string | undefined
}

/**
 * Asks a person who is signed in for the code that their extension shows. The field is always empty at first. If a link
 * could fill it in, one double-click on an attacker's site could connect the attacker's extension.
 */
export const connectPage = ({ site, profile, wrongCode }: ConnectPage): Html => {
  const name = profile.username ?? profile.displayName
  const isWrong = wrongCode !== undefined
  return page({
    site,
    title: `${isWrong ? 'Error: ' : ''}Connect your extension`,
    description: 'Sign in the Fresco extension.',
    unlisted: true,
    body: html`<main id="main">
      <h1>Connect your extension</h1>
      <p class="lead">The settings of the Fresco extension show a code of eight letters. Type it here, and the extension is signed in as <strong>${name}</strong>.</p>
      ${startForm({ site, profile }, '/account/connect/answer', 'card connect-code')}
        <div class="field">
          <label for="code">Code</label>
          <input class="user-code" id="code" name="code" value="${wrongCode ?? ''}" maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus aria-describedby="code-help" ${isWrong ? html`aria-invalid="true"` : ''}>
          <p class="${isWrong ? 'error' : 'hint'}" id="code-help">${isWrong ? 'This code does not work. Check the letters. A code works once, for ten minutes. To get a new one, start again in the settings of the extension.' : 'You can leave out the dash and use lowercase letters.'}</p>
        </div>
        <button class="button">Connect</button>
        <p class="hint">Type only a code that your own extension shows. If somebody sent you a code, do not type it: it would give them access to your account.</p>
      </form>
      <p class="hint">Are you not ${name}? Sign out on <a href="${site.link('/account')}">the account page</a>, then sign in there.</p>
    </main>`,
  })
}

export const connected = (device: string): Message => ({
  title: 'Your extension is connected',
  text: (site) =>
    html`“${device}” is signed in now. You can close this page. Was that not you? Sign it out on <a href="${site.link('/account')}">your account page</a>.`,
})
