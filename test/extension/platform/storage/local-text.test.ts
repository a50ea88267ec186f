import { afterEach, describe, expect, it, vi } from 'vitest'
import { readLocal, writeLocal } from '../../../../extension/platform/storage/local-text.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

describe('writeLocal', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('stores a text that readLocal finds at the next start', () => {
    const storage = createMemoryStorage()
    vi.stubGlobal('localStorage', storage)
    writeLocal('fresco.next', 'lake')
    writeLocal('fresco.clock', '7')
    expect(readLocal('fresco.next')).toBe('lake')
    expect(Object.entries(storage)).toEqual([
      ['fresco.next', 'lake'],
      ['fresco.clock', '7'],
    ])
  })

  it('does nothing where localStorage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    writeLocal('fresco.next', 'lake')
    expect(readLocal('fresco.next')).toBeNull()
  })
})
