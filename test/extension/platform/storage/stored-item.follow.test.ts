import { describe, expect, it, vi } from 'vitest'
import { createStoredItem, follow } from '../../../../extension/platform/storage/stored-item.ts'
import { toNumber } from '../../../../extension/platform/unknown.ts'

const counter = createStoredItem({ key: 'counter', parse: (stored) => toNumber(stored) })

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
