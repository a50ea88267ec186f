import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import type { Html } from './layout.ts'
import { author, licenseOf, type PictureUrls, picture, tone } from './picture.ts'
import { shapeClass } from './wallpaper-classes.ts'

export interface WallOptions extends PictureUrls {
  action?: ((wallpaper: Wallpaper) => Html) | undefined
  /** The filters, as a query, which the page of a wallpaper also uses. */
  query?: string | undefined
}

export const wall = (wallpapers: readonly Wallpaper[], options: WallOptions): Html => {
  const few = wallpapers.length < 4 ? 'wall-few' : ''
  return html`
<ul class="wall ${few}">
  ${wallpapers.map((wallpaper) => wallItem(wallpaper, few !== '', options))}
</ul>`
}

// The heights of a row in `wall.css`. `many` is multiplied by 1.25, because rows grow to fill the width.
const rows = { many: 'clamp(9rem, 4rem + 11vw, 24rem) * 1.25', few: '28rem' }

const wallSizes = ({ width = 16, height = 9 }: Wallpaper, isFew: boolean, isTall: boolean) =>
  `(max-width: 40rem) ${isTall ? 46 : 92}vw, min(92vw, ${(width / height).toFixed(2)} * ${isFew ? rows.few : rows.many})`

const wallItem = (
  wallpaper: Wallpaper,
  isFew: boolean,
  { action, query, ...options }: WallOptions,
) => {
  const isTall = wallpaper.orientation === 'portrait'
  const { urls, site } = options
  const shown = { ...options, sizes: wallSizes(wallpaper, isFew, isTall), maxWidth: 1280 }
  return html`
  <li class="${shapeClass(wallpaper)} ${isTall ? 'tall' : ''}">
    <a href="${site.withoutOrigin(urls.page(wallpaper))}${query && !site.plainFiles && `?${query}`}">${tone(wallpaper)}${picture(wallpaper, shown)}${caption(wallpaper)}</a>
    ${credit(wallpaper)}${action?.(wallpaper)}
  </li>`
}

// A wallpaper's caption. A wallpaper without a description has its title as alt text already, so the caption is
// hidden from screen readers, which would say the title twice.
const caption = ({ title, description }: Wallpaper) =>
  html`<span class="caption" dir="auto" ${description === '' && html`aria-hidden="true"`}>${title}</span>`

const credit = (wallpaper: Wallpaper) => {
  const [by, license] = [author(wallpaper), licenseOf(wallpaper)]
  if (!by && !license) return ''
  return html`<p class="credit ${wallpaper.license?.demandsCredit && 'due'}">${by}${by && license && ' · '}${license}</p>`
}

export interface ListPage<T> {
  number: number
  last: number
  start: number
  items: readonly T[]
}

const usualPerPage = 60

export const findPage = (count: number, asked: string | undefined, perPage = usualPerPage) => {
  const last = Math.max(1, Math.ceil(count / perPage))
  const wanted = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : 1
  const number = Math.min(last, Math.max(1, wanted))
  return { number, last, start: (number - 1) * perPage }
}

export const toListPage = <T>(
  all: readonly T[],
  asked: string | undefined,
  perPage = usualPerPage,
): ListPage<T> => {
  const page = findPage(all.length, asked, perPage)
  return { ...page, items: all.slice(page.start, page.start + perPage) }
}

export const pager = (
  { number, last }: Pick<ListPage<Wallpaper>, 'number' | 'last'>,
  toHref = (page: number) => `?page=${page}`,
): Html | '' => {
  if (last === 1) return ''
  return html`<nav class="buttons pager" aria-label="Pages">
        ${number > 1 && html`<a class="button quiet" rel="prev" href="${toHref(number - 1)}">Previous page</a>`}
        <span>Page ${number} of ${last}</span>
        ${number < last && html`<a class="button quiet" rel="next" href="${toHref(number + 1)}">Next page</a>`}
      </nav>`
}
