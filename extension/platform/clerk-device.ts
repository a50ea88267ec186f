import { browser } from 'wxt/browser'

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
