import { describe, expect, it } from 'vitest'
import {
  type SyncState,
  toSyncWords,
} from '../../../../extension/features/favorites/sync-report.tsx'

const words = (state: Partial<SyncState>) =>
  toSyncWords({
    account: 'signed-in',
    waiting: 0,
    status: { problem: null, syncedAt: 1 },
    host: 'walls.test',
    ...state,
  })

describe('toSyncWords', () => {
  it('says that the favorites are synced', () => {
    expect(words({})).toEqual({
      tone: 'good',
      text: 'All your favorites are saved to your account.',
    })
  })

  it('says how many changes are being sent', () => {
    expect(words({ waiting: 1 }).text).toBe('Syncing 1 change to your favorites…')
    expect(words({ status: { problem: null, syncedAt: 0 } }).text).toBe(
      'Getting your favorites from your account…',
    )
  })

  it('says how many changes wait, for the network or the server, and why', () => {
    const offline = { problem: { kind: 'unreachable' }, syncedAt: 1 } as const
    expect(words({ waiting: 3, status: offline })).toEqual({
      tone: 'wait',
      text: '3 changes to your favorites are waiting for the network.',
      detail: 'Can’t reach walls.test.',
    })
    const failing = { problem: { kind: 'refused', status: 500 }, syncedAt: 1 } as const
    expect(words({ waiting: 1, status: failing }).text).toBe(
      '1 change to your favorites is waiting for the server.',
    )
    expect(words({ status: failing }).text).toBe('Couldn’t check your account for new favorites.')
  })

  it('asks the person to sign in again, whatever else is wrong', () => {
    expect(words({ account: 'session-ended', waiting: 2 }).text).toBe(
      'Sign in again to sync 2 changes to your favorites.',
    )
  })
})
