import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** Whether a wallpaper is among the favorites of who looks; `undefined`: nobody is signed in. */
export type Hearted = boolean | undefined

const shape = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20.500 4.200 12.900a5 5 0 0 1 7.100-7.100l.7.700.7-.700a5 5 0 0 1 7.100 7.100z"/></svg>`

/** Gives or takes a heart, by a form; whoever is not signed in is shown where to. */
export const heart = (id: string, hearted: Hearted): Html =>
  hearted === undefined
    ? html`<a class="button quiet heart" href="/account">${shape}Keep it</a>`
    : html`<form method="post" action="/heart">
        <input type="hidden" name="id" value="${id}">
        <input type="hidden" name="action" value="${hearted ? 'remove' : 'add'}">
        <button class="button quiet heart" aria-pressed="${String(hearted)}">${shape}${hearted ? 'In your favorites' : 'Keep it'}</button>
      </form>`
