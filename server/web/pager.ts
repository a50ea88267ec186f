import { html } from 'hono/html'
import type { PageOfList } from '../http/interchange/list-page.ts'
import type { Html } from './layout.ts'

interface PagerOptions {
  /** The query of the list without its page, encoded. */
  query?: string
  previous?: string
  next?: string
  /** Where in the page the list begins, as `#gallery`. */
  hash?: string
}

/** The way to the other pages; nothing when there is one. */
export const pager = (
  { number, last }: Pick<PageOfList, 'number' | 'last'>,
  { query = '', previous = 'Newer', next = 'Older', hash = '' }: PagerOptions = {},
): Html | '' => {
  const hrefOf = (page: number) => `?${query && `${query}&`}page=${page}${hash}`
  return last === 1
    ? ''
    : html`<nav class="pager" aria-label="Pages">
        ${number > 1 ? html`<a class="button quiet" rel="prev" href="${hrefOf(number - 1)}">${previous}</a>` : ''}
        <span>Page ${number} of ${last}</span>
        ${number < last ? html`<a class="button quiet" rel="next" href="${hrefOf(number + 1)}">${next}</a>` : ''}
      </nav>`
}
