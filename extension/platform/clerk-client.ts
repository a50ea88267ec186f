import { createClerkClient } from '@clerk/chrome-extension/client'
import { type ClerkDevice, createClerkDevice } from './clerk-device.ts'
import { type ClerkFlows, createClerkFlows } from './clerk-flows.ts'
import { removeOriginFor } from './clerk-origin-rule.ts'

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
