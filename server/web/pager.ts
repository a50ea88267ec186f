import { html } from 'hono/html'
import type { Html } from './layout.ts'

const perPage = 60

/** One page of a long list. */
export interface ListPage<T> {
  readonly items: readonly T[]
  /** From 1. */
  readonly number: number
  readonly last: number
}

/** @param asked the page number as it was written; the nearest page there is for anything else */
export const toListPage = <T>(all: readonly T[], asked: string | undefined): ListPage<T> => {
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const wanted = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : 1
  const number = Math.min(last, Math.max(1, wanted))
  return { items: all.slice((number - 1) * perPage, number * perPage), number, last }
}

/** The way to the other pages; nothing when there is one. */
export const pager = ({ number, last }: Omit<ListPage<unknown>, 'items'>): Html | '' =>
  last === 1
    ? ''
    : html`<nav class="pager" aria-label="Pages">
        ${number > 1 ? html`<a class="button quiet" rel="prev" href="?page=${number - 1}">Newer</a>` : ''}
        <span>Page ${number} of ${last}</span>
        ${number < last ? html`<a class="button quiet" rel="next" href="?page=${number + 1}">Older</a>` : ''}
      </nav>`
