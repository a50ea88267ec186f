import { browser } from 'wxt/browser'

/**
 * Asks the person for access to a server's answers. It must be called at once in the handler of a
 * click or submit, or the browser refuses. False when the person says no.
 */
export const requestHostAccess = async (server: string): Promise<boolean> => {
  const { protocol, hostname } = new URL(server)
  try {
    // Without a port, which match patterns of Firefox do not know: it means all ports.
    return await browser.permissions.request({ origins: [`${protocol}//${hostname}/*`] })
  } catch {
    return false
  }
}
