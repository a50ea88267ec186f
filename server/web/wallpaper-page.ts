import { html } from 'hono/html'
import { findColorHex } from '../catalogue/color-hex.ts'
import { toFileFormat } from '../catalogue/file-format.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { toColorNames } from '../catalogue/wallpaper-detail.ts'
import { type Download, toDownloads } from './downloads.ts'
import { type Html, oembedLink, page } from './layout.ts'
import { altText, type PictureUrls, pagePath, picture, tone, withoutOrigin } from './picture.ts'
import { shapeClass } from './shape.ts'
import { capitalised, shortened } from './words.ts'

const cardSize = { width: 1200, height: 630 }

/** One wallpaper: the picture, what is known of it, and its files. */
export const wallpaperPage = (wallpaper: Wallpaper, options: PictureUrls): Html =>
  page({
    title: `${wallpaper.title} · Fresco`,
    description: describe(wallpaper),
    card: toCard(wallpaper, options),
    alternates: [oembedLink(options.urls.page(wallpaper), options.publicUrl, wallpaper.title)],
    body: html`<main id="main" class="wallpaper">
      <figure class="stage ${shapeClass(wallpaper)}">
        <a href="${withoutOrigin(options.urls.full(wallpaper), options.publicUrl)}">${tone(wallpaper)}${picture(wallpaper, { ...options, sizes: stageSizes(wallpaper), maxWidth: 2880, first: true })}</a>
      </figure>
      <div class="facts">
        <div>
          <h1>${wallpaper.title}</h1>
          ${wallpaper.description === '' ? '' : html`<p class="lead">${wallpaper.description}</p>`}
          ${details(wallpaper)}
          ${colors(wallpaper)}
          ${tags(wallpaper)}
        </div>
        ${downloads(wallpaper, options)}
      </div>
    </main>`,
  })

/** As wide as the page, unless that would be higher than most of the screen. */
const stageSizes = ({ width = 16, height = 9 }: Wallpaper) =>
  `min(100vw, 79rem, ${Math.round((78 * width) / height)}svh)`

const describe = ({ title, description, category }: Wallpaper) =>
  shortened(description || `${title}, a wallpaper${category && ` from ${category}`}.`, 200)

const toCard = (wallpaper: Wallpaper, { urls, publicUrl }: PictureUrls) => {
  const { width = 0, height = 0 } = wallpaper
  // A smaller picture is not enlarged, so its size is not the one asked for.
  const isLarge = urls.areHere && width >= cardSize.width && height >= cardSize.height
  const asked = `w=${cardSize.width}&h=${cardSize.height}&format=jpeg`
  return {
    url: `${publicUrl}${pagePath(wallpaper)}`,
    image: {
      url: `${urls.image(wallpaper)}?${asked}`,
      alt: altText(wallpaper),
      size: isLarge ? cardSize : undefined,
    },
  }
}

const details = ({ category, width, height, credit, license }: Wallpaper) => {
  const known: [string, string | undefined][] = [
    ['Category', category && capitalised(category)],
    ['Size', width && height ? `${width} × ${height} pixels` : undefined],
    ['By', credit],
    ['Licence', license],
  ]
  return html`<dl>${known
    .filter(([, value]) => value)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Colours to see; names where the catalogue knows no more than those. */
const colors = (wallpaper: Wallpaper) => {
  const names = toColorNames(wallpaper)
  const shown =
    wallpaper.palette.length > 0
      ? wallpaper.palette.map((hex) => ({ hex, name: hex }))
      : names.map((name) => ({ hex: findColorHex(name), name }))
  if (shown.length === 0) return ''
  return html`<h2 id="colors">Colours</h2>
    <ul class="swatches" aria-labelledby="colors">${shown.map(swatch)}</ul>`
}

const swatch = ({ hex, name }: { hex: string | undefined; name: string }) =>
  html`<li>${
    hex === undefined
      ? ''
      : html`<svg aria-hidden="true"><rect width="100%" height="100%" fill="${hex}"/></svg>`
  }<span>${name}</span></li>`

const tags = ({ tags: words }: Wallpaper) =>
  words.length === 0
    ? ''
    : html`<h2 id="tags">Tags</h2>
      <ul class="tags" aria-labelledby="tags">${words.map((word) => html`<li>${word}</li>`)}</ul>`

const downloads = (wallpaper: Wallpaper, { urls, publicUrl }: PictureUrls) => {
  const { id, width, height, mainFile } = wallpaper
  const format = toFileFormat(mainFile)
  const size = width && height ? `${width} × ${height}` : 'full resolution'
  const name = id.slice(id.lastIndexOf('/') + 1)
  const image = withoutOrigin(urls.image(wallpaper), publicUrl)
  const sizes = urls.areHere ? toDownloads(wallpaper) : []
  const smaller = sizes.map((box) => smallerDownload(box, image, name))
  return html`<section class="card downloads" aria-labelledby="download">
    <h2 id="download">Download</h2>
    <ul>
      <li><a href="${withoutOrigin(urls.full(wallpaper), publicUrl)}" download="${name}.${format}"><strong>Original</strong> <span>${size}, ${format.toUpperCase()}</span></a></li>
      ${smaller}
    </ul>
  </section>`
}

const smallerDownload = ({ name, width, height }: Download, image: string, file: string) =>
  html`<li><a href="${image}?w=${width}&amp;h=${height}&amp;format=jpeg" download="${file}-${width}x${height}.jpg"><strong>${name}</strong> <span>${width} × ${height}, JPG</span></a></li>`
