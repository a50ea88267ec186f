import { browser } from 'wxt/browser'
import { fromJson, toNumberOrNull, toRecord, toText } from '../../../shared/unknown.ts'

export type ClerkToken = NonNullable<ReturnType<typeof parseClerkToken>>

const key = 'account.clerk.token'

/**
 * The session token in `storage.session`, which only the extension can read. The token is still there after the
 * browser has stopped the background, but not after the browser was closed.
 */
export const clerkTokenItem = {
  read: async (): Promise<ClerkToken | undefined> => {
    const { jwt } = toRecord((await browser.storage.session.get(key))[key])
    return typeof jwt === 'string' ? parseClerkToken(jwt) : undefined
  },
  write: ({ jwt }: ClerkToken): Promise<void> => browser.storage.session.set({ [key]: { jwt } }),
  clear: (): Promise<void> => browser.storage.session.remove(key),
}

export type ClerkTokenItem = typeof clerkTokenItem

export const parseClerkToken = (jwt: string) => {
  const { sub, exp } = toRecord(fromJson(decodeClaims(jwt)))
  const seconds = toNumberOrNull(exp)
  return seconds === null ? undefined : { jwt, userId: toText(sub), expiresAt: seconds * 1000 }
}

const decodeClaims = (jwt: string): string | null => {
  try {
    return atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
