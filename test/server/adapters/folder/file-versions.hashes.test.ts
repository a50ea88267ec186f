import { describe, expect, it } from 'vitest'
import { createContentHashes } from '../../../../server/adapters/folder/file-versions.ts'

const openDisk = () => {
  const reads: string[] = []
  const hash = async (path: string) => {
    reads.push(path)
    if (path === 'gone') throw new Error('ENOENT')
    return `hash of ${path}`
  }
  return { reads, hash }
}
const file = { size: 3, mtimeMs: 1 }

describe('createContentHashes', () => {
  it('reads a file once for many simultaneous requests', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createContentHashes({ hash })
    const answers = await Promise.all(Array.from({ length: 100 }, () => hashOf('a', { ...file })))
    expect(new Set(answers)).toEqual(new Set(['hash of a']))
    expect(await hashOf('a', file)).toBe('hash of a')
    expect(reads).toEqual(['a'])
  })

  it('reads a file again when its size or time has changed', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createContentHashes({ hash })
    for (const state of [
      file,
      { ...file, size: 4 },
      { size: 4, mtimeMs: 2 },
      { size: 4, mtimeMs: 2 },
    ])
      await hashOf('a', state)
    expect(reads).toEqual(['a', 'a', 'a'])
  })

  it('tries a failed file again', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createContentHashes({ hash })
    for (let time = 0; time < 2; time += 1) await expect(hashOf('gone', file)).rejects.toThrow()
    expect(reads).toEqual(['gone', 'gone'])
  })

  it('forgets the oldest entry when there are too many', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createContentHashes({ hash, maxEntries: 2 })
    for (const path of ['a', 'b', 'c', 'b', 'a']) await hashOf(path, file)
    expect(reads).toEqual(['a', 'b', 'c', 'a'])
  })

  it('refuses a file when too many are waiting', async () => {
    const never = new Promise<string>(() => undefined)
    const hashOf = createContentHashes({ hash: () => never })
    for (let at = 0; at < 66; at += 1) void hashOf(String(at), file)
    await expect(hashOf('one more', file)).rejects.toMatchObject({ code: 'BUSY' })
  })
})
