import { describe, expect, it } from 'vitest'
import {
  type SyncState,
  toAttention,
  toRefusalText,
  toSyncWords,
} from '../../../../extension/features/favorites/sync-words.ts'

const words = (state: Partial<SyncState>) =>
  toSyncWords({
    account: 'signed-in',
    waiting: 0,
    status: { problem: null, syncedAt: 1 },
    host: 'walls.test',
    ...state,
  })

const refusal = {
  action: 'add',
  favorite: { id: 'a', title: 'Alpine Dawn', color: null, preview_url: '' },
  at: 1,
  owner: 'ada@http://walls.test',
  reason: 'Favorites list is full',
} as const

describe('toSyncWords', () => {
  it('says that all is well', () => {
    expect(words({})).toEqual({ tone: 'good', text: 'All favorites are on your account.' })
  })

  it('says what is on its way', () => {
    expect(words({ waiting: 1 }).text).toBe('Sending 1 change …')
    expect(words({ status: { problem: null, syncedAt: 0 } }).text).toBe('Getting your favorites …')
  })

  it('says what waits, for what, and what went wrong', () => {
    const offline = { problem: { kind: 'unreachable' }, syncedAt: 1 } as const
    expect(words({ waiting: 3, status: offline })).toEqual({
      tone: 'wait',
      text: '3 changes wait for the network.',
      detail: 'Can’t reach the wallpaper server at walls.test.',
    })
    const failing = { problem: { kind: 'refused', status: 500 }, syncedAt: 1 } as const
    expect(words({ waiting: 1, status: failing }).text).toBe('1 change waits for the server.')
    expect(words({ status: failing }).text).toBe('Waiting to hear from your account.')
  })

  it('says that the person has to sign in again, before anything else', () => {
    expect(words({ account: 'session-ended', waiting: 2 }).text).toBe(
      'Sign in again to send 2 changes.',
    )
  })
})

describe('toAttention', () => {
  it('is silent unless the person has to do something', () => {
    expect(toAttention('signed-out', 3, undefined)).toBeUndefined()
    expect(toAttention('signed-in', 3, undefined)).toBeUndefined()
    expect(toAttention('session-ended', 0, undefined)).toMatch(/Sign in again/)
  })

  it('says which heart was taken back', () => {
    expect(toAttention('signed-in', 0, refusal)).toBe(toRefusalText(refusal))
    expect(toRefusalText(refusal)).toBe(
      '“Alpine Dawn” could not be added to your favorites: favorites list is full.',
    )
  })
})
