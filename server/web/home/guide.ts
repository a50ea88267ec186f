import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { Site } from '../../http/site.ts'
import { example, type Html } from '../layout.ts'
import { type PictureUrls, picture, tone } from '../picture.ts'

export interface ExtensionUrls {
  chrome?: string | undefined
  firefox?: string | undefined
}

export const newTabs = (
  shown: Wallpaper | undefined,
  {
    instance: { identity },
    extensionUrls: { chrome, firefox },
    hasTab,
    ...urls
  }: PictureUrls & { instance: Instance; extensionUrls: ExtensionUrls; hasTab: boolean },
): Html => {
  const { plainFiles, publicUrl, link } = urls.site
  return html`<section id="new-tabs" class="guide" aria-labelledby="new-tabs-title">
    <div>
      <h2 id="new-tabs-title">On your new tabs</h2>
      <p class="lead">Loads from your own disk before you can blink, online or offline.</p>
      <h3>Chrome, Edge, Brave</h3>
      ${chrome ? inStore(chrome, 'Add to Chrome') : unpackedInChrome}
      <h3>Firefox</h3>
      ${firefox ? inStore(firefox, 'Add to Firefox') : temporaryInFirefox}
      ${hasTab && asPage(urls.site)}
      <p class="hint">${!(chrome && firefox) && builtHere}${plainFiles && html`In its settings, choose a catalogue on the web and enter <code>${publicUrl}</code>.`}${identity !== 'none' && html`With <a href="${link('/account')}">an account</a>, you have your favorites on all your devices, and on a page that you can share.`}</p>
    </div>
    ${shown && html`<div class="guide-picture">${tone(shown)}${picture(shown, { ...urls, sizes: '(width < 60rem) 92vw, 56vw', maxWidth: 1920, alt: '' })}</div>`}
  </section>`
}

const inStore = (url: string, text: string) =>
  html`<p><a class="button" href="${url}">${text}</a></p>`

const unpackedInChrome = html`<ol>
        <li>Open <code>chrome://extensions</code></li>
        <li>Turn on “Developer mode”</li>
        <li>Choose “Load unpacked” and pick <code>chrome-mv3</code></li>
      </ol>`

const temporaryInFirefox = html`<ol>
        <li>Open <code>about:debugging#/runtime/this-firefox</code></li>
        <li>Choose “Load Temporary Add-on”</li>
        <li>Pick <code>firefox-mv3/manifest.json</code></li>
      </ol>`

const asPage = (site: Site) => html`<h3>Safari, phones and tablets</h3>
      <p>Without an extension, <a href="${site.link('/tab/')}">open it as a page</a> and add it to your home screen. It also runs as <a href="${site.link('/tab/?every=30')}">a slideshow</a>.</p>`

const builtHere = html`The extension is in the <code>dist</code> folder of Fresco. If you installed Fresco as a package, <code>fresco extension ~/fresco</code> writes it into <code>~/fresco</code>. `

export const api = ({ publicUrl, link }: Site): Html =>
  html`<section id="api" class="guide guide-wide" aria-labelledby="api-title">
    <div>
      <h2 id="api-title">In your own programs</h2>
      <p class="lead">Free to use from any website, without a key.</p>
      <p>Filter by category, color or screen shape, or search by words. Answers are JSON, or the picture itself for programs that show a picture from an address. Every error says what was wrong and what is accepted.</p>
      <p class="buttons"><a class="button" href="${link('/connect')}">Connect your programs</a> <a class="button quiet" href="${link('/docs')}">See and try every route</a></p>
    </div>
    <div class="examples">
      ${example('A random desktop wallpaper', `curl '${publicUrl}/api/wallpapers?type=desktop'`)}
      ${example('The picture of the day, for any program', `curl -o today.jpg '${publicUrl}/today?w=2560&h=1440'`)}
    </div>
  </section>`

// A site of plain files has no random address, so the script chooses.
const randomFromFeed = (feed: string) =>
  `curl -fsSL '${feed}' | grep -o 'enclosure url="[^"]*' | cut -d'"' -f2 | sort -R | head -n 1 | xargs curl -fsSL -o wallpaper`

/** The files of a site of plain files that programs can read. */
export const plainFiles = ({
  url,
}: Site): Html => html`<section id="api" class="guide guide-wide" aria-labelledby="api-title">
    <div>
      <h2 id="api-title">In your own programs</h2>
      <p class="lead">Plain files, free to use from any website, without a key.</p>
      <p>The index lists every wallpaper with its size, its colors and its files in several sizes. The feeds have the newest wallpapers first.</p>
    </div>
    <div class="examples">
      ${example('Every wallpaper', `curl '${url('/index.json')}'`)}
      ${example('The newest wallpapers, for feed readers and for Variety (Preferences → Wallpaper → Add → Media RSS)', url('/feed.rss'))}
      ${example('The same as a JSON Feed', url('/feed.json'))}
      ${example('A slideshow, for screens and for OBS (Sources → + → Browser)', url('/tab/?every=30'))}
      ${example('One of the newest at random, for the script that changes your wallpaper', randomFromFeed(url('/feed.rss')))}
    </div>
  </section>`
