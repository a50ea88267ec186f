import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** A text in which what is between backticks is code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
