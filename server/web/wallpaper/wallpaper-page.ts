import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Site } from '../../http/site.ts'
import { type Html, oembedLink, page } from '../layout.ts'
import { altText, type PictureUrls, paletteStrip, picture, tone } from '../picture.ts'
import { wall } from '../wall.ts'
import { hueClass, sceneClass, shapeClass } from '../wallpaper-classes.ts'
import { shortened, written } from '../words.ts'
import { downloadCard } from './downloads.ts'
import { facts, toImageObject } from './facts.ts'

interface WallpaperPage extends PictureUrls {
  wallpaper: Wallpaper
  similar: readonly Wallpaper[]
  favorite: { hearted: Hearted } | undefined
  countsDownloads: boolean
}

export const wallpaperPage = (shown: WallpaperPage): Html => {
  const { wallpaper, similar, urls, site } = shown
  return page({
    site,
    title: `${wallpaper.title} · Fresco`,
    description: describe(wallpaper),
    hue: hueClass(wallpaper),
    about: toImageObject(wallpaper, urls),
    scripted: true,
    card: toCard(wallpaper, shown),
    alternates: site.plainFiles
      ? []
      : [oembedLink(urls.page(wallpaper), site.publicUrl, wallpaper.title)],
    body: html`<main id="main" class="wide wallpaper ${shapeClass(wallpaper)}">
      ${scene(shown)}
      <div class="facts">
        ${downloadCard(wallpaper, shown)}
        ${facts(wallpaper, site)}
      </div>
      ${similar.length === 0 ? '' : html`<section class="similar" aria-labelledby="similar"><h2 id="similar">More like this</h2>${wall(similar, shown)}</section>`}
    </main>`,
  })
}

const scene = (shown: WallpaperPage) => {
  const { wallpaper, favorite, urls, site } = shown
  const options = { urls, site, sizes: stageSizes(wallpaper), maxWidth: 2880, first: true }
  return html`<section class="${sceneClass(wallpaper)}" aria-labelledby="title">
    <figure class="stage">
      <a href="${site.withoutOrigin(urls.full(wallpaper))}">${tone(wallpaper)}${picture(wallpaper, options)}</a>
    </figure>
    <div class="plate">
      <div>
        <h1 id="title">${wallpaper.title}</h1>
        ${wallpaper.description === '' ? '' : html`<p class="lead">${wallpaper.description}</p>`}
      </div>
      <div class="buttons">
        ${favorite ? heart(wallpaper.id, favorite.hearted, site) : ''}
        <button class="button quiet" type="button" hidden data-copy="${urls.page(wallpaper)}" data-done="Copied">Copy link</button>
      </div>
    </div>
    ${paletteStrip(wallpaper)}
  </section>`
}

const stageSizes = ({ width = 16, height = 9 }: Wallpaper) =>
  `min(100vw, ${Math.round((80 * width) / height)}svh)`

const describe = ({ title, description, category }: Wallpaper) =>
  shortened(description || `${title}, a wallpaper${category && ` from ${written(category)}`}.`, 200)

const toCard = (wallpaper: Wallpaper, { urls }: PictureUrls) => ({
  url: urls.page(wallpaper),
  image: { ...urls.card(wallpaper), alt: altText(wallpaper) },
})

export type Hearted = boolean | undefined

const shape = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20.500 4.200 12.900a5 5 0 0 1 7.100-7.100l.7.700.7-.700a5 5 0 0 1 7.100 7.100z"/></svg>`

const heart = (id: string, hearted: Hearted, site: Site): Html =>
  hearted === undefined
    ? html`<a class="button quiet heart" href="${site.link('/account')}">${shape}Add to favorites</a>`
    : html`<form method="post" action="${site.link('/heart')}">
        <input type="hidden" name="id" value="${id}">
        <input type="hidden" name="action" value="${hearted ? 'remove' : 'add'}">
        <button class="button quiet heart" aria-pressed="${String(hearted)}">${shape}${hearted ? 'In your favorites' : 'Add to favorites'}</button>
      </form>`
