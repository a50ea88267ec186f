import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'
import { wall } from '../wall.ts'
import { countOf, goneText } from '../words.ts'

interface SharedFavorites extends PictureUrls {
  wallpapers: readonly Wallpaper[]
  /** How many of the linked wallpapers the site does not have. */
  gone: number
}

/** The content of the page of a link to somebody's favorites. The browser makes it from the link. */
export const favoritesContent = ({ wallpapers, gone, ...urls }: SharedFavorites): Html => {
  const { site } = urls
  return html`<main id="main" class="wide home browse">
      <h1>Somebody’s favorites</h1>
      <p class="lead" role="status">${wallpapers.length === 0 ? 'This link names no wallpaper of this site.' : countOf(wallpapers.length, 'wallpaper')}</p>
      ${wallpapers.length === 0 ? html`<p><a class="button" href="${site.link('/')}">See the wallpapers</a></p>` : wall(wallpapers, urls)}
      ${gone === 0 || wallpapers.length === 0 ? '' : html`<p class="note">${goneText(gone)}</p>`}
    </main>`
}
