import { html } from 'hono/html'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { Html } from './layout.ts'

/** What a page needs to show wallpapers. */
export interface PictureUrls {
  urls: WallpaperUrls
  /** Without a trailing slash. */
  publicUrl: string
}

/** Longer side of the catalogue's own previews, in pixels. */
const previewSide = 600
/** Sizes that are made when a screen asks for more than the preview has. */
const largerWidths = [800, 1200, 1920, 2880]

export const pagePath = ({ id }: Pick<Wallpaper, 'id'>): string =>
  `/wallpaper/${encodeURIComponent(id)}`

export const altText = ({ description, title }: Wallpaper): string => description || title

interface PictureOptions extends PictureUrls {
  /** How wide it is shown, in the words of the attribute `sizes`. */
  sizes: string
  /** The widest that is offered, in pixels. */
  maxWidth: number
  /** Loaded at once and first; others when they are scrolled to. */
  first?: boolean
  /** Instead of what the catalogue says of it. */
  alt?: string
}

/** A wallpaper as an `<img>` that takes the size it needs. */
export const picture = (wallpaper: Wallpaper, options: PictureOptions): Html => {
  const { urls, publicUrl, sizes, first, alt = altText(wallpaper) } = options
  const { width = 1600, height = 900 } = wallpaper
  return html`<img src="${withoutOrigin(urls.preview(wallpaper), publicUrl)}" srcset="${toSrcset(wallpaper, options)}" sizes="${sizes}" alt="${alt}" width="${width}" height="${height}" ${first ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`
}

const toSrcset = (wallpaper: Wallpaper, options: PictureOptions): string => {
  const { urls, publicUrl, maxWidth, first } = options
  const { width = previewSide, height = width } = wallpaper
  const previewWidth = Math.round(previewSide * Math.min(1, width / height))
  const image = withoutOrigin(urls.image(wallpaper), publicUrl)
  const made = largerWidths
    .filter((size) => size > previewWidth && size <= Math.min(width, maxWidth))
    .map((size) => `${image}?w=${size}&format=webp ${size}w`)
  // Where nobody makes sizes there is nothing between the preview and the original, which a wall of many cannot afford.
  const original = first && width > previewWidth ? [`${urls.full(wallpaper)} ${width}w`] : []
  const preview = `${withoutOrigin(urls.preview(wallpaper), publicUrl)} ${previewWidth}w`
  return [preview, ...(urls.haveSizes ? made : original)].join(', ')
}

/** Pages work under every name that leads to this server, whatever it is called in public. */
export const withoutOrigin = (url: string, publicUrl: string): string => {
  const { origin } = new URL(publicUrl)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** The picture's own color behind it until it is there: a fill is no inline style. */
export const tone = ({ color }: Wallpaper): Html | '' =>
  color === undefined
    ? ''
    : html`<svg class="tone" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`

/** The leading colors of a picture side by side. */
export const paletteStrip = ({ palette }: Wallpaper): Html | '' =>
  palette.length === 0
    ? ''
    : html`<svg class="strip" viewBox="0 0 ${palette.length} 1" preserveAspectRatio="none" aria-hidden="true">${palette.map(
        (hex, at) => html`<rect x="${at}" width="1.01" height="1" fill="${hex}"/>`,
      )}</svg>`
