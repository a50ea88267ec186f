import type { Hono } from 'hono'
import { html } from 'hono/html'
import { selectForDay } from '../../../shared/catalogue/today.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toDate, toDayNumber } from '../../../shared/days.ts'
import { toBoxShape } from '../../../shared/filter-rules.ts'
import type { Instance } from '../../../shared/service-api.ts'
import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import type { Site } from '../../http/site.ts'
import { heartButton, heartsAt } from '../hearts.ts'
import { type Html, page } from '../layout.ts'
import { pageRoute, type SiteDeps, sendPage } from '../page-route.ts'
import { author, paletteStrip, picture, tone } from '../picture.ts'
import { type Screens, showButtons } from '../show-buttons.ts'
import { isTabBuilt } from '../tab-routes.ts'
import { hueClass } from '../wallpaper-classes.ts'
import { filterBar, hasFilters, listChoices, readFilters, toQuery } from './filters.ts'
import { api, type ExtensionUrls, newTabs, plainFiles } from './guide.ts'
import {
  type Browsed,
  browseContent,
  countText,
  describeFilters,
  findOthers,
  findWallpapers,
  fixedSeed,
  results,
} from './results.ts'

interface HomePageDeps extends SiteDeps {
  instance: Instance
  extensionUrls?: ExtensionUrls | undefined
  tabDir?: string | undefined
  clock?: (() => number) | undefined
}

interface Home extends Omit<Browsed, 'catalogue' | 'others'>, Screens {
  current: CatalogueSnapshot
  seed: string
  instance: Instance
}

export const addHomePage = (
  app: Hono,
  { snapshot, instance, site, extensionUrls = {}, tabDir, clock = Date.now }: HomePageDeps,
) => {
  const hasTab = isTabBuilt(tabDir)
  pageRoute(app, { path: '/', site }, async (c) => {
    const filters = readFilters((name) => c.req.query(name))
    const current = await snapshot()
    // The wallpapers stay in the same order for a day, so that no wallpaper appears on two pages of results.
    const seed = site.plainFiles ? fixedSeed : toDate(clock(), 'UTC')
    const found = await findWallpapers(current, filters, { page: c.req.query('page'), seed })
    const others = await findOthers(current, filters, { count: found.count, seed })
    c.header('Cache-Control', 'public, max-age=60')
    const { urls } = current
    const action = instance.identity === 'none' ? undefined : heartButton
    const shown = { extensionUrls, hasTab, urls, site, action }
    const home = { current, filters, found, seed, instance, ...shown }
    const isFront = !hasFilters(filters) && found.number === 1
    return sendPage(c, isFront ? frontPage(home) : browsePage(home, others))
  })
}

const frontPage = (home: Home): Html => {
  const { current, found, seed, site, urls } = home
  const { catalogue } = current
  const isEmpty = catalogue.size === 0
  const [row] = isEmpty
    ? []
    : selectForDay(catalogue, { boxShape: toBoxShape(frontBox) }, toDayNumber(seed))
  const front = row === undefined ? undefined : catalogue.at(row)
  const inWindow = found.items.find(
    ({ id, orientation }) => orientation === 'landscape' && id !== front?.id,
  )
  return page({
    site,
    description: site.isPrivate
      ? 'Pictures that only people with an account here see.'
      : 'Wallpapers for every new tab, and a free API for your own programs.',
    feed: { query: '', title: `${home.instance.name} wallpapers` },
    hue: front && hueClass(front),
    scripted: true,
    head: home.action && heartsAt(site),
    card: {
      url: `${site.publicUrl}/`,
      image: front && { url: urls.preview(front), alt: front.title },
    },
    body: html`<main id="main" class="wide home">
      ${frontSection(front, home)}
      ${isEmpty ? noWallpapers : gallery(home)}
      ${!site.isPrivate && html`${newTabs(inWindow ?? front, home)}${site.plainFiles ? plainFiles(site) : api(site)}`}
    </main>`,
  })
}

