import { sendRequest } from '../../platform/browser/messages.ts'
import { toRecord } from '../../platform/unknown.ts'

/** A page asks the background to bring the favorites up to date. */
export interface SyncRequest {
  type: 'sync'
  /** A person is waiting, or the network came back. */
  asked: boolean
  /** The page lists the favorites: it needs to know what each is. */
  details: boolean
}

/** Nothing hangs on it: the background does the same by itself, only later. */
export const requestSync = async (wish: Omit<SyncRequest, 'type'>): Promise<void> => {
  const request: SyncRequest = { type: 'sync', ...wish }
  await sendRequest(request).catch(() => undefined)
}

export const parseSyncRequest = (message: unknown): SyncRequest | undefined => {
  const { type, asked, details } = toRecord(message)
  return type === 'sync' ? { type, asked: asked === true, details: details === true } : undefined
}
