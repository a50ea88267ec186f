import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createClock,
  readLocal,
  writeLocal,
} from '../../../../extension/platform/storage/local-text.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

describe('writeLocal', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('does nothing where localStorage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    writeLocal('fresco.next', 'lake')
    expect(readLocal('fresco.next')).toBeNull()
  })
})

describe('createClock', () => {
  it('gives each caller a later time than all before, even if the clock is set back', () => {
    const texts = createMemoryStorage()
    const read = (key: string) => texts.getItem(key)
    const write = (key: string, text: string) => texts.setItem(key, text)
    const timeAt = (now: number, latest = 0) => createClock({ now: () => now, read, write })(latest)
    expect([timeAt(7), timeAt(7), timeAt(3), timeAt(3, 20)]).toEqual([7, 8, 9, 21])
    texts.setItem('fresco.clock', 'nonsense')
    expect(timeAt(5)).toBe(5)
  })
})
