import { html } from 'hono/html'
import type { Html } from '../../web/layout.ts'

/** What an administrator sees of the server. */
export interface ShownServer {
  version: string
}

export const serverSection = ({ version }: ShownServer): Html => html`
  <section class="card server" id="server" aria-labelledby="server-title">
    <h2 id="server-title">This server</h2>
    <p>It runs Fresco ${version}. You see this because you are an administrator.</p>
  </section>`
