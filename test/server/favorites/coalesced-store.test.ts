import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCoalescer } from '../../../server/favorites/coalesced-store.ts'

interface Batch {
  key: string
  items: readonly number[]
  fail: (error: Error) => void
  open: (error?: Error) => void
}

/**
 * Creates a coalescer whose batches wait until the test releases them. The result of each number is
 * its double.
 */
const createGate = () => {
  const batches: Batch[] = []
  const coalescer = createCoalescer((key: string, items: readonly number[], fail) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
    const open = (error?: Error) => (error ? reject(error) : resolve(items.map((n) => n * 2)))
    batches.push({ key, items, fail, open })
    return promise
  })
  return { ...coalescer, batches }
}

describe('createCoalescer', () => {
  it('runs what arrives in one turn together, in order', async () => {
    const { submit, batches } = createGate()
    const results = Promise.all([submit('a', 1), submit('a', 2), submit('a', 3)])
    await turn()
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]])
    batches[0]?.open()
    expect(await results).toEqual([2, 4, 6])
  })

  it('collects all that arrives during a batch into the next one', async () => {
    const { submit, batches } = createGate()
    const first = submit('a', 1)
    await turn()
    const later = [submit('a', 2), submit('a', 3)]
    await turn()
    expect(batches).toHaveLength(1)
    batches[0]?.open()
    await first
    await turn()
    expect(batches[1]?.items).toEqual([2, 3])
    batches[1]?.open()
    expect(await Promise.all(later)).toEqual([4, 6])
  })

  it('lets keys not wait for each other', async () => {
    const { submit, batches } = createGate()
    const results = [submit('a', 1), submit('b', 2)]
    await turn()
    expect(batches.map(({ key }) => key)).toEqual(['a', 'b'])
    batches[1]?.open()
    expect(await results[1]).toBe(4)
    batches[0]?.open()
    await results[0]
  })

  it('tells a batch of its failure before the next one may begin', async () => {
    const { submit, batches } = createGate()
    const failing = [submit('a', 1), submit('a', 2)]
    await turn()
    const next = submit('a', 3)
    const error = new Error('unknown')
    batches[0]?.fail(error)
    expect(await Promise.allSettled(failing)).toEqual(
      Array(2).fill({ status: 'rejected', reason: error }),
    )
    await turn()
    expect(batches).toHaveLength(1)
    batches[0]?.open(error)
    await turn()
    batches[1]?.open()
    expect(await next).toBe(6)
  })

  it('keeps nothing for a key that is idle, also after a failure', async () => {
    const { submit, size, batches } = createGate()
    const results = [submit('a', 1), submit('b', 2)]
    await turn()
    expect(size()).toBe(2)
    batches[0]?.open()
    batches[1]?.open(new Error('down'))
    await Promise.allSettled(results)
    await turn()
    expect(size()).toBe(0)
  })
})
