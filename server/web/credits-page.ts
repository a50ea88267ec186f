import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { type Html, page } from './layout.ts'
import { pageRoute, type SiteDeps, sendPage } from './page-route.ts'
import { author, licenseOf, type PictureUrls, picture, sourceOf } from './picture.ts'
import { findPage, type ListPage, pager } from './wall.ts'

/**
 * Each page covers this many rows of the catalogue, and leaves out those without credits. To count the rows with credits
 * would read the whole catalogue, which takes ten seconds for a million rows.
 */
const rowsPerPage = 300

export const pathOfCredits = (page: number) => (page === 1 ? '/credits' : `/credits/${page}`)

export const findCreditsPage = (size: number, asked?: string) => findPage(size, asked, rowsPerPage)

/** Adds the pages that name the author, the license and the source of each picture. */
export const addCreditsPage = (app: Hono, { snapshot, site }: SiteDeps) => {
  const send = async (c: Context, asked?: string) => {
    const { catalogue, urls } = await snapshot()
    const found = findCreditsPage(catalogue.size, asked)
    const path = pathOfCredits(found.number)
    if (asked !== undefined && path !== `/credits/${asked}`) return c.redirect(site.link(path))
    const length = Math.min(rowsPerPage, catalogue.size - found.start)
    const rows = Array.from({ length }, (_, at) => catalogue.at(found.start + at))
    c.header('Cache-Control', 'public, max-age=60')
    return sendPage(c, creditsPage({ ...found, items: rows.filter(isCredited) }, { urls, site }))
  }
  pageRoute(app, { path: '/credits', site }, (c) => send(c))
  pageRoute(app, { path: '/credits/:page{\\d+}', site }, (c) => send(c, c.req.param('page')))
}

const isCredited = ({ credit, license, sourceUrl }: Wallpaper): boolean =>
  (credit ?? license ?? sourceUrl) !== undefined

const creditsPage = (found: ListPage<Wallpaper>, shown: PictureUrls): Html => {
  const { site } = shown
  const toHref = (number: number) => site.link(pathOfCredits(number))
  return page({
    site,
    title: 'Credits',
    description: 'Who made the pictures, and under which licenses they are here.',
    body: html`<main id="main">
      <h1>Credits</h1>
      <p class="lead">Who made the pictures, and under which licenses they are here.</p>
      ${found.items.length > 0 ? html`<ul class="credits">${found.items.map((each) => item(each, shown))}</ul>` : html`<p class="empty">No author, license or source of the pictures on this page is known.</p>`}
      ${pager(found, toHref)}
    </main>`,
  })
}

const item = (wallpaper: Wallpaper, { urls, site }: PictureUrls) => {
  const shown = { urls, site, sizes: '7rem', maxWidth: 0, alt: '' }
  const facts = [author(wallpaper), licenseOf(wallpaper), sourceOf(wallpaper)]
  return html`
    <li>
      ${picture(wallpaper, shown)}
      <div><a href="${site.withoutOrigin(urls.page(wallpaper))}"><bdi>${wallpaper.title}</bdi></a>
        <ul>${facts.filter(Boolean).map((fact) => html`<li>${fact}</li>`)}</ul></div>
    </li>`
}
