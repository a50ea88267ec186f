import { sendRequest } from '../../platform/browser/messages.ts'
import { toRecord } from '../../platform/unknown.ts'

export interface SyncRequest {
  type: 'sync'
  /** True when a person is waiting or the network came back, so that a planned wait may be cut short. */
  asked: boolean
  details: boolean
}

/** Never rejects. If the message is lost, the background still syncs by itself later. */
export const requestSync = async (wish: Omit<SyncRequest, 'type'>): Promise<void> => {
  const request: SyncRequest = { type: 'sync', ...wish }
  await sendRequest(request).catch(() => undefined)
}

export const parseSyncRequest = (message: unknown): SyncRequest | undefined => {
  const { type, asked, details } = toRecord(message)
  return type === 'sync' ? { type, asked: asked === true, details: details === true } : undefined
}
