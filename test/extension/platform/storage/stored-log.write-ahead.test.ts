import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  createStoredLog,
  createWriteAhead,
} from '../../../../extension/platform/storage/stored-log.ts'
import { toNumber } from '../../../../shared/unknown.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

const full = new Error('QUOTA_BYTES')

const isNeeded = async (value: unknown) => value !== undefined

const noRoom = () => Promise.reject(full)

const stored = () => fakeBrowser.storage.local.get(null)

describe('createWriteAhead', () => {
  let notes: Storage
  const start = () => createWriteAhead({ notes, graceMs: 0 })
  const cutShort = (slot: string, key: string, value: unknown) => {
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockReturnValue(new Promise(() => {}))
    void start().write(slot, key, value, noRoom)
    set.mockRestore()
  }

  beforeEach(() => {
    notes = createMemoryStorage()
  })

  it('stores, and leaves no note behind', async () => {
    await start().write('heart', 'heart/1', { at: 1 }, noRoom)
    expect(await stored()).toEqual({ 'heart/1': { at: 1 } })
    expect(notes.length).toBe(0)
  })

  it('has a note before anything is awaited, and ends the write at the next start', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    expect(notes.length).toBe(1)
    expect(await stored()).toEqual({})
    await start().recover(isNeeded)
    expect(await stored()).toEqual({ 'heart/1': { at: 1 } })
    expect(notes.length).toBe(0)
  })

  it('forgets a cut-short write that a later one of the same slot has overcome', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    await start().write('heart', 'heart/2', { at: 2 }, noRoom)
    await start().recover(isNeeded)
    expect(await stored()).toEqual({ 'heart/2': { at: 2 } })
  })

  describe('when the storage is full', () => {
    /** Starts a write that fails until the returned function makes room. */
    const writeWhenFull = (key: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(full)
      const written = start().write('heart', key, key, () => promise)
      set.mockRestore()
      return async () => {
        resolve()
        await written
      }
    }

    it('stores when there is room', async () => {
      const makeRoom = writeWhenFull('heart/1')
      await makeRoom()
      expect(await stored()).toEqual({ 'heart/1': 'heart/1' })
      expect(notes.length).toBe(0)
    })

    it('leaves the note for another page when there is no room', async () => {
      const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(full)
      await expect(start().write('heart', 'heart/1', 1, noRoom)).rejects.toBe(full)
      await start().recover(isNeeded)
      set.mockRestore()
      await start().recover(isNeeded)
      expect(await stored()).toEqual({ 'heart/1': 1 })
    })

    it.each(['waits for room too', 'is stored'])(
      'gives up a write when a later one %s',
      async (how) => {
        const first = writeWhenFull('heart/1')
        const second =
          how === 'is stored'
            ? () => start().write('heart', 'heart/2', 'heart/2', noRoom)
            : writeWhenFull('heart/2')
        if (how === 'is stored') await second()
        await first()
        if (how !== 'is stored') await second()
        expect(await stored()).toEqual({ 'heart/2': 'heart/2' })
        expect(notes.length).toBe(0)
      },
    )

    it('gives up a write that another page has recovered', async () => {
      const first = writeWhenFull('heart/1')
      await start().recover(isNeeded)
      await fakeBrowser.storage.local.remove('heart/1')
      await first()
      expect(await stored()).toEqual({})
    })

    it('stores also when localStorage is full', async () => {
      notes.setItem('fresco.ahead/heart', 'of an older write')
      vi.spyOn(notes, 'setItem').mockImplementation(() => {
        throw new DOMException('', 'QuotaExceededError')
      })
      const makeRoom = writeWhenFull('heart/1')
      await makeRoom()
      expect(await stored()).toEqual({ 'heart/1': 'heart/1' })
    })
  })

  it('drops the note of a value that is not needed', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    await start().recover(async () => false)
    expect(await stored()).toEqual({})
    expect(notes.length).toBe(0)
  })

  it('says whether a note can be left', async () => {
    expect(await start().recover(isNeeded)).toBe(true)
    expect(await createWriteAhead({ notes: undefined }).recover(isNeeded)).toBe(false)
    cutShort('heart', 'heart/1', 1)
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(full)
    expect(await start().recover(isNeeded)).toBe(false)
    set.mockRestore()
    expect(notes.length).toBe(1)
  })

  it('does not repeat what another page is about to end', async () => {
    cutShort('heart', 'heart/1', { at: 1 })
    const recovered = start().recover(isNeeded)
    notes.removeItem('fresco.ahead/heart')
    await recovered
    expect(await stored()).toEqual({})
  })

  it('stores also where there is no localStorage, or a full one', async () => {
    await createWriteAhead({ notes: undefined }).write('a', 'a/1', 1, noRoom)
    vi.spyOn(notes, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await createWriteAhead({ notes }).write('b', 'b/1', 2, noRoom)
    expect(await stored()).toEqual({ 'a/1': 1, 'b/1': 2 })
  })

  it('leaves alone what others keep in localStorage, and what is no note', async () => {
    notes.setItem('fresco.next', '{}')
    notes.setItem('fresco.ahead/odd', 'nonsense')
    await start().recover(isNeeded)
    expect(await stored()).toEqual({})
    expect(notes.getItem('fresco.next')).toBe('{}')
  })

  it('gives an open page a second to end its own writes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    cutShort('heart', 'heart/1', { at: 1 })
    const recovered = createWriteAhead({ notes }).recover(isNeeded)
    await vi.advanceTimersByTimeAsync(999)
    notes.removeItem('fresco.ahead/heart')
    await vi.advanceTimersByTimeAsync(1)
    await recovered
    expect(await stored()).toEqual({})
    vi.useRealTimers()
  })

  it('stores also where the browser’s settings block localStorage', async () => {
    const get = () => {
      throw new DOMException('', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
    await createWriteAhead().write('heart', 'heart/1', 1, noRoom)
    Reflect.deleteProperty(globalThis, 'localStorage')
    expect(await stored()).toEqual({ 'heart/1': 1 })
  })
})

describe('createStoredLog', () => {
  it('lists its own entries, without those that it cannot read', () => {
    const log = createStoredLog({ key: 'log', parse: (stored) => toNumber(stored) || undefined })
    const stored = { 'log/1': 1, 'log/2': 'nonsense', logs: 3 }
    expect(log.list(stored)).toEqual([{ key: 'log/1', entry: 1 }])
  })
})
