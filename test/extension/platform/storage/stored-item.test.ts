import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  createStoredItem,
  createStoredPair,
  follow,
  watchPrefixes,
} from '../../../../extension/platform/storage/stored-item.ts'
import { toNumber } from '../../../../shared/unknown.ts'

const counter = createStoredItem({ key: 'counter', parse: (stored) => toNumber(stored) })

describe('createStoredItem', () => {
  it('has its default until something valid is stored', async () => {
    expect(await counter.read()).toBe(0)
    await fakeBrowser.storage.local.set({ counter: 'nonsense' })
    expect(await counter.read()).toBe(0)
  })

  it('loses no change of many at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => counter.update((count) => count + 1)))
    expect(await counter.read()).toBe(20)
  })

  it('goes on after a change that failed', async () => {
    const failed = counter.update(() => {
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await counter.update((count) => count + 1)).toBe(1)
  })

  it('tells of new values, parsed', async () => {
    const listener = vi.fn()
    const stop = counter.onChange(listener)
    await counter.update(() => 7)
    stop()
    await counter.update(() => 8)
    expect(listener.mock.calls).toEqual([[7]])
  })

  it('stores nothing and tells nobody when nothing changes', async () => {
    const listener = vi.fn()
    const stop = counter.onChange(listener)
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    expect(await counter.update((count) => count)).toBe(0)
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
    await fakeBrowser.storage.local.set({ other: 1 })
    expect(listener).not.toHaveBeenCalled()
    stop()
  })
})

describe('watchPrefixes', () => {
  it('calls a listener once when one of its values changes, and not when only others change', async () => {
    const listener = vi.fn()
    const stop = watchPrefixes(['counters/'], listener)
    await counter.update(() => 1)
    expect(listener).not.toHaveBeenCalled()
    await fakeBrowser.storage.local.set({ counter: 2, 'counters/a': 1 })
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })
})

describe('createStoredPair', () => {
  const pair = createStoredPair({ key: 'one', parse: toNumber }, { key: 'other', parse: toNumber })

  it('stores both values at once, and only what changes', async () => {
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await pair.update((one, other) => [one + 1, other + 2])
    await pair.update((one, other) => [one, other + 2])
    await pair.update((one, other) => [one, other])
    expect(set.mock.calls).toEqual([[{ one: 1, other: 2 }], [{ other: 4 }]])
    set.mockRestore()
  })

  it('loses no change of many at the same time, also of one of its values alone', async () => {
    const one = createStoredItem({ key: 'one', parse: toNumber })
    const changes = Array.from({ length: 20 }, () => [
      pair.update((one, other) => [one + 1, other + 1]),
      one.update((value) => value + 1),
    ])
    await Promise.all(changes.flat())
    expect(await fakeBrowser.storage.local.get(null)).toEqual({ one: 40, other: 20 })
  })
})

describe('follow', () => {
  it('tells what is stored by now, and every value after it', async () => {
    const listener = vi.fn()
    await counter.update(() => 3)
    const stop = follow(counter, listener)
    await expect.poll(() => listener).toHaveBeenCalledWith(3)
    await counter.update(() => 4)
    stop()
    await counter.update(() => 5)
    expect(listener.mock.calls).toEqual([[3], [4]])
  })

  it('does not go back to an older value that was still being read', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const listener = vi.fn()
    let tell = (_value: number) => {}
    const onChange = (heard: typeof tell) => {
      tell = heard
      return () => {}
    }
    follow({ read: () => promise, onChange }, listener)
    tell(2)
    resolve(1)
    await promise
    expect(listener.mock.calls).toEqual([[2]])
  })
})
