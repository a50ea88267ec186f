import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type FilterName, filterForms, writeFilters } from '../../../shared/filters.ts'
import { imageQuerySchema } from '../../../shared/image-api.ts'
import { isLoopback, type Site } from '../../http/site.ts'
import {
  type Choice,
  describeValues,
  type FilterChoices,
  formNames,
  listChoices,
  readFilters,
} from '../home/filters.ts'
import { code, contentSecurityPolicy, example, type Html, page } from '../layout.ts'
import { framedBy, pageRoute, type SiteDeps, sendPage } from '../page-route.ts'
import { isTabBuilt } from '../tab-routes.ts'
import { capitalized, countOf } from '../words.ts'
import { listRecipes, pictureAddress, type Recipe, type RecipeGroup, type Wish } from './recipes.ts'
import {
  field,
  readScreen,
  type ScreenWords,
  screenAddress,
  screenFields,
  screenPreview,
  selectField,
} from './screen.ts'

interface ConnectPageDeps extends SiteDeps {
  tabDir?: string | undefined
  timeZone?: string | undefined
}

export const addConnectPage = (app: Hono, deps: ConnectPageDeps) => {
  const { snapshot, site, tabDir, timeZone = 'UTC' } = deps
  const hasTab = isTabBuilt(tabDir)
  pageRoute(app, { path: '/connect', site }, async (c) => {
    const { catalogue } = await snapshot()
    const asked = readWish((name) => c.req.query(name))
    const choices = listChoices(catalogue, asked.filters, site)
    const count = catalogue.pool(asked.filters).size
    c.header('Cache-Control', 'public, max-age=60')
    c.header('Content-Security-Policy', framingPolicy)
    const screen = hasTab ? readScreen((name) => c.req.query(name)) : undefined
    return sendPage(
      c,
      connectPage(
        { ...asked, publicUrl: site.publicUrl },
        { site, choices, count, screen, timeZone },
      ),
    )
  })
}

// The page shows `/tab/` in a frame.
const framingPolicy = `${contentSecurityPolicy}; frame-src 'self'; ${framedBy}`

const usualSize = { w: '1920', h: '1080' }

/** Reads the form from a URL. Like the home page, it ignores invalid values. */
const readWish = (ask: (name: string) => string | undefined): Omit<Wish, 'publicUrl'> => {
  const { q: _, ...filters } = readFilters(ask)
  const side = (name: 'w' | 'h') =>
    imageQuerySchema.shape[name].safeParse((ask(name) ?? usualSize[name]).trim()).data
  return {
    picture: ask('picture') === 'today' ? 'today' : 'random',
    filters,
    width: side('w'),
    height: side('h'),
    key: ask('key')?.trim() || undefined,
  }
}

interface Matches {
  site: Site
  choices: FilterChoices
  count: number
  /** Absent if the page at `/tab/` is not built. */
  screen: ScreenWords | undefined
  timeZone: string
}

const connectPage = (wish: Wish, matches: Matches): Html =>
  page({
    site: matches.site,
    title: 'Connect your programs',
    description: 'One address for wallpapers, and how twelve programs and devices show them.',
    scripted: true,
    card: { url: `${wish.publicUrl}/connect` },
    body: html`<main id="main" class="wide connect">
      <h1>One address, every screen</h1>
      <p class="lead">Choose what you like. Then copy the recipe for your desktop, your dashboard or your photo frame.${matches.screen && html` Or <a href="${matches.site.link('/tab/?every=30')}">fill this screen</a>.`}</p>
      ${matches.site.isPrivate && wish.key === undefined && needsKey(matches.site)}
      <div class="guide guide-wide">
        ${wishForm(wish, matches)}
        <div>
          ${answer(wish, matches)}
          ${matches.screen && matches.count > 0 && screenPreview(screenAddress(wish, matches.screen), matches.site)}
        </div>
      </div>
      ${matches.count > 0 && listRecipes(wish).map(recipeGroup)}
    </main>`,
  })

const needsKey = (site: Site) =>
  html`<p class="notice">This site is private, so programs need a key. <a href="${site.link('/account#keys')}">Make a key on your account page</a>, and put it into the recipes there.</p>`

