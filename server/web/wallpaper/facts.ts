import { html } from 'hono/html'
import { toMimeType } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toColorNames } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import type { Site } from '../../http/site.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import { toHref } from '../home/filters.ts'
import type { Html } from '../layout.ts'
import { capitalized, written } from '../words.ts'

export const facts = (wallpaper: Wallpaper, site: Site): Html =>
  html`<div class="known">${details(wallpaper, site)}${colors(wallpaper, site)}${tags(wallpaper, site)}</div>`

const details = ({ category, width, height, credit, license }: Wallpaper, site: Site) => {
  const known: [string, Html | string | undefined][] = [
    [
      'Category',
      category &&
        html`<a href="${toHref({ category: [category] }, site)}">${capitalized(category)}</a>`,
    ],
    ['Size', width && height ? `${width} × ${height}` : undefined],
    ['Credit', credit],
    ['License', license && licenseText(license)],
  ]
  return html`<dl>${known
    .filter(([, value]) => value)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const licenseText = (license: string) => {
  const url = findLicenseUrl(license)
  return url === undefined ? license : html`<a href="${url}" rel="license external">${license}</a>`
}

const colors = (wallpaper: Wallpaper, site: Site) => {
  const names = toColorNames(wallpaper)
  if (wallpaper.palette.length + names.length === 0) return ''
  return html`<h2 id="colors">Colors</h2>
    ${
      wallpaper.palette.length === 0
        ? ''
        : html`<ul class="swatches" aria-labelledby="colors">${wallpaper.palette.map((hex) => swatch(hex, hex))}</ul>`
    }
    <ul class="chips" aria-label="Names of the colors">${names.map(
      (color) =>
        html`<li><a href="${toHref({ color: [color] }, site)}">${colorDot(color)}${capitalized(color)}</a></li>`,
    )}</ul>`
}

const swatch = (hex: string, name: string) =>
  html`<li><svg aria-hidden="true"><rect width="100%" height="100%" fill="${hex}"/></svg><code>${name}</code></li>`

const colorDot = (name: string) => {
  const hex = findColorHex(name)
  return hex === undefined
    ? ''
    : html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10" fill="${hex}"/></svg>`
}

const tags = ({ tags: words }: Wallpaper, site: Site) =>
  words.length === 0
    ? ''
    : html`<h2 id="tags">Tags</h2>
      <ul class="chips" aria-labelledby="tags">${words.map((word) => html`<li><a href="${toHref({ q: word }, site)}">${written(word)}</a></li>`)}</ul>`

export const findLicenseUrl = (license: string): string | undefined => {
  if (/^https?:\/\/[^\s]+$/i.test(license)) return license
  if (/^CC0(-1\.0)?$/i.test(license)) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const [, kind, version] = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](\d\.\d)$/i.exec(license) ?? []
  if (kind !== undefined)
    return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
  return spdx.has(license) ? `https://spdx.org/licenses/${license}.html` : undefined
}

const spdx: ReadonlySet<string> = new Set(['MIT', 'Apache-2.0', 'OFL-1.1', 'Unlicense', 'WTFPL'])

export const toImageObject = (wallpaper: Wallpaper, urls: WallpaperUrls) => {
  const { title, description, width, height, tags, credit, license, createdAt, mainFile } =
    wallpaper
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
    creator: credit && { '@type': 'Person', name: credit },
    license: license && findLicenseUrl(license),
    dateCreated: createdAt,
  }
}
