import { html } from 'hono/html'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { PictureCopy } from '../../catalogue/wallpaper-urls.ts'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'

interface DownloadCard extends PictureUrls {
  countsDownloads: boolean
}

export const downloadCard = (
  wallpaper: Wallpaper,
  { urls, site, countsDownloads }: DownloadCard,
): Html => {
  const { id, width, height, mainFile } = wallpaper
  const format = toFileFormat(mainFile)
  const size = width && height ? `${width} × ${height}` : 'full resolution'
  const name = id.slice(id.lastIndexOf('/') + 1)
  const image = site.withoutOrigin(urls.image(wallpaper))
  const sizes = urls.haveSizes(wallpaper)
    ? toDownloads(wallpaper).map((box) => smaller(box, image, name))
    : urls
        .copies(wallpaper)
        .toReversed()
        .map((copy) => made(copy, name, site))
  const counting = html`data-count-at="${site.link('/api/downloads')}" data-wallpaper="${id}"`
  return html`<section class="card downloads" aria-labelledby="download" ${countsDownloads ? counting : ''}>
    <h2 id="download">Download</h2>
    <ul>
      <li><a href="${site.withoutOrigin(urls.full(wallpaper))}" download="${name}.${format}"><strong>Original</strong> <span>${size}, ${format.toUpperCase()}</span></a></li>
      ${sizes}
    </ul>
  </section>`
}

const smaller = ({ name, width, height }: Download, image: string, file: string) =>
  html`<li><a href="${image}?w=${width}&amp;h=${height}&amp;format=jpeg" download="${file}-${width}x${height}.jpg"><strong>${name}</strong> <span>${width} × ${height}, JPG</span></a></li>`

const made = ({ url, width, height }: PictureCopy, file: string, site: Site) => {
  const format = toFileFormat(url)
  return html`<li><a href="${site.withoutOrigin(url)}" download="${file}-${width}x${height}.${format}"><strong>${width} × ${height}</strong> <span>${format.toUpperCase()}</span></a></li>`
}

interface Download {
  name: string
  width: number
  height: number
}

const landscape: readonly Download[] = [
  { name: '4K', width: 3840, height: 2160 },
  { name: '1440p', width: 2560, height: 1440 },
  { name: '1080p', width: 1920, height: 1080 },
]

const phones: readonly Download[] = [
  { name: 'Phone', width: 1440, height: 3120 },
  { name: 'Phone', width: 1080, height: 2340 },
  { name: 'Phone', width: 1080, height: 1920 },
]

const toPortrait = ({ name, width, height }: Download) => ({ name, width: height, height: width })
const toSquare = ({ name, height }: Download) => ({ name, width: height, height })

export const toDownloads = ({ width, height }: Pick<Wallpaper, 'width' | 'height'>): Download[] => {
  if (width === undefined || height === undefined) return []
  const isSmaller = (box: Download) =>
    box.width <= width && box.height <= height && (box.width < width || box.height < height)
  const screens = shapedLike(width, height).filter(isSmaller)
  const phone = phones.find(isSmaller)
  return phone === undefined || screens.some((box) => isSameSize(box, phone))
    ? screens
    : [...screens, phone]
}

const isSameSize = (one: Download, other: Download) =>
  one.width === other.width && one.height === other.height

const shapedLike = (width: number, height: number): readonly Download[] => {
  if (width === height) return landscape.map(toSquare)
  return width > height ? landscape : landscape.map(toPortrait)
}
