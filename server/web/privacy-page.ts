import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Instance } from '../../shared/service-api.ts'
import { type Html, page } from './layout.ts'
import { pageRoute } from './page-route.ts'

interface PrivacyPageDeps {
  instance: Instance
}

/** The page at `/privacy`: what is stored where, and who gets to see it. */
export const addPrivacyPage = (app: Hono, { instance }: PrivacyPageDeps) => {
  pageRoute(app, '/privacy', (c) =>
    c.html(
      page({
        title: 'Privacy · Fresco',
        description: 'What Fresco stores, where, and who gets to see it.',
        body: html`<main id="main" class="text">
          <h1>Privacy</h1>
          <p class="lead">No tracking, no advertising, no statistics about people. This is all there is.</p>
          ${inYourBrowser}
          ${fromServer}
          ${accounts[instance.identity]}
          ${yourChoice(instance.identity)}
        </main>`,
      }),
    ),
  )
}

const inYourBrowser = html`<h2>In your browser</h2>
  <p>The extension keeps your settings, your favorites, the wallpapers of your next tabs and, once you sign in, your session. What you open, type or search for is never read: it has no permission to.</p>
  <p>Your browser’s own sync, if you have it switched on, carries the settings to your other devices: the address of this server, filters, how often the wallpaper changes. Favorites and sessions do not go that way. Your browser’s maker says how it protects them.</p>`

const fromServer = html`<h2>When a wallpaper is fetched</h2>
  <p>The extension asks the server in its settings for wallpapers: which kinds, the size of your screen, and which of the last ones not to send again. As with every site, the server sees the internet address that the question comes from. It keeps no list of who has asked for what. Some catalogues have their pictures at another place, such as GitHub or Cloudinary: then that place sees the same.</p>
  <p>These pages set no cookie until you sign in.</p>`

const accounts: Readonly<Record<Instance['identity'], Html | string>> = {
  none: '',
  local: html`<h2>With an account</h2>
    <p>This server keeps your username, your password as a hash that cannot be turned back, your favorites, and your sessions with the internet address and the kind of browser that they were opened from. Wrong passwords are counted for each address and name, for a while, so that nobody can guess yours.</p>`,
  clerk: html`<h2>With an account</h2>
    <p>Accounts are at <a href="https://clerk.com/legal/privacy">Clerk</a>, which keeps your username, e-mail address, password and sessions, and your favorites for this server.</p>`,
}

const leaving = {
  local: html`You can delete your account, with all that is in it, <a href="/account">on its page</a>.`,
  clerk: 'For what is in your account, ask whoever runs this server.',
}

const yourChoice = (identity: Instance['identity']) =>
  identity === 'none'
    ? ''
    : html`<h2>What others see</h2>
        <p>Whoever knows your username can open your share page, with your name, your picture and your favorites. Without an account there is no such page.</p>
        <h2>Taking it with you, and taking it away</h2>
        <p>The settings of the extension export all that it keeps as one file. Removing the extension removes what is in the browser. ${leaving[identity]}</p>`
