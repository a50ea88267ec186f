import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createPictureWork } from '../../../../server/adapters/sharp/picture-work.ts'
import { plain } from '../sample-pictures.ts'

const small = await plain('#336699', 40, 30).jpeg().toBuffer()
/** Takes about 12 MB to open. */
const large = await plain('#336699', 800, 800).png({ progressive: true }).toBuffer()

const openWork = (options: Parameters<typeof createPictureWork>[0] = {}) => {
  const work = createPictureWork({ memoryBytes: 30_000_000, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, content: Buffer, isPatient = false) =>
    work.run({
      picture: sharp(content),
      run: () =>
        new Promise<string>((resolve) => {
          begun.push(name)
          ends.set(name, () => resolve(name))
        }),
      isPatient,
    })
  return { work, begun, add, end: (name: string) => ends.get(name)?.() }
}

describe('createPictureWork', () => {
  it('does not let small pictures wait for large ones, or large ones for small ones', async () => {
    const { begun, add, end } = openWork({ memoryBytes: 52_000_000, concurrency: 1 })
    const all = [add('large', large), add('large 2', large), add('small', small)]
    await expect.poll(() => begun).toEqual(['large', 'small'])
    all.push(add('small 2', small))
    end('large')
    end('small')
    await expect.poll(() => begun.toSorted()).toEqual(['large', 'large 2', 'small', 'small 2'])
    for (const name of begun) end(name)
    await Promise.all(all)
  })

  it('starts a large picture only when its memory fits', async () => {
    const { work, begun, add, end } = openWork({ memoryBytes: 16_000_000 })
    const all = [add('one', large), add('two', large)]
    await expect.poll(work.state).toEqual({ running: 1, waiting: 1 })
    const [first = ''] = begun
    end(first)
    await expect.poll(() => begun.length).toBe(2)
    for (const name of begun) end(name)
    await Promise.all(all)
    expect(work.state()).toEqual({ running: 0, waiting: 0 })
  })

  it('refuses jobs when too many wait, except patient ones', async () => {
    const { work, add, end, begun } = openWork({ concurrency: 1, maxWaiting: 1 })
    const all = [add('one', small), add('two', small)]
    await expect(add('three', small)).rejects.toMatchObject({ code: 'BUSY' })
    all.push(add('four', small, true))
    await expect.poll(() => begun).toEqual(['one'])
    end('one')
    await expect.poll(() => begun).toEqual(['one', 'two'])
    end('two')
    await expect.poll(() => begun).toEqual(['one', 'two', 'four'])
    end('four')
    await Promise.all(all)
    expect(work.state()).toEqual({ running: 0, waiting: 0 })
  })
})
