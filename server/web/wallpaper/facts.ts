import { html } from 'hono/html'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toColorNames } from '../../catalogue/wallpaper-detail.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import { toHref } from '../home/filters.ts'
import type { Html } from '../layout.ts'
import { capitalized, written } from '../words.ts'
import { findLicenseUrl } from './license-link.ts'

/** What is known of a wallpaper; each of it leads to more of the same. */
export const facts = (wallpaper: Wallpaper): Html =>
  html`<div class="known">${details(wallpaper)}${colors(wallpaper)}${tags(wallpaper)}</div>`

const details = ({ category, width, height, credit, license }: Wallpaper) => {
  const known: [string, Html | string | undefined][] = [
    ['Category', category && html`<a href="${toHref({ category })}">${capitalized(category)}</a>`],
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

/** What is seen in the picture, and the names by which it is found. */
const colors = (wallpaper: Wallpaper) => {
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
        html`<li><a href="${toHref({ color })}">${colorDot(color)}${capitalized(color)}</a></li>`,
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

const tags = ({ tags: words }: Wallpaper) =>
  words.length === 0
    ? ''
    : html`<h2 id="tags">Tags</h2>
      <ul class="chips" aria-labelledby="tags">${words.map((word) => html`<li><a href="${toHref({ q: word })}">${written(word)}</a></li>`)}</ul>`
