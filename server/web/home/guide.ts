import { html } from 'hono/html'
import type { Instance } from '../../../shared/service-api.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { Html } from '../layout.ts'
import { type PictureUrls, picture, tone } from '../picture.ts'

/** Where stores have the extension; `undefined`: it is loaded from the folder that it is built into. */
export interface ExtensionUrls {
  chrome?: string | undefined
  firefox?: string | undefined
}

interface NewTabs extends PictureUrls {
  instance: Instance
  extensionUrls: ExtensionUrls
}

/** How to have wallpapers on new tabs, with a new tab to look at. */
export const newTabs = (
  shown: Wallpaper | undefined,
  { instance: { identity }, extensionUrls: { chrome, firefox }, ...urls }: NewTabs,
): Html => html`<section id="new-tabs" class="guide" aria-labelledby="new-tabs-title">
    <div class="guide-text">
      <h2 id="new-tabs-title">On your new tabs</h2>
      <p class="lead">Painted from your own disk before you can blink, with or without a network.</p>
      <h3>Chrome, Edge, Brave</h3>
      ${chrome ? inStore(chrome, 'Add to Chrome') : unpackedInChrome}
      <h3>Firefox</h3>
      ${firefox ? inStore(firefox, 'Add to Firefox') : temporaryInFirefox}
      <p class="note">${chrome && firefox ? '' : builtHere}${identity === 'none' ? '' : withAccount}</p>
    </div>
    ${shown ? browserWindow(shown, urls) : ''}
  </section>`

const inStore = (url: string, text: string) =>
  html`<p><a class="button" href="${url}">${text}</a></p>`

const unpackedInChrome = html`<ol>
        <li>Open <code>chrome://extensions</code></li>
        <li>Switch on “Developer mode”</li>
        <li>Choose “Load unpacked”, then <code>dist/chrome-mv3</code></li>
      </ol>`

const temporaryInFirefox = html`<ol>
        <li>Open <code>about:debugging#/runtime/this-firefox</code></li>
        <li>Choose “Load Temporary Add-on”</li>
        <li>Pick <code>dist/firefox-mv3/manifest.json</code></li>
      </ol>`

const builtHere = html`The extension is built next to the server, in its folder <code>dist</code>. `

const withAccount = html`With <a href="/account">an account</a>, your hearts are on all your devices, and on a page that you can share.`

/** A browser with a new tab, drawn; there is nothing in it to hear or to click. */
const browserWindow = (
  shown: Wallpaper,
  urls: PictureUrls,
) => html`<div class="window" aria-hidden="true">
    <div class="window-bar"><span></span><span></span><span></span><b>New Tab</b></div>
    <div class="window-page">${tone(shown)}${picture(shown, { ...urls, sizes: '(width < 60rem) 92vw, 56vw', maxWidth: 1920, alt: '' })}
      <svg class="window-heart" viewBox="0 0 24 24"><path d="M12 20.5 4.2 12.900a5 5 0 0 1 7.100-7.100l.7.7.7-.7a5 5 0 0 1 7.100 7.100z"/></svg>
    </div>
  </div>`

/** How to call the API, with what it answers. */
export const api = (
  publicUrl: string,
  shown: Wallpaper | undefined,
  urls: PictureUrls['urls'],
): Html =>
  html`<section id="api" class="guide guide-wide" aria-labelledby="api-title">
    <div class="guide-text">
      <h2 id="api-title">In your own programs</h2>
      <p class="lead">Free, without a key, from any site.</p>
      <p>Ask for a category, a color, a shape of screen, or search by words. Every answer is JSON, every mistake says what was wrong and what is accepted.</p>
      <p><a class="button quiet" href="/docs">Every route, to try out</a></p>
    </div>
    <div class="examples">
      ${example('A random wallpaper for a desktop', `curl '${publicUrl}/api/wallpapers?type=desktop'`, shown && answerWith(urls.full(shown)))}
      ${example('Three with all their details', `curl '${publicUrl}/api/random-wallpapers?count=3&resolution=4k'`)}
      ${example('Search by words', `curl '${publicUrl}/api/wallpapers/search?q=mountain'`)}
    </div>
  </section>`

const answerWith = (url: string) =>
  JSON.stringify(
    { wallpapers: [url], count: 1, category: 'all', type: 'desktop', color: 'all' },
    null,
    2,
  )

/** How to run a server of one's own. */
export const hosting =
  (): Html => html`<section id="host" class="guide guide-wide" aria-labelledby="host-title">
    <div class="guide-text">
      <h2 id="host-title">With your own pictures</h2>
      <p class="lead">A folder of pictures is a catalogue.</p>
      <p>Fresco measures each one, finds its colors, and makes every size that a screen asks for. Accounts and favorites live in one file. No key, nothing to sign up for; GitHub, Cloudinary, Clerk and PostgreSQL when you want them.</p>
    </div>
    <div class="examples">
      ${example('Start with the wallpapers that come with it', 'npm ci && npm start')}
      ${example('Or with a folder of yours', 'WALLPAPERS_DIR=~/Pictures/Wallpapers npm start')}
    </div>
  </section>`

const example = (what: string, command: string, answer?: string) => html`<figure class="example">
    <figcaption>${what}</figcaption>
    <div class="code">
      <pre><code>${command}</code></pre>
      <button class="button quiet copy" type="button" hidden data-copy="${command}" data-done="Copied" aria-label="Copy: ${what}">Copy</button>
      ${answer ? html`<pre class="answer"><code>${answer}</code></pre>` : ''}
    </div>
  </figure>`
