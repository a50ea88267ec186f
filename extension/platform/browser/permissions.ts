import { browser } from 'wxt/browser'

export type PersonalData = 'authenticationInfo' | 'personallyIdentifyingInfo'

/**
 * In Firefox, asks the person whether such data may leave the browser; elsewhere there is no such
 * question. It must be called at once in the handler of a click or submit, or the browser refuses.
 */
export const requestDataConsent = async (kinds: readonly PersonalData[]): Promise<boolean> => {
  if (!import.meta.env.FIREFOX) return true
  // Unknown to the types: https://extensionworkshop.com/documentation/develop/firefox-builtin-data-consent/
  const request: { data_collection: string[] } = { data_collection: [...kinds] }
  return browser.permissions.request(request as chrome.permissions.Permissions)
}

/**
 * Asks the person for access to a server's answers. It must be called at once in the handler of a
 * click or submit, or the browser refuses. False when the person says no.
 */
export const requestHostAccess = async (server: string): Promise<boolean> => {
  try {
    return await browser.permissions.request({ origins: [toPattern(server)] })
  } catch {
    return false
  }
}

/** Whether the person need not be asked (again). */
export const hasHostAccess = (server: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [toPattern(server)] }).catch(() => false)

/** Without a port, which match patterns of Firefox do not know: it means all ports. */
const toPattern = (server: string): string => {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}
