import type { SignedInUser } from './local-accounts.ts'

export interface NewPairing {
  /** The secret with which the extension asks whether it is signed in. */
  deviceCode: string
  /** The short code that a person compares. */
  userCode: string
  expiresInSeconds: number
}

export interface Pairing {
  userCode: string
  /** The browser and system of the extension, in words. */
  device: string
}

/**
 * Port: signs in an extension by way of a page of this server, as in RFC 8628. The extension begins, a person who is
 * signed in confirms on the page, and the extension gets a session of its own. Codes live for ten minutes.
 */
export interface Pairings {
  begin(device: string): Promise<NewPairing>
  /** Finds a pairing that waits for a person. `code` may have small letters and no hyphen. */
  find(code: string): Promise<Pairing | undefined>
  /** Returns `false` when the pairing no longer waits. */
  confirm(code: string, userId: string): Promise<boolean>
  refuse(code: string): Promise<void>
  /**
   * Starts the session, once. `gone`: refused, expired, finished or unknown.
   * @throws DomainError `ACCOUNT_BLOCKED`
   */
  finish(deviceCode: string): Promise<SignedInUser | 'waiting' | 'gone'>
  deleteExpired(): Promise<void>
}
