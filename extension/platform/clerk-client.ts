import { createClerkClient } from '@clerk/chrome-extension/client'
import type { Clerk } from '@clerk/clerk-js/no-rhc'
import { type ClerkFlows, createClerkFlows } from './clerk-flows.ts'
import { removeOriginFor } from './clerk-origin-rule.ts'
import { createClerkStorage, forgetClerkDevice } from './clerk-storage.ts'

/** Clerk's official client, narrowed to what an account needs; it may only live in the background. */
export type ClerkClient = ClerkFlows & {
  /** Stops its retries: this client makes no more requests. */
  abandon(): void
}

export type ClerkConnector = {
  /** A new client, loaded. It rejects, or never settles, when Clerk cannot be reached. */
  connect(): Promise<ClerkClient>
  forgetDevice(): Promise<void>
}

/** Talks to the instance that the publishable key names. */
export const createClerkConnector = (publishableKey: string): ClerkConnector => {
  const host = readHost(publishableKey)
  const isLive = publishableKey.startsWith('pk_live_')
  return {
    forgetDevice: () => forgetClerkDevice(host),
    connect: async () => {
      await removeOriginFor(host.replace(/:\d+$/, ''))
      let isAbandoned = false
      const storageCache = createClerkStorage({ host, isLive, isAbandoned: () => isAbandoned })
      const clerk: Clerk = await createClerkClient({
        publishableKey,
        background: true,
        storageCache,
      })
      const abandon = () => {
        isAbandoned = true
      }
      return { ...createClerkFlows(clerk), abandon }
    },
  }
}

/** A publishable key is a prefix and the base64 of the Frontend API's host and a `$`. */
const readHost = (publishableKey: string): string =>
  atob(publishableKey.replace(/^pk_(live|test)_/, '')).replace(/\$$/, '')
