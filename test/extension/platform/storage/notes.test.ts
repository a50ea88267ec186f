import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotes } from '../../../../extension/platform/storage/notes.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

describe('createNotes', () => {
  let texts: Storage
  beforeEach(() => {
    texts = createMemoryStorage()
  })

  const recover = async () => {
    const found: unknown[] = []
    await createNotes(texts).recover(async (value) => void found.push(value))
    return found
  }

  it('passes what a closed page has noted to the next page, once', async () => {
    createNotes(texts).leave('a', { at: 1 })
    createNotes(texts).leave('b', { at: 2 })
    expect(await recover()).toEqual([{ at: 1 }, { at: 2 }])
    expect(await recover()).toEqual([])
  })

  it('forgets a note when its value is stored, but not a later one of the same name', async () => {
    const earlier = createNotes(texts).leave('a', { at: 1 })
    const later = createNotes(texts).leave('a', { at: 2 })
    expect([earlier.isLatest(), later.isLatest()]).toEqual([false, true])
    earlier.forget()
    expect(texts.length).toBe(1)
    later.forget()
    expect(texts.length).toBe(0)
  })

  it('keeps a note whose value cannot be stored, and one that is replaced meanwhile', async () => {
    createNotes(texts).leave('a', 1)
    const full = () => Promise.reject(new Error('QUOTA_BYTES'))
    await expect(createNotes(texts).recover(full)).rejects.toThrow('QUOTA_BYTES')
    await createNotes(texts).recover(async () => void createNotes(texts).leave('a', 2))
    expect(await recover()).toEqual([2])
  })

  it('leaves alone what others keep in localStorage', async () => {
    texts.setItem('fresco.next', '{}')
    texts.setItem('fresco.ahead/odd', 'nonsense')
    expect(await recover()).toEqual([undefined])
    expect(Object.keys(texts)).toEqual(['fresco.next'])
  })

  it('does nothing where localStorage is full, absent or blocked', async () => {
    vi.spyOn(texts, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    createNotes(texts).leave('a', 1).forget()
    expect(createNotes().leave('a', 1).isLatest()).toBe(true)
    const get = () => {
      throw new DOMException('', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
    createNotes().leave('a', 1).forget()
    Reflect.deleteProperty(globalThis, 'localStorage')
    expect(await recover()).toEqual([])
  })
})
