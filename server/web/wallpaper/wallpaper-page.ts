import { html } from 'hono/html'
import { toFileFormat, toMimeType } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toColorNames } from '../../../shared/catalogue/wallpaper-detail.ts'
import { colorTones } from '../../../shared/color-tones.ts'
import { findInPalette } from '../../../shared/pictures/picture-colors.ts'
import { findLabel } from '../../../shared/title.ts'
import { findColorHex } from '../../catalogue/css-colors.ts'
import type { Size } from '../../catalogue/renditions.ts'
import type { PictureCopy, WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import type { Site } from '../../http/site.ts'
import { heartFields, heartShape, heartsAt } from '../hearts.ts'
import { toHref } from '../home/filters.ts'
import { type Html, page } from '../layout.ts'
import {
  altText,
  author,
  licenseOf,
  type PictureUrls,
  paletteStrip,
  picture,
  sourceOf,
  tone,
} from '../picture.ts'
import { wall } from '../wall.ts'
import { hueClass, sceneClass, shapeClass } from '../wallpaper-classes.ts'
import { capitalized, shortened, written } from '../words.ts'

interface WallpaperPage extends PictureUrls {
  wallpaper: Wallpaper
  similar: readonly Wallpaper[]
  /** The filters of `similar`, as a query. */
  query: string
  /** Without `own`, nobody is signed in. */
  favorite: { own?: OwnHeart | undefined } | undefined
}

export const wallpaperPage = (shown: WallpaperPage): Html => {
  const { wallpaper, similar, query, urls, site } = shown
  return page({
    site,
    title: wallpaper.title,
    description: describeWallpaper(wallpaper),
    hue: hueClass(wallpaper),
    about: toImageObject(wallpaper, urls),
    scripted: true,
    head: shown.favorite && heartsAt(site),
    card: {
      url: urls.page(wallpaper),
      image: { ...urls.card(wallpaper), alt: altText(wallpaper) },
    },
    body: html`<main id="main" class="wide wallpaper ${shapeClass(wallpaper)}">
      ${scene(shown)}
      <div class="facts">
        ${downloadCard(shown)}
        <div class="known">${details(wallpaper, site)}${colors(wallpaper, site)}${tags(wallpaper, site)}</div>
      </div>
      ${similar.length > 0 && html`<section class="similar" aria-labelledby="similar"><h2 id="similar">More like this</h2>${wall(similar, { urls, site, query })}</section>`}
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
        <h1 id="title" dir="auto">${wallpaper.title}</h1>
        ${wallpaper.description && html`<p class="lead" dir="auto">${wallpaper.description}</p>`}
      </div>
      <div class="buttons">
        ${favorite && heart(wallpaper.id, favorite.own ?? {}, site)}
        <button class="button quiet" type="button" hidden data-copy="${urls.page(wallpaper)}">Copy link</button>
      </div>
    </div>
    ${paletteStrip(wallpaper)}
  </section>`
}

const stageSizes = ({ width = 16, height = 9 }: Wallpaper) =>
  `min(100vw, ${Math.round((80 * width) / height)}svh)`

const describeWallpaper = ({ title, description, category, mainFile }: Wallpaper) => {
  const from = findLabel({ category, mainFile }) ?? written(category)
  return shortened(description || `${title}, a wallpaper${from && ` from ${from}`}.`, 200)
}

export interface OwnHeart {
  userId: string
  isOn: boolean
}

// The script of the page shows its own button instead of the form.
const heart = (id: string, { userId = '', isOn = false }: Partial<OwnHeart>, site: Site): Html =>
  html`<button class="button quiet heart" type="button" hidden data-heart="${id}" aria-pressed="${String(isOn)}">${heartShape}Favorite</button>
    <form method="post" action="${site.link('/heart')}">
      ${heartFields({ id, userId, action: isOn ? 'remove' : 'add' })}
      <button class="button quiet heart" aria-pressed="${String(isOn)}">${heartShape}${isOn ? 'In your favorites' : 'Add to favorites'}</button>
    </form>`

const downloadCard = ({ wallpaper, urls, site }: WallpaperPage) => {
  const { id, width, height, mainFile, license } = wallpaper
  const format = toFileFormat(mainFile)
  const size = width && height ? `${width} × ${height}` : 'full resolution'
  const name = id.slice(id.lastIndexOf('/') + 1)
  const image = site.withoutOrigin(urls.image(wallpaper))
  const boxes = license?.forbidsChanges ? [] : toDownloads(wallpaper)
  const sizes = urls.haveSizes(wallpaper)
    ? boxes.map((box) => smaller(box, image, name))
    : urls
        .copies(wallpaper)
        .toReversed()
        .map((copy) => made(copy, name, site))
  return html`<section class="card downloads" aria-labelledby="download">
    <h2 id="download">Download</h2>
    <ul>
      <li><a href="${site.withoutOrigin(urls.full(wallpaper))}" download="${name}.${format}"><strong>Original</strong> <span>${size}, ${format.toUpperCase()}</span></a></li>
      ${sizes}
      ${urls.haveSizes(wallpaper) && !license?.forbidsChanges && forThisPhone(image, name)}
    </ul>
  </section>`
}

const smaller = ({ name, width, height }: Download, image: string, file: string) =>
  html`<li><a href="${image}?w=${width}&amp;h=${height}&amp;format=jpeg" download="${file}-${width}x${height}.jpg"><strong>${name}</strong> <span>${width} × ${height}, JPG</span></a></li>`

// The script fills in the size of the screen, and shows the link on a phone.
const forThisPhone = (image: string, file: string) =>
  html`<li hidden data-phone><a href="${image}?format=jpeg" download="${file}.jpg"><strong>Save for this phone</strong> <span></span></a></li>`

const made = ({ url, width, height }: PictureCopy, file: string, site: Site) => {
  const format = toFileFormat(url)
  return html`<li><a href="${site.withoutOrigin(url)}" download="${file}-${width}x${height}.${format}"><strong>${width} × ${height}</strong> <span>${format.toUpperCase()}</span></a></li>`
}

interface Download extends Size {
  name: string
}

// The longer and the shorter side of common screens.
const screens = [
  ['4K', 3840, 2160],
  ['1440p', 2560, 1440],
  ['1080p', 1920, 1080],
] as const

const phones: readonly Download[] = [
  { name: 'Phone', width: 1440, height: 3120 },
  { name: 'Phone', width: 1080, height: 2340 },
  { name: 'Phone', width: 1080, height: 1920 },
]

export const toDownloads = ({ width, height }: Pick<Wallpaper, 'width' | 'height'>): Download[] => {
  if (width === undefined || height === undefined) return []
  const isSmaller = (box: Download) =>
    box.width <= width && box.height <= height && (box.width < width || box.height < height)
  const shapedLike = screens.map(([name, long, short]) => ({
    name,
    width: width > height ? long : short,
    height: width < height ? long : short,
  }))
  const fitting = shapedLike.filter(isSmaller)
  const phone = phones.find(isSmaller)
  const isListed = fitting.some((box) => box.width === phone?.width && box.height === phone.height)
  return phone === undefined || isListed ? fitting : [...fitting, phone]
}

const details = (wallpaper: Wallpaper, site: Site) => {
  const { category, width, height } = wallpaper
  const known: [string, Html | string | undefined][] = [
    [
      'Category',
      category &&
        html`<a href="${toHref({ category: [category] }, site)}"><bdi>${findLabel(wallpaper) ?? capitalized(category)}</bdi></a>`,
    ],
    ['Size', width && height ? `${width} × ${height}` : undefined],
    ['Credit', author(wallpaper)],
    ['License', licenseOf(wallpaper)],
    ['Source', sourceOf(wallpaper)],
  ]
  return html`<dl>${known
    .filter(([, value]) => value)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const colors = (wallpaper: Wallpaper, site: Site) => {
  const { palette } = wallpaper
  const names = toColorNames(wallpaper)
  if (palette.length + names.length === 0) return ''
  return html`<h2 id="colors">Colors</h2>
    ${palette.length > 0 && html`<ul class="swatches" aria-labelledby="colors">${palette.map(swatch)}</ul>`}
    <ul class="chips" aria-label="Names of the colors">${names.map(
      (color) =>
        html`<li><a href="${toHref({ color: [color] }, site)}">${colorDot(color, palette)}${capitalized(color)}</a></li>`,
    )}</ul>`
}

const swatch = (hex: string) =>
  html`<li><svg aria-hidden="true"><rect width="100%" height="100%" fill="${hex}"/></svg><code>${hex}</code></li>`

const colorDot = (name: string, palette: readonly string[]) => {
  const hex = findInPalette(name, palette) ?? colorTones.get(name) ?? findColorHex(name)
  return (
    hex &&
    html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10" fill="${hex}"/></svg>`
  )
}

const tags = ({ tags: words }: Wallpaper, site: Site) =>
  words.length > 0 &&
  html`<h2 id="tags">Tags</h2>
      <ul class="chips" aria-labelledby="tags">${words.map((word) => html`<li><a dir="auto" href="${toHref({ q: word }, site)}">${written(word)}</a></li>`)}</ul>`

const toImageObject = (wallpaper: Wallpaper, urls: WallpaperUrls) => {
  const { title, description, width, height, tags, createdAt, mainFile } = wallpaper
  const { credit, creditUrl, license } = wallpaper
  return {
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    name: title,
    url: urls.page(wallpaper),
    contentUrl: urls.full(wallpaper),
    thumbnailUrl: urls.preview(wallpaper),
    acquireLicensePage: urls.page(wallpaper),
    description: description || undefined,
    ...(width && height && { width, height }),
    encodingFormat: toMimeType(mainFile),
    keywords: tags.length > 0 ? tags.join(', ') : undefined,
    creditText: credit,
    creator: credit && { '@type': 'Person', name: credit, url: creditUrl },
    license: license?.url,
    dateCreated: createdAt,
  }
}
