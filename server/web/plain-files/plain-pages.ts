import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import { assetPath } from '../assets.ts'
import { page } from '../layout.ts'
import { pageRoute, sendPage } from '../page-route.ts'
import { showButtons } from '../show-buttons.ts'

const pages = [
  {
    name: 'browse',
    title: 'Wallpapers',
    description: 'Wallpapers by category, color, tone and shape.',
    isList: true,
  },
  {
    name: 'favorites',
    title: 'Favorites',
    heading: 'Somebody’s favorites',
    description: 'Wallpapers that somebody loves.',
    isList: true,
  },
  { name: 'today', title: 'Today’s picture', description: 'Another wallpaper every day.' },
]

export const addPlainPages = (app: Hono, site: Site, script: string) => {
  for (const { name, title, heading = title, description, isList = false } of pages)
    pageRoute(app, { path: `/${name}`, site }, (c) =>
      sendPage(
        c,
        page({
          site,
          title,
          description,
          unlisted: isList,
          head: html`${isList && html`<link rel="preload" href="${site.link('/index.json')}" as="fetch" crossorigin>`}
    <script type="module" src="${site.link(script)}" data-page="${name}" data-site="${site.publicUrl}" data-then="${site.link(assetPath('site.js'))}"></script>`,
          body: html`<main id="main" class="${isList ? 'wide home browse' : 'text'}">
      <h1>${heading}</h1>
      <p class="lead" role="status">One moment…</p>
      <noscript><p>This page needs JavaScript. <a href="${site.link('/#wallpapers')}">The first page</a> works without it.</p></noscript>
    </main>
    ${isList && html`<aside aria-label="On other screens">${showButtons({ site, url: '', query: '', hasTab: name === 'browse', extensionUrls: {} })}</aside>`}`,
        }),
      ),
    )
}
