import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { Html } from '../../web/layout.ts'

/** What an administrator sees of the server. */
export interface ShownServer {
  version: string
}

export const serverSection = ({ version }: ShownServer, site: Site): Html => html`
  <section class="card manage" id="server" aria-labelledby="server-title">
    <h2 id="server-title">This server</h2>
    <p>It runs Fresco ${version}. You see this because you are an administrator.</p>
    <form method="post" action="${site.link('/account/reread')}">
      <p>It notices most changes of its wallpapers by itself. You can also let it look at all of them now.</p>
      <button class="button quiet">Read the wallpapers again</button>
    </form>
  </section>`
