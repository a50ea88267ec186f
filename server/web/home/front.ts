import { html } from 'hono/html'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { permutedPage } from '../../catalogue/draw.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import type { Html } from '../layout.ts'
import { type PictureUrls, pagePath, paletteStrip, picture, tone } from '../picture.ts'

/** How many are looked at for one that can be as wide as a screen. */
const tried = 24

/** The wallpaper at the top of the home page; `undefined` without any wallpaper. */
export const chooseFront = (
  catalogue: Pick<Catalogue, 'pool' | 'at'>,
  seed: string,
): Wallpaper | undefined => {
  const wide = catalogue.pool({ type: 'desktop' })
  const pool = wide.size > 0 ? wide : catalogue.pool({})
  const drawn = permutedPage(pool.size, `front ${seed}`, 1, tried).map((position) =>
    catalogue.at(pool.rowAt(position)),
  )
  return drawn.find(fillsScreens) ?? drawn[0]
}

const fillsScreens = ({ width = 0, luminance = 0.5 }: Wallpaper) =>
  width >= 1920 && luminance > 0.04

/** The top of the home page: a picture as large as the screen, and a plaque that says what this is. */
export const frontSection = (front: Wallpaper | undefined, urls: PictureUrls): Html =>
  html`<section class="front ${front ? '' : 'front-bare'}">
    <div class="front-picture">${front ? html`${tone(front)}${picture(front, { ...urls, ...frontSizes })}` : ''}</div>
    <div class="plaque">
      <h1>A fresh wallpaper on every new tab</h1>
      <p>Open a tab, take a breath. Keep the ones you love, on all your devices.</p>
      <p class="buttons">
        <a class="button" href="#new-tabs">Get the extension</a>
        <a class="button quiet" href="#api">Use the API</a>
      </p>
    </div>
    ${front ? html`<p class="label"><a href="${pagePath(front)}">${front.title}</a></p>${paletteStrip(front)}` : ''}
  </section>`

/** As high as most of the screen: on a phone the sides are cut off. */
const frontSizes = {
  sizes: '(width < 48rem) max(100vw, 100svh), max(100vw, 142svh)',
  maxWidth: 2880,
  first: true,
}