const gallery = ({ current, filters, found, ...urls }: Home) => html`
  <section id="wallpapers" aria-labelledby="wallpapers-title">
    <h2 id="wallpapers-title">${countText(found)}</h2>
    ${filterBar(filters, listChoices(current.catalogue, filters, urls.site), urls.site)}
    ${results(found, filters, urls)}
  </section>`

const noWallpapers = html`<section id="wallpapers" aria-labelledby="wallpapers-title">
    <h2 id="wallpapers-title">There are no wallpapers here yet.</h2>
    <p class="lead">Put some pictures into this server’s folder, and they will show up here a moment later.</p>
  </section>`

const browsePage = (home: Home, others: readonly Wallpaper[]): Html => {
  const { current, filters, found, site, urls, hasTab, extensionUrls, action } = home
  const heading = describeFilters(filters, current.catalogue)
  const [first] = found.items
  const query = toQuery(filters)
  return page({
    site,
    title: heading,
    description: `${countText(found)}: ${heading}.`,
    // A feed has the newest wallpapers first, so that it cannot have the results of a search.
    feed: filters.q === undefined ? { query, title: heading } : undefined,
    hue: first && hueClass(first),
    // Search engines should not index the results of what other people search for.
    unlisted: filters.q !== undefined || found.count === 0,
    scripted: true,
    card: {
      url: `${site.publicUrl}/?${[query, found.number > 1 ? `page=${found.number}` : ''].filter(Boolean).join('&')}`,
      image: first && { url: urls.preview(first), alt: first.title },
    },
    head: action && heartsAt(site),
    body: html`${browseContent({ ...home, catalogue: current.catalogue, others })}
    ${found.count > 0 && html`<aside aria-label="On other screens">${showButtons({ site, url: `${site.publicUrl}/?${query}`, query, hasTab, extensionUrls })}</aside>`}`,
  })
}

// `/today` answers with the picture in front for every box of this shape.
const frontBox = { width: 1920, height: 1080 }

const frontSection = (front: Wallpaper | undefined, { urls, site, hasTab }: Home): Html =>
  html`<section class="front ${front ? '' : 'front-bare'}">
    <div class="front-picture">${front && html`${tone(front)}${picture(front, { urls, site, ...frontSizes })}`}</div>
    <div class="plaque">
      ${site.isPrivate ? privatePlaque(site, hasTab) : publicPlaque(site, hasTab)}
    </div>
    ${front ? html`<p class="label label-day"><a href="${site.link(`/today?w=${frontBox.width}&h=${frontBox.height}`)}">${site.plainFiles ? 'See today’s picture' : 'Today’s picture'}</a></p><p class="label"><a href="${site.withoutOrigin(urls.page(front))}"><bdi>${front.title}</bdi></a>${front.credit && html` by ${author(front)}`}</p>${paletteStrip(front)}` : ''}
  </section>`

const publicPlaque = (site: Site, hasTab: boolean) => html`
      <h1>A fresh wallpaper on every new tab</h1>
      <p class="lead">Open a tab, take a breath. Keep the wallpapers you love on all your devices.</p>
      <p class="buttons">
        <a class="button ${hasTab && 'on-desktops'}" href="#new-tabs">Get the extension</a>
        ${hasTab && html`<a class="button on-phones" href="${site.link('/tab/?every=30')}">Use as a full screen</a>`}
        <a class="button quiet" href="#api">${site.plainFiles ? 'Use the files' : 'Use the API'}</a>
      </p>`

const privatePlaque = (site: Site, hasTab: boolean) => html`<h1>${site.name}</h1>
      <p class="lead">Only people with an account here see these pictures.</p>
      <p class="buttons">
        ${hasTab && html`<a class="button" href="${site.link('/tab/?every=30')}">Use as a full screen</a>`}
        <a class="button quiet" href="${site.link('/account')}">Your account</a>
      </p>`

const frontSizes = {
  sizes: '(width < 48rem) max(100vw, 100svh), max(100vw, 142svh)',
  maxWidth: 2880,
  first: true,
}
