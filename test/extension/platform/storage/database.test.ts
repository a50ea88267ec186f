import { describe, expect, it } from 'vitest'
import { toPromise } from '../../../../extension/platform/storage/database.ts'
import { isDiskFull } from '../../../../extension/platform/storage/storage-error.ts'

describe('toPromise', () => {
  it('rejects with the full disk that aborted the transaction of a waiting request', async () => {
    const request = {
      error: new DOMException('A request was aborted', 'AbortError'),
      transaction: { error: new DOMException('The disk is full', 'QuotaExceededError') },
    } as IDBRequest
    const reading = toPromise(request)
    request.onerror?.(new Event('error'))
    expect(isDiskFull(await reading.catch((error) => error))).toBe(true)
  })
})
