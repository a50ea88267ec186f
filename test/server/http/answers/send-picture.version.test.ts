import { describe, expect, it } from 'vitest'
import { versionInTime } from '../../../../server/http/answers/send-picture.ts'

describe('versionInTime', () => {
  it('is the version once it is read', async () => {
    expect(await versionInTime(Promise.resolve('a-digest'))).toBe('a-digest')
  })

  it('is none while it is read, where it cannot be, and where there are none', async () => {
    expect(await versionInTime(new Promise(() => undefined))).toBeUndefined()
    expect(await versionInTime(Promise.reject(new Error('gone')))).toBeUndefined()
    expect(await versionInTime(undefined)).toBeUndefined()
  })
})
