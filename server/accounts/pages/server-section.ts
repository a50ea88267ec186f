import { html } from 'hono/html'
import type { UpdateNews } from '../../ports.ts'
import type { Html } from '../../web/layout.ts'
import { toDay } from '../../web/words.ts'

/** What an administrator sees of the server. */
export interface ShownServer {
  version: string
  /** `undefined` if the server asks nobody for new versions, or has no answer yet. */
  news: UpdateNews | undefined
  looksForUpdates: boolean
}

export const serverSection = (server: ShownServer): Html => html`
  <section class="card server" id="server" aria-labelledby="server-title">
    <h2 id="server-title">This server</h2>
    <p>It runs Fresco ${server.version}. You see this because you are an administrator.</p>
    <p>${describeNews(server)}</p>
  </section>`

const describeNews = ({ news, looksForUpdates }: ShownServer): Html | string => {
  if (!looksForUpdates)
    return html`It does not look for new versions. The setting <code>UPDATE_CHECK</code> switches that on.`
  if (news?.newest && news.isNewer)
    return html`<strong>Version ${news.newest.version} is out.</strong> <a href="${news.newest.url}" rel="noreferrer">See what is new</a>`
  if (news === undefined)
    return 'The server is still asking GitHub for the newest version. Reload this page in a moment.'
  if (news.failed)
    return 'The server could not ask GitHub for the newest version. It tries again when you open this page tomorrow.'
  return html`This is the newest version, as of ${toDay(news.askedAt)}.`
}
