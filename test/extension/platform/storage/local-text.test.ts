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
