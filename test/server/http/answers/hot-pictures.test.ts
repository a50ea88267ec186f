import { EventEmitter } from 'node:events'
import type { Context } from 'hono'
import { describe, expect, it } from 'vitest'
import { createHotPictures } from '../../../../server/http/answers/hot-pictures.ts'

const answer = () => {
  const outgoing = new EventEmitter().setMaxListeners(0)
  return { c: { env: { outgoing } } as unknown as Context, end: () => outgoing.emit('close') }
}
const bytes = 1_000

const open = () => {
  const hot = createHotPictures<undefined>(16 * bytes)
  const file = (name: number, mtimeMs = 1) => ({ path: `/${name}`, size: bytes, mtimeMs })
  const reads: string[] = []
  const add = (c: Context, name: number, size = bytes, mtimeMs = 1) =>
    hot.add(c, file(name, mtimeMs), {
      size,
      facts: undefined,
      read: async () => {
        reads.push(`/${name}`)
        return new Uint8Array(size)
      },
    })
  return { hot, file, add, reads }
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at)

describe('createHotPictures', () => {
  it('forgets the picture that was not sent for the longest time', async () => {
    const { hot, file, add } = open()
    const { c, end } = answer()
    for (const name of numbers(0, 16)) await add(c, name)
    hot.find(c, file(0))
    end()
    await add(c, 16)
    expect(numbers(0, 17).filter((name) => !hot.has(file(name)))).toEqual([1])
  })

  it('reads no more pictures while slow clients hold as much memory as it may take', async () => {
    const { hot, file, add, reads } = open()
    const slow = answer()
    for (const name of numbers(0, 15)) await add(slow.c, name)
    await add(slow.c, 0, bytes, 2)
    // Version 1 of the first picture is out of date, but still in memory.
    expect([hot.has(file(0)), hot.has(file(0, 2))]).toEqual([false, true])
    expect(await add(answer().c, 20)).toBeUndefined()
    expect(reads).toHaveLength(16)
    slow.end()
    expect(await add(answer().c, 20)).toBeDefined()
    expect(numbers(1, 15).filter((name) => hot.has(file(name)))).toHaveLength(14)
  })

  it('leaves large pictures on the disk, and its memory free when a file cannot be read', async () => {
    const { hot, file, add, reads } = open()
    const { c } = answer()
    expect(await add(c, 1, bytes + 1)).toBeUndefined()
    const read = () => Promise.reject(new Error('gone'))
    for (const name of numbers(0, 20))
      await expect(
        hot.add(c, file(name), { size: bytes, facts: undefined, read }),
      ).rejects.toThrow()
    for (const name of numbers(0, 16)) expect(await add(c, name)).toBeDefined()
    expect(reads).toHaveLength(16)
  })
})
