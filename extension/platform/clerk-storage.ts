import { browser } from 'wxt/browser'

/** Where Clerk's client keeps the secret of this device ("client JWT"). */
export type ClerkStorage = {
  createKey(...parts: string[]): string
  get(): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(): Promise<void>
}

type ClerkStorageOptions = {
  /** The host of the Frontend API, with its port. */
  host: string
  isLive: boolean
  /** Once true, the client that owns this storage makes no more requests. */
  isAbandoned(): boolean
}

/**
 * The storage of one client. Clerk asks it before each request, and treats the extension as a native
 * application only when it has something: so in production the first one to ask gets the secret from
 * Clerk, as Clerk's native clients do, with an `Authorization` that is there but empty.
 * @see https://clerk.com/docs/errors/frontend-api#auth (MissingRequestHeadersForNonStandardBrowsers)
 */
export const createClerkStorage = (options: ClerkStorageOptions): ClerkStorage => {
  const key = deviceKey(options.host)
  const set = (_: string, value: string) => browser.storage.local.set({ [key]: value })
  let introducing: Promise<string | undefined> | undefined
  const introduce = async () => {
    const secret = await fetchSecret(options.host)
    if (secret) await set(key, secret)
    return secret
  }
  return {
    createKey: () => key,
    get: async () => {
      if (options.isAbandoned()) throw new Error('This client of Clerk was given up')
      const stored = (await browser.storage.local.get(key))[key]
      if (typeof stored === 'string' && stored !== '') return stored
      if (!options.isLive) return
      introducing ??= introduce().finally(() => {
        introducing = undefined
      })
      return introducing
    },
    set,
    remove: () => browser.storage.local.remove(key),
  }
}

/** Makes this an unknown device: whatever session it had, nobody can use it any more. */
export const forgetClerkDevice = (host: string): Promise<void> =>
  browser.storage.local.remove(deviceKey(host))

const deviceKey = (host: string) => `account.clerk.device|${host}`

const fetchSecret = async (host: string): Promise<string | undefined> => {
  const response = await fetch(`https://${host}/v1/client?_is_native=1`, {
    headers: { Authorization: '' },
    credentials: 'omit',
    cache: 'no-store',
  })
  if (!response.ok) throw await toApiError(response)
  return response.headers.get('authorization')?.replace(/^Bearer /, '') || undefined
}

/** An error of the same shape as those of Clerk's own client. */
const toApiError = async (response: Response): Promise<Error> => {
  const body = await response.json().catch(() => ({}))
  const errors = Array.isArray(body?.errors) ? body.errors : []
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const error = new Error(`Clerk answered ${response.status}`)
  return Object.assign(error, { status: response.status, errors, retryAfter })
}
