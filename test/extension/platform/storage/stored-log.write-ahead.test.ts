import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createWriteAhead } from '../../../../extension/platform/storage/stored-log.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

const stored = () => fakeBrowser.storage.local.get(null)

describe('createWriteAhead', () => {
  let notes: Storage
  const start = () => createWriteAhead({ notes, graceMs: 0 })
  const cutShort = (slot: string, key: string, value: unknown) => {
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockReturnValue(new Promise(() => {}))
    void start().write(slot, key, value)
    set.mockRestore()
  }

  beforeEach(() => {
    notes = createMemoryStorage()
  })

  it('stores, and leaves no note behind', async () => {
    await start().write('heart', 'heart/1', { at: 1 })
    expect(await stored()).toEqual({ 'heart/1': { at: 1 } })
    expect(notes.length).toBe(0)
  })

  it('has a note before anything is awaited, and ends the write at the next start', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    expect(notes.length).toBe(1)
    expect(await stored()).toEqual({})
    await start().finish()
    expect(await stored()).toEqual({ 'heart/1': { at: 1 } })
    expect(notes.length).toBe(0)
  })

  it('forgets a cut-short write that a later one of the same slot has overcome', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    await start().write('heart', 'heart/2', { at: 2 })
    await start().finish()
    expect(await stored()).toEqual({ 'heart/2': { at: 2 } })
  })

  it('does not repeat what another page is about to end', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    const finished = start().finish()
    notes.removeItem('fresco.ahead/heart')
    await finished
    expect(await stored()).toEqual({})
  })

  it('stores also where there is no localStorage, or a full one', async () => {
    await createWriteAhead({ notes: undefined }).write('a', 'a/1', 1)
    vi.spyOn(notes, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await createWriteAhead({ notes }).write('b', 'b/1', 2)
    expect(await stored()).toEqual({ 'a/1': 1, 'b/1': 2 })
  })

  it('leaves alone what others keep in localStorage, and what is no note', async () => {
    notes.setItem('fresco.next', '{}')
    notes.setItem('fresco.ahead/odd', 'nonsense')
    await start().finish()
    expect(await stored()).toEqual({})
    expect(notes.getItem('fresco.next')).toBe('{}')
  })
})