const wishForm = (
  wish: Wish,
  { site, choices, count, screen }: Matches,
) => html`<form class="card wish" method="get" action="${site.link('/connect')}" aria-label="Your wallpapers">
    ${wish.key && html`<input type="hidden" name="key" value="${wish.key}">`}
    <fieldset class="pictures">
      <legend class="unseen">Which picture</legend>
      ${pictureChoice(wish, 'random', 'Another picture each time')}
      ${pictureChoice(wish, 'today', 'The picture of the day')}
    </fieldset>
    <div class="wish-fields">
      ${formNames.map((name) => select(name, choices[name], wish))}
      ${side('w', 'Width', wish.width)}
      ${side('h', 'Height', wish.height)}
    </div>
    <p class="hint">Enter the width and height of your screen in pixels.</p>
    ${screen && screenFields(screen)}
    <p class="buttons"><button class="button">Update</button> <button class="button quiet" type="button" data-screen-size hidden></button> <span>${countOf(count, 'wallpaper')} ${count === 1 ? 'matches' : 'match'}</span></p>
  </form>`

const pictureChoice = (wish: Wish, value: Wish['picture'], text: string) =>
  html`<label><input type="radio" name="picture" value="${value}" ${wish.picture === value ? 'checked' : ''}> ${text}</label>`

const select = (name: FilterName, choices: readonly Choice[], { filters }: Wish) => {
  const { noun, label = capitalized(noun), all = `Any ${noun}` } = filterForms[name]
  const chosen = writeFilters(filters)[name]
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen)
  if (choices.length < 2 && chosen === undefined) return ''
  const listed = choices.map(({ value, text }) => [value, text] as const)
  const unlisted = isListed ? [] : [[chosen, capitalized(describeValues(name, filters))] as const]
  return selectField(name, label, [['', all], ...listed, ...unlisted], chosen ?? '')
}

const side = (name: 'w' | 'h', label: string, value: number | undefined) =>
  field(name, label, 'type="number" min="16" max="7680" inputmode="numeric"', String(value ?? ''))

const answer = (wish: Wish, { site, count, timeZone }: Matches): Html => {
  if (count === 0)
    return html`<div class="nothing">
      <h2>No wallpapers match all of that</h2>
      <p class="lead">A program would get an error instead of a picture. Choose fewer filters.</p>
      <p><a class="button quiet" href="${site.link('/connect')}">Start again</a></p>
    </div>`
  const { width, height } = wish
  return html`<figure class="preview">
      <img src="${site.withoutOrigin(previewAddress(wish))}" alt="A wallpaper from this address" ${width && height && html`width="${width}" height="${height}"`}>
      <figcaption>
        ${code(pictureAddress(wish), 'the address')}
        ${wish.picture === 'today' && html`<p class="hint">The picture changes at midnight in the time zone ${timeZone}. Add <code>tz=America/Lima</code> for midnight in Lima.</p>`}
      </figcaption>
    </figure>
    ${isLoopback(new URL(wish.publicUrl).hostname) && html`<p class="notice">This address works only on the computer that runs Fresco. For other devices, set <code>PUBLIC_URL</code> to an address that they can open.</p>`}`
}

const widestPreview = 1280

const previewAddress = (wish: Wish) => {
  const { width, height } = wish
  if (width === undefined || height === undefined) return pictureAddress(wish)
  const scale = Math.min(1, widestPreview / Math.max(width, height))
  const [w, h] = [width, height].map((side) => Math.max(16, Math.round(side * scale)))
  return pictureAddress(wish, { w, h })
}

const recipeGroup = ({
  title,
  lead,
  recipes,
}: RecipeGroup) => html`<section class="guide guide-wide">
    <div>
      <h2>${title}</h2>
      <p class="lead">${lead}</p>
    </div>
    <div>${recipes.map(recipe)}</div>
  </section>`

const recipe = ({ id, title, steps, notes }: Recipe) => html`<details class="recipe" id="${id}">
    <summary>${title}</summary>
    <div class="examples">
      ${steps.map(({ where, text }) => example(where, text, title))}
      ${notes.map((note) => html`<p class="hint">${note}</p>`)}
    </div>
  </details>`
