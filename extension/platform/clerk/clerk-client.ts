import { createClerkClient } from '@clerk/chrome-extension/client'
import { browser } from 'wxt/browser'
import { toText } from '../../../shared/unknown.ts'
import { createStoredItem } from '../storage/stored-item.ts'
import { createClerkFlows } from './clerk-flows.ts'

export type ClerkConnector = ReturnType<typeof createClerkConnector>
export type ClerkConnection = ReturnType<ClerkConnector['connect']>

export const createClerkConnector = (publishableKey: string) => {
  const host = readHost(publishableKey)
  const device = createClerkDevice(host)
  return {
    forgetDevice: async (): Promise<void> => {
      await device.update(() => '')
    },
    /** `flows` settles when Clerk's client has loaded. If Clerk does not answer, it settles late or never. */
    connect: () => {
      const abandoned = new AbortController()
      const load = async () => {
        await removeOriginFor(host.replace(/:\d+$/, ''))
        const clerk = createNativeClerk(publishableKey, device, abandoned.signal)
        await clerk.load({ standardBrowser: false, telemetry: false })
        return createClerkFlows(clerk)
      }
      return { flows: load(), abandon: () => abandoned.abort() }
    },
  }
}

// Creates Clerk's official client in its mode for native apps. Clerk's mode for extensions needs the device's
// secret first, and a strict instance gives the secret to native apps only. Clerk's package for Expo uses the
// same two hooks.
const createNativeClerk = (
  publishableKey: string,
  device: ReturnType<typeof createClerkDevice>,
  signal: AbortSignal,
) => {
  const clerk = createClerkClient({ publishableKey })
  clerk.__internal_onBeforeRequest(async (request) => {
    const secret = await device.read()
    request.url?.searchParams.set('_is_native', '1')
    const headers = new Headers(request.headers)
    // An empty `Authorization` header asks Clerk for a device secret.
    headers.set('Authorization', secret ? `Bearer ${secret}` : '')
    // Nothing is cached, because a cacheable request without an answer blocks the next one to the same address.
    Object.assign(request, { headers, signal, credentials: 'omit', cache: 'no-store' })
  })
  clerk.__internal_onAfterResponse(async (_, response) => {
    const secret = response?.headers.get('authorization')?.replace(/^Bearer /, '')
    if (secret) await device.update(() => secret)
  })
  return clerk
}

const readHost = (publishableKey: string): string =>
  atob(publishableKey.replace(/^pk_(live|test)_/, '')).replace(/\$$/, '')

// Clerk recognizes a device and its session by a secret, which Clerk calls "client JWT". It is empty until Clerk gives one.
const createClerkDevice = (host: string) =>
  createStoredItem({ key: `account.clerk.device|${host}`, parse: toText })

const ruleId = 1

// Removes the header `Origin` from the extension's requests to Clerk. Clerk refuses a request with both
// `Origin` and `Authorization`, browsers add `Origin` to every POST, and scripts cannot remove it.
const removeOriginFor = (hostname: string): Promise<void> =>
  browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [ruleId],
    addRules: [
      {
        id: ruleId,
        condition: {
          requestDomains: [hostname],
          // The host in the extension's own address: in Chrome the extension's id, in Firefox a random UUID.
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
