import { html } from 'hono/html'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { Html } from './layout.ts'
import { shapeClass } from './shape.ts'

/** What a page needs to show wallpapers. */
export interface PictureUrls {
  readonly urls: WallpaperUrls
  /** Without a trailing slash. */
  readonly publicUrl: string
}

/** Longer side of the catalogue's own previews, in pixels. */
const previewSide = 600
/** Sizes that are made when a screen asks for more than the preview has. */
const largerWidths = [1200, 1920, 2880]

export const pagePath = ({ id }: Wallpaper): string => `/wallpaper/${encodeURIComponent(id)}`

export const altText = ({ description, title }: Wallpaper): string => description || title

interface PictureOptions extends PictureUrls {
  /** How wide it is shown, in the words of the attribute `sizes`. */
  readonly sizes: string
  /** The widest that is offered, in pixels. */
  readonly maxWidth: number
  /** Loaded at once and first; others when they are scrolled to. */
  readonly first?: boolean
}

/** A wallpaper as an `<img>` that takes the size it needs. */
export const picture = (wallpaper: Wallpaper, options: PictureOptions): Html => {
  const { urls, publicUrl, sizes, first } = options
  const { width = 1600, height = 900 } = wallpaper
  return html`<img src="${withoutOrigin(urls.preview(wallpaper), publicUrl)}" srcset="${toSrcset(wallpaper, options)}" sizes="${sizes}" alt="${altText(wallpaper)}" width="${width}" height="${height}" ${first ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`
}

const toSrcset = (wallpaper: Wallpaper, options: PictureOptions): string => {
  const { urls, publicUrl, maxWidth, first } = options
  const { width = previewSide, height = width } = wallpaper
  const previewWidth = Math.round(previewSide * Math.min(1, width / height))
  const image = withoutOrigin(urls.image(wallpaper), publicUrl)
  const made = largerWidths
    .filter((size) => size > previewWidth && size <= Math.min(width, maxWidth))
    .map((size) => `${image}?w=${size}&format=webp ${size}w`)
  // Elsewhere there is nothing between the preview and the original, which a wall of many cannot afford.
  const original = first && width > previewWidth ? [`${urls.full(wallpaper)} ${width}w`] : []
  const preview = `${withoutOrigin(urls.preview(wallpaper), publicUrl)} ${previewWidth}w`
  return [preview, ...(urls.areHere ? made : original)].join(', ')
}

/** Pages work under every name that leads to this server, whatever it is called in public. */
export const withoutOrigin = (url: string, publicUrl: string): string => {
  const { origin } = new URL(publicUrl)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** The picture's own colour behind it until it is there: a fill is no inline style. */
export const tone = ({ color }: Wallpaper): Html | '' =>
  color === undefined
    ? ''
    : html`<svg class="tone" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`

interface WallOptions extends PictureUrls {
  /** Something to do with each wallpaper, next to the link. */
  readonly action?: (wallpaper: Wallpaper) => Html
}

/** Wallpapers of any shape side by side in rows of one height, each a link to its page. */
export const wall = (wallpapers: readonly Wallpaper[], options: WallOptions): Html => {
  const isFew = wallpapers.length < 4
  // How high a row gets when its pictures fill the width, in rem; a few may have a row each.
  const row = isFew ? 28 : 19
  return html`
<ul class="wall ${isFew ? 'wall-few' : ''}">
  ${wallpapers.map((wallpaper) => wallItem(wallpaper, row, options))}
</ul>`
}

const wallSizes = ({ width = 16, height = 9 }: Wallpaper, row: number) =>
  `min(92vw, ${Math.round((row * width) / height)}rem)`

const wallItem = (wallpaper: Wallpaper, row: number, { action, ...options }: WallOptions) => html`
  <li class="${shapeClass(wallpaper)}">
    <a href="${pagePath(wallpaper)}">${tone(wallpaper)}${picture(wallpaper, { ...options, sizes: wallSizes(wallpaper, row), maxWidth: 1200 })}${caption(wallpaper)}</a>
    ${action ? action(wallpaper) : ''}
  </li>`

/** Without a description the title is the picture's text already: it is not to be heard twice. */
const caption = ({ title, description }: Wallpaper) =>
  description === ''
    ? html`<span class="caption" aria-hidden="true">${title}</span>`
    : html`<span class="caption">${title}</span>`
