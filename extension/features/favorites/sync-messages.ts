import { toRecord } from '../../../shared/unknown.ts'
import { sendRequest } from '../../platform/browser/messages.ts'

interface SyncWish {
  /** True when a person is waiting or the network came back, so that a planned wait may be cut short. */
  asked: boolean
  details: boolean
}

/** If the request to sync is lost, the background still syncs later. */
export const requestSync = async (wish: SyncWish): Promise<void> => {
  await sendRequest({ type: 'sync', ...wish }).catch(() => undefined)
}

export const parseSyncRequest = (message: unknown): SyncWish | undefined => {
  const { type, asked, details } = toRecord(message)
  return type === 'sync' ? { asked: asked === true, details: details === true } : undefined
}
