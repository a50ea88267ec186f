import { browser } from 'wxt/browser'

/** Shows the browser's own new tab page in this tab. Firefox lets no extension open its page. */
export const openBrowserPage = import.meta.env.FIREFOX
  ? undefined
  : () => browser.tabs.update({ url: 'chrome://new-tab-page' })
