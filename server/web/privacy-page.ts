import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Instance } from '../../shared/service-api.ts'
import type { Site } from '../http/site.ts'
import { type Html, page } from './layout.ts'
import { pageRoute, sendPage } from './page-route.ts'

interface PrivacyDeps {
  instance: Instance
  site: Site
  logsRequests?: boolean
}

export const addPrivacyPage = (
  app: Hono,
  { instance, site, logsRequests = false }: PrivacyDeps,
) => {
  pageRoute(app, { path: '/privacy', site }, (c) =>
    sendPage(
      c,
      page({
        site,
        title: 'Privacy',
        description: 'What Fresco stores, where it stores it, and who can see it.',
        body: html`<main id="main" class="text">
          <h1>Privacy</h1>
          <p class="lead">No tracking, no ads, no statistics about people. This is everything that Fresco stores.</p>
          ${inYourBrowser}
          ${site.plainFiles ? fromFiles : fromServer(logsRequests)}
          ${accounts[instance.identity]}
          ${instance.provider && atProvider(instance.provider.name)}
          ${yourChoice(instance.identity, site)}
        </main>`,
      }),
    ),
  )
}

const inYourBrowser = html`<h2>In your browser</h2>
  <p>The extension and the new tab page at <code>/tab/</code> store your settings, your favorites and the wallpapers for your next tabs. If you sign in, the extension also stores your session. Until you choose where wallpapers come from, the extension contacts nobody. Hearts of pictures that come from no server, and those that you click on pages of a server without an account, stay in your browser. The extension never reads what you open, type or search for. It does not have permission to.</p>
  <p>If you choose Wikimedia Commons, the extension downloads lists of pictures and the pictures from Wikimedia. As with any website, Wikimedia sees your IP address, and it sees the subjects that you chose and the pictures. It gets no name and no cookie, and nothing after you choose something else. <a href="https://foundation.wikimedia.org/wiki/Policy:Privacy_policy">Its privacy policy</a> says what it does with that.</p>
  <p>If you have turned on your browser’s own sync, it copies your settings to your other devices: where your wallpapers come from, your filters and how often the wallpaper changes. It does not copy favorites or sessions. Your browser’s privacy policy says how the synced settings are protected.</p>`

const fromServer = (logsRequests: boolean) => html`<h2>When a wallpaper is fetched</h2>
  <p>The extension asks the server in your settings for wallpapers, and the page <code>/tab/</code> asks this one. They send the kinds you want, the size of your screen, your time zone if you chose the picture of the day, and which recent wallpapers not to send again. As with any website, the server sees your IP address. ${logsRequests ? 'It writes the time, your IP address and the address of the page or picture to its log, without what you search for.' : 'It keeps no record of who asked for what.'} Some catalogues store their pictures with another service, such as GitHub or Cloudinary. That service then sees your IP address too.</p>
  <p>This site sets no cookies until you sign in or connect an extension.</p>`

const fromFiles = html`<h2>When a wallpaper is fetched</h2>
  <p>This site consists of plain files. The company that stores them sees your IP address and which files you open, as with any website. Its own privacy policy says what it does with that. Searches and filters run in your browser, so the company does not see what you look for.</p>
  <p>This site sets no cookies.</p>`

const accounts: Readonly<Record<Instance['identity'], Html | string>> = {
  none: '',
  local: html`<h2>With an account</h2>
    <p>This server stores your username, your favorites, for 30 days the usernames that you gave up, a hash of your password that cannot be turned back into the password, and your sessions, each with the browser and system that it was started from and the hour of its last use. For a while, it also counts wrong passwords for each IP address and username, so that nobody can guess yours. A failed sign-in leaves a line with the time and the IP address in the server’s log.</p>`,
  clerk: html`<h2>With an account</h2>
    <p>This server uses <a href="https://clerk.com/legal/privacy">Clerk</a> for accounts. Clerk stores your username, email address, password and sessions, and your favorites on this server.</p>`,
}

const atProvider = (name: string) =>
  html`<p>If you sign in with ${name}, this server stores the address of ${name} and the id that you have there. It asks ${name} for your username and your name, for a new account, and does not ask for your email address. ${name} sees when you sign in here.</p>`

const leaving = {
  local: (site: Site) =>
    html`You can download what is in your account, or delete it, <a href="${site.link('/account')}">on its page</a>. For 30 days after that, your username stays stored without your data, so that nobody else can take it.`,
  clerk: () => 'To get or delete the data in your account, ask the people who run this server.',
}

const yourChoice = (identity: Instance['identity'], site: Site) =>
  identity !== 'none' &&
  html`<h2>What others can see</h2>
        <p>Anyone who knows your username can open your share page, which shows your name, your picture and your favorites. Without an account, you have no share page.</p>
        <h2>Exporting and deleting your data</h2>
        <p>In its settings, the extension can export everything it stores as one file. When you remove the extension, its data in your browser is deleted. ${leaving[identity](site)}</p>`
