import { browser } from 'wxt/browser'

type PersonalData = 'authenticationInfo' | 'personallyIdentifyingInfo'

/**
 * In Firefox, asks the person whether personal data such as a password may leave the browser. Other browsers do
 * not ask. Firefox refuses unless this function is called directly in the handler of a click or submit.
 */
export const requestDataConsent = async (kinds: readonly PersonalData[]): Promise<boolean> => {
  if (!import.meta.env.FIREFOX) return true
  // Chrome's types do not know the field `data_collection`, which only Firefox has:
  // https://extensionworkshop.com/documentation/develop/firefox-builtin-data-consent/
  const request: { data_collection: string[] } = { data_collection: [...kinds] }
  return browser.permissions.request(request as chrome.permissions.Permissions)
}

/**
 * Asks the person for access to a server. The browser refuses unless this function is called directly in the
 * handler of a click or submit.
 */
export const requestHostAccess = (server: string): Promise<boolean> =>
  browser.permissions.request({ origins: [toPattern(server)] }).catch(() => false)

export const hasHostAccess = (server: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [toPattern(server)] }).catch(() => false)

const toPattern = (server: string): string => {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}
