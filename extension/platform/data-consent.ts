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
