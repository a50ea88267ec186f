import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Instance } from '../../shared/catalogue-api.ts'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import type { Random } from '../catalogue/random.ts'
import { sampleDistinct } from '../catalogue/sample.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { type Html, page } from './layout.ts'
import { pageRoute } from './page-route.ts'
import { type PictureUrls, pagePath, picture, tone, wall } from './picture.ts'
import { countOf } from './words.ts'

interface HomePageDeps {
  readonly snapshot: CurrentSnapshot
  readonly random: Random
  readonly instance: Instance
  /** Without a trailing slash. */
  readonly publicUrl: string
}

const shown = 15

/** The page at `/`: what this is, some of what it has, and how to use it. */
export const addHomePage = (app: Hono, { snapshot, random, instance, publicUrl }: HomePageDeps) => {
  pageRoute(app, '/', async (c) => {
    const { catalogue, urls } = await snapshot()
    const drawn = sampleDistinct(catalogue.size, shown + 1, random).map(catalogue.at)
    const front = drawn.find(canBeInFront) ?? drawn[0]
    const others = drawn.filter((wallpaper) => wallpaper !== front).slice(0, shown)
    c.header('Cache-Control', 'no-store')
    return c.html(
      page({
        title: 'Fresco: a fresh wallpaper on every new tab',
        description: 'Wallpapers for every new tab, and a free API for your own programs.',
        card: {
          url: `${publicUrl}/`,
          image: front && { url: urls.preview(front), alt: front.title },
        },
        body: html`<main id="main" class="home">
          ${hero(front, { urls, publicUrl })}
          ${gallery(others, catalogue.size, { urls, publicUrl })}
          ${newTabs(instance)}
          ${api(publicUrl)}
        </main>`,
      }),
    )
  })
}

/** Wide enough for the top of the page, dark enough to write on, and not just black. */
const canBeInFront = ({ orientation, width = 0, luminance = 0 }: Wallpaper) =>
  orientation === 'landscape' && width >= 1920 && luminance > 0.04 && luminance < 0.4

const hero = (front: Wallpaper | undefined, urls: PictureUrls) => html`<section class="hero">
    ${front ? html`${tone(front)}${picture(front, { ...urls, sizes: 'max(100vw, 136svh)', maxWidth: 2880, first: true })}` : ''}
    <div class="hero-text">
      <h1>A fresh wallpaper on every new tab</h1>
      <p>Open a tab, take a breath. Keep the ones you love, on all your devices.</p>
      <p class="buttons">
        <a class="button" href="#new-tabs">Get the extension</a>
        <a class="button quiet" href="#api">Use the API</a>
      </p>
    </div>
    ${front ? html`<p class="hero-credit"><a href="${pagePath(front)}">${front.title}</a></p>` : ''}
  </section>`

const gallery = (wallpapers: readonly Wallpaper[], count: number, urls: PictureUrls): Html =>
  count === 0
    ? html`<p class="empty">There are no wallpapers here yet.</p>`
    : html`<section aria-labelledby="gallery">
        <h2 id="gallery">Some of ${countOf(count, 'wallpaper')}</h2>
        ${wall(wallpapers, urls)}
      </section>`

const newTabs = ({
  identity,
}: Instance) => html`<section id="new-tabs" aria-labelledby="new-tabs-title">
    <h2 id="new-tabs-title">On your new tabs</h2>
    <p>The extension is built next to the server, in its folder <code>dist</code>.</p>
    <div class="cards">
      <div class="card">
        <h3>Chrome, Edge, Brave</h3>
        <ol>
          <li>Open <code>chrome://extensions</code></li>
          <li>Switch on “Developer mode”</li>
          <li>Choose “Load unpacked”, then <code>dist/chrome-mv3</code></li>
        </ol>
      </div>
      <div class="card">
        <h3>Firefox</h3>
        <ol>
          <li>Open <code>about:debugging#/runtime/this-firefox</code></li>
          <li>Choose “Load Temporary Add-on”</li>
          <li>Pick <code>dist/firefox-mv3/manifest.json</code></li>
        </ol>
      </div>
    </div>
    ${identity === 'none' ? '' : html`<p>With <a href="/account">an account</a>, your hearts are on all your devices, and on a page that you can share.</p>`}
  </section>`

const api = (publicUrl: string) => html`<section id="api" aria-labelledby="api-title">
    <h2 id="api-title">In your own programs</h2>
    <p>Free, without a key, from any site.</p>
    ${example('A random wallpaper', `curl '${publicUrl}/api/wallpapers?category=nature&type=desktop'`)}
    ${example('Three with all their details', `curl '${publicUrl}/api/random-wallpapers?count=3&resolution=4k'`)}
    ${example('Search by words', `curl '${publicUrl}/api/wallpapers/search?q=mountain'`)}
  </section>`

/** Long lines are scrolled, which has to work with the keyboard too. */
const example = (what: string, command: string) => html`<figure class="example">
    <figcaption>${what}</figcaption>
    <pre tabindex="0"><code>${command}</code></pre>
  </figure>`
