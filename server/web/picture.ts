import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { Site } from '../http/site.ts'
import type { Html } from './layout.ts'

export interface PictureUrls {
  urls: WallpaperUrls
  site: Site
}

const previewSide = 600

export const altText = ({ description, title }: Wallpaper): string => description || title

interface PictureOptions extends PictureUrls {
  sizes: string
  maxWidth: number
  first?: boolean
  alt?: string
}

export const picture = (wallpaper: Wallpaper, options: PictureOptions): Html => {
  const { urls, site, sizes, first, alt = altText(wallpaper) } = options
  const { width = 1600, height = 900, license } = wallpaper
  return html`<img ${license?.forbidsChanges && html`class="whole" `}src="${site.withoutOrigin(urls.preview(wallpaper))}" srcset="${toSrcset(wallpaper, options)}" sizes="${sizes}" alt="${alt}" width="${width}" height="${height}" ${first ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`
}

const toSrcset = (wallpaper: Wallpaper, options: PictureOptions): string => {
  const { urls, site, maxWidth, first } = options
  const { width = previewSide, height = width } = wallpaper
  const previewWidth = Math.round(previewSide * Math.min(1, width / height))
  const copies = urls
    .copies(wallpaper)
    .filter((copy) => copy.width > previewWidth && copy.width <= maxWidth)
    .map((copy) => `${site.withoutOrigin(copy.url)} ${copy.width}w`)
  const hasCopies = urls.haveSizes(wallpaper) || copies.length > 0
  // If there are no copies, only the preview and the original exist. The original is too large for a page that
  // shows many pictures, so only the first picture may use it.
  const original = first && width > previewWidth ? [`${urls.full(wallpaper)} ${width}w`] : []
  const preview = `${site.withoutOrigin(urls.preview(wallpaper))} ${previewWidth}w`
  return [preview, ...(hasCopies ? copies : original)].join(', ')
}

/** Links a text to another site. Without an address, returns the text alone. */
export const linked = (text: Html | string | undefined, url: string | undefined, rel = '') =>
  text && url ? html`<a href="${url}" rel="${`${rel} external`.trim()}">${text}</a>` : text

export const author = ({ credit, creditUrl }: Wallpaper) =>
  linked(credit && html`<bdi>${credit}</bdi>`, creditUrl, 'author')

export const licenseOf = ({ license }: Wallpaper) =>
  linked(license && html`<bdi>${license.name}</bdi>`, license?.url, 'license')

export const sourceOf = ({ sourceUrl }: Wallpaper) =>
  linked(sourceUrl && new URL(sourceUrl).host, sourceUrl)

/**
 * Fills the place of a picture with its average color until the picture has loaded. An SVG is used because the
 * Content-Security-Policy forbids inline styles.
 */
export const tone = ({ color }: Wallpaper) =>
  color &&
  html`<svg class="tone" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`

export const paletteStrip = ({ palette }: Wallpaper) =>
  palette.length > 0 &&
  html`<svg class="strip" viewBox="0 0 ${palette.length} 1" preserveAspectRatio="none" aria-hidden="true">${palette.map(
    (hex, at) => html`<rect x="${at}" width="1.01" height="1" fill="${hex}"/>`,
  )}</svg>`
