import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Instance } from '../../shared/catalogue-api.ts'
import type { CatalogueSnapshot } from '../catalogue/catalogue-store.ts'
import type { Random } from '../catalogue/random.ts'
import { sampleDistinct } from '../catalogue/sample.ts'
import { type Html, page } from './layout.ts'

interface HomePageDeps {
  readonly snapshot: () => Promise<CatalogueSnapshot>
  readonly random: Random
  readonly instance: Instance
  /** Without a trailing slash. */
  readonly publicUrl: string
}

const shown = 12

/** The page at `/`: what this is, some of what it has, and how to use it. */
export const addHomePage = (app: Hono, { snapshot, random, instance, publicUrl }: HomePageDeps) => {
  app.get('/', async (c) => {
    const { catalogue, urls } = await snapshot()
    const pool = catalogue.pool({ type: 'desktop' })
    const wallpapers = sampleDistinct(pool.size, shown, random).map(pool.at)
    const pictures = wallpapers.map(
      (wallpaper) =>
        html`<li><a href="${urls.full(wallpaper)}"><img src="${urls.preview(wallpaper)}" alt="${wallpaper.description || wallpaper.title}" width="600" height="400" loading="lazy"></a></li>`,
    )
    c.header('Cache-Control', 'no-store')
    return c.html(
      page({
        title: 'Fresco: a fresh wallpaper on every new tab',
        description: 'Wallpapers for every new tab, and a free API for your own programs.',
        body: body(pictures, catalogue.wallpapers.length, instance.version, publicUrl),
      }),
    )
  })
}

const body = (pictures: Html[], count: number, version: string, publicUrl: string) => html`<main>
  <h1>A fresh wallpaper on every new tab</h1>
  <p class="lead">${count} wallpapers live here. Put them on your new tabs, or call them from your own programs.</p>
  <ul class="wall">${pictures}</ul>
  <h2>On your new tabs</h2>
  <p>In Chrome, open <code>chrome://extensions</code>, switch on Developer mode, choose “Load unpacked” and pick <code>dist/chrome-mv3</code>.
  In Firefox, open <code>about:debugging#/runtime/this-firefox</code>, choose “Load Temporary Add-on” and pick <code>dist/firefox-mv3/manifest.json</code>.</p>
  <h2>From your own programs</h2>
  <p>Free, without a key, from any site.</p>
  <pre><code>curl '${publicUrl}/api/wallpapers?category=nature&amp;type=desktop'
curl '${publicUrl}/api/random-wallpapers?count=3&amp;resolution=4k'
curl '${publicUrl}/api/wallpapers/search?q=mountain'</code></pre>
  <footer>Fresco ${version}</footer>
</main>`
