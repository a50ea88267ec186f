import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import { assetPath } from '../assets.ts'
import { page } from '../layout.ts'
import { pageRoute, sendPage } from '../page-route.ts'

/** Adds the pages that a script fills in the browser. Only a site of plain files has them. */
export const addPlainPages = (app: Hono, site: Site, script: string) => {
  const scriptFor = (name: 'browse' | 'today' | 'favorites') =>
    html`<script type="module" src="${site.link(script)}" data-page="${name}" data-site="${site.publicUrl}" data-then="${site.link(assetPath('site.js'))}"></script>`

  pageRoute(app, { path: '/browse', site }, (c) =>
    sendPage(
      c,
      page({
        site,
        title: 'Wallpapers · Fresco',
        description: 'Wallpapers by category, color, tone and shape.',
        unlisted: true,
        head: html`<link rel="preload" href="${site.link('/index.json')}" as="fetch" crossorigin>
    ${scriptFor('browse')}`,
        body: html`<main id="main" class="wide home browse">
      <h1>Wallpapers</h1>
      <p class="lead" role="status">One moment…</p>
      ${needsScript(site)}
    </main>`,
      }),
    ),
  )

  pageRoute(app, { path: '/favorites', site }, (c) =>
    sendPage(
      c,
      page({
        site,
        title: 'Favorites · Fresco',
        description: 'Wallpapers that somebody loves.',
        unlisted: true,
        head: html`<link rel="preload" href="${site.link('/index.json')}" as="fetch" crossorigin>
    ${scriptFor('favorites')}`,
        body: html`<main id="main" class="wide home browse">
      <h1>Somebody’s favorites</h1>
      <p class="lead" role="status">One moment…</p>
      ${needsScript(site)}
    </main>`,
      }),
    ),
  )

  pageRoute(app, { path: '/today', site }, (c) =>
    sendPage(
      c,
      page({
        site,
        title: 'Today’s picture · Fresco',
        description: 'Another wallpaper every day.',
        head: scriptFor('today'),
        body: html`<main id="main" class="text">
      <h1>Today’s picture</h1>
      <p class="lead" role="status">One moment…</p>
      ${needsScript(site)}
    </main>`,
      }),
    ),
  )
}

const needsScript = (site: Site) =>
  html`<noscript><p>This page needs JavaScript. <a href="${site.link('/#wallpapers')}">The first page</a> works without it.</p></noscript>`
