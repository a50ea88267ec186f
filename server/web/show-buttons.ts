import { html } from 'hono/html'
import { extensionId } from '../../shared/extension-id.ts'
import type { Site } from '../http/site.ts'
import type { ExtensionUrls } from './home/guide.ts'
import type { Html } from './layout.ts'

export interface Screens {
  hasTab: boolean
  extensionUrls: ExtensionUrls
}

interface Shown extends Screens {
  site: Site
  /** The absolute address of the page whose wallpapers are shown. If it is empty, the reader's address counts. */
  url: string
  /** The wallpapers in the words of the API, as a query. */
  query: string
}

/** Carries the wallpapers of a page to the screens of its reader. A script asks the extension, or copies the link. */
export const showButtons = ({ site, url, query, hasTab, extensionUrls }: Shown): Html => {
  const [inStore = ''] = /[a-p]{32}/.exec(extensionUrls.chrome ?? '') ?? []
  const extensions = site.plainFiles ? '' : `${extensionId} ${inStore}`.trim()
  const tab = site.link(`/tab/?${query}`)
  return html`<div class="show">
      <p class="buttons">
        <button class="button on-desktops" type="button" hidden data-show="${url}" data-extensions="${extensions}">Show these on my new tabs</button>
        ${hasTab && html`<a class="button on-phones" href="${tab}">Use as a full screen</a><a class="button quiet on-desktops" href="${tab}">Open as a full screen</a>`}
        ${!site.isPrivate && html`<a class="on-desktops" href="${site.link('/#new-tabs')}">Get the extension</a>`}
      </p>
      <p class="hint" role="status"></p>
    </div>`
}
