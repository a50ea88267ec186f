import { createClerkClient } from '@clerk/chrome-extension/client'
import { browser } from 'wxt/browser'
import { type ClerkFlows, createClerkFlows } from './clerk-flows.ts'

/** One client of Clerk; it may only live in the background. */
export interface ClerkConnection {
  /** Settles when the client has loaded; without an answer of Clerk, never or late. */
  flows: Promise<ClerkFlows>
  /** Ends its requests and its retries: this client never asks again. */
  abandon(): void
}

export interface ClerkConnector {
  connect(): ClerkConnection
  forgetDevice(): Promise<void>
}

/** Talks to the instance of Clerk that the publishable key names. */
export const createClerkConnector = (publishableKey: string): ClerkConnector => {
  const host = readHost(publishableKey)
  const device = createClerkDevice(host)
  return {
    forgetDevice: device.forget,
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

/**
 * The official client as a native application: Clerk's own mode for extensions becomes one only when
 * it has been given the device's secret, which a strict service gives to native applications only.
 * Clerk's package for Expo uses the same two hooks.
 */
const createNativeClerk = (publishableKey: string, device: ClerkDevice, signal: AbortSignal) => {
  const clerk = createClerkClient({ publishableKey })
  clerk.__internal_onBeforeRequest(async (request) => {
    const secret = await device.read()
    request.url?.searchParams.set('_is_native', '1')
    const headers = new Headers(request.headers)
    // There but empty, it asks for a secret.
    headers.set('Authorization', secret ? `Bearer ${secret}` : '')
    // Unanswered, a request that may be cached holds back the next one of the same address.
    Object.assign(request, { headers, signal, credentials: 'omit', cache: 'no-store' })
  })
  clerk.__internal_onAfterResponse(async (_, response) => {
    const secret = response?.headers.get('authorization')?.replace(/^Bearer /, '')
    if (secret) await device.write(secret)
  })
  return clerk
}

/** A publishable key is a prefix and the base64 of the Frontend API's host and a `$`. */
const readHost = (publishableKey: string): string =>
  atob(publishableKey.replace(/^pk_(live|test)_/, '')).replace(/\$$/, '')

/** The secret by which Clerk knows this device and its session ("client JWT"). */
export interface ClerkDevice {
  read(): Promise<string | undefined>
  write(secret: string): Promise<void>
  /** Whatever session it had, nobody can use it any more. */
  forget(): Promise<void>
}

/** Kept per instance of Clerk, named by the host of its Frontend API. */
export const createClerkDevice = (host: string): ClerkDevice => {
  const key = `account.clerk.device|${host}`
  return {
    read: async () => {
      const stored = (await browser.storage.local.get(key))[key]
      return typeof stored === 'string' && stored !== '' ? stored : undefined
    },
    write: (secret) => browser.storage.local.set({ [key]: secret }),
    forget: () => browser.storage.local.remove(key),
  }
}

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
