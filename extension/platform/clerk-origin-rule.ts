import { browser } from 'wxt/browser'

const ruleId = 1

/**
 * Takes `Origin` off the extension's own native requests to Clerk, which refuses one that has both
 * `Origin` and `Authorization`; browsers add it to every POST, and scripts cannot remove it. Requests
 * of web pages to the same host keep theirs: they need it.
 */
export const removeOriginFor = (hostname: string): Promise<void> =>
  browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [ruleId],
    addRules: [
      {
        id: ruleId,
        condition: {
          requestDomains: [hostname],
          // The extension's id in Chrome, its random UUID in Firefox.
          initiatorDomains: [new URL(browser.runtime.getURL('/')).hostname],
          urlFilter: '_is_native=1',
          resourceTypes: ['xmlhttprequest'],
        },
        action: {
          type: 'modifyHeaders',
          requestHeaders: [{ header: 'origin', operation: 'remove' }],
        },
      },
    ],
  })
