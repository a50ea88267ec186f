import { html } from 'hono/html'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toFileFormat } from '../../pictures/shape-and-format.ts'
import type { Html } from '../layout.ts'
import { type PictureUrls, withoutOrigin } from '../picture.ts'
import { type Download, toDownloads } from './downloads.ts'

/** The files of a wallpaper, under names that say what they are. */
export const downloadCard = (wallpaper: Wallpaper, { urls, publicUrl }: PictureUrls): Html => {
  const { id, width, height, mainFile } = wallpaper
  const format = toFileFormat(mainFile)
  const size = width && height ? `${width} × ${height}` : 'full resolution'
  const name = id.slice(id.lastIndexOf('/') + 1)
  const image = withoutOrigin(urls.image(wallpaper), publicUrl)
  const sizes = urls.haveSizes ? toDownloads(wallpaper) : []
  return html`<section class="card downloads" aria-labelledby="download">
    <h2 id="download">Download</h2>
    <ul>
      <li><a href="${withoutOrigin(urls.full(wallpaper), publicUrl)}" download="${name}.${format}"><strong>Original</strong> <span>${size}, ${format.toUpperCase()}</span></a></li>
      ${sizes.map((box) => smaller(box, image, name))}
    </ul>
  </section>`
}

const smaller = ({ name, width, height }: Download, image: string, file: string) =>
  html`<li><a href="${image}?w=${width}&amp;h=${height}&amp;format=jpeg" download="${file}-${width}x${height}.jpg"><strong>${name}</strong> <span>${width} × ${height}, JPG</span></a></li>`
