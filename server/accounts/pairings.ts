import type { Credentials } from '../identity/identity-provider.ts'
import type { SignedInUser } from './local-accounts.ts'

export interface NewPairing {
  /** The secret with which the extension asks whether it is signed in. */
  deviceCode: string
  /** The short code that a person types. */
  userCode: string
  expiresInSeconds: number
}

/**
 * Port: signs in an extension by way of a page of this server, as in RFC 8628. The extension begins, a person who is
 * signed in types its code on the page, and the extension gets a session of its own. Codes live for ten minutes.
 */
export interface Pairings {
  begin(device: string): Promise<NewPairing>
  /**
   * Confirms a pairing. It ends with the person's session. `code` may contain lowercase letters and spaces, and the hyphen is optional.
   * Returns the browser and system of the extension in words, or `undefined` when no pairing waits with this code.
   */
  confirm(code: string, credentials: Credentials): Promise<string | undefined>
  /**
   * Starts the session, once. `gone`: expired, finished or unknown, or the session that confirmed has ended.
   * @throws DomainError `ACCOUNT_BLOCKED`
   */
  finish(deviceCode: string): Promise<SignedInUser | 'waiting' | 'gone'>
  deleteExpired(): Promise<void>
}
