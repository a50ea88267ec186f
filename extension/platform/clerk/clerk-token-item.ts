import { browser } from 'wxt/browser'
import { fromJson, toNumberOrNull, toRecord } from '../unknown.ts'

export interface ClerkToken {
  jwt: string
  expiresAt: number
}

export interface ClerkTokenItem {
  read(): Promise<ClerkToken | undefined>
  write(token: ClerkToken): Promise<void>
  clear(): Promise<void>
}

const key = 'account.clerk.token'

/** Stored in memory that only the extension can read. It outlives the worker, but not the browser. */
export const clerkTokenItem: ClerkTokenItem = {
  read: async () => {
    const { jwt } = toRecord((await browser.storage.session.get(key))[key])
    return typeof jwt === 'string' ? parseClerkToken(jwt) : undefined
  },
  write: ({ jwt }) => browser.storage.session.set({ [key]: { jwt } }),
  clear: () => browser.storage.session.remove(key),
}

/** `undefined` if the text is not a JWT with an `exp` claim. The server checks the signature. */
export const parseClerkToken = (jwt: string): ClerkToken | undefined => {
  const seconds = toNumberOrNull(toRecord(fromJson(decodeClaims(jwt))).exp)
  return seconds === null ? undefined : { jwt, expiresAt: seconds * 1000 }
}

const decodeClaims = (jwt: string): string | null => {
  try {
    return atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
