import { existsSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileLru } from '../../../../server/adapters/disk/picture-cache.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

let base: string
let dir: string
beforeEach(async () => {
  base = await makeTempDir('lru')
  dir = join(base, 'deep/files')
})
afterEach(() => removeDir(base))

const block = 4096
const open = (maxBytes = 2 * block) => createFileLru({ dir, maxBytes })
const bytes = (count: number) => Buffer.alloc(count, 'x')

describe('createFileLru', () => {
  it('stores a file and finds it again', async () => {
    const files = open()
    expect(await files.find('one')).toBeUndefined()
    const { path, ...state } = await files.store('one', Buffer.from('content'))
    expect(await files.find('one')).toEqual({ path, ...state })
    expect(await readFile(path, 'utf8')).toBe('content')
    expect(await readdir(dir)).toEqual(['one'])
  })

  it('evicts the least recently used file', async () => {
    const files = open()
    for (const name of ['a', 'b', 'c']) await files.store(name, bytes(40))
    expect(await readdir(dir)).toEqual(['b', 'c'])
    await files.find('b')
    await files.store('d', bytes(40))
    expect(await readdir(dir)).toEqual(['b', 'd'])
  })

  it('counts the blocks that files occupy on the disk', async () => {
    const files = open(3 * block)
    await files.store('two blocks', bytes(block + 1))
    await files.store('b', bytes(1))
    expect(await readdir(dir)).toEqual(['b', 'two blocks'])
    await files.store('c', bytes(1))
    expect(await readdir(dir)).toEqual(['b', 'c'])
  })

  it('does not evict the file that it just stored', async () => {
    const { path } = await open(10).store('large', bytes(1000))
    expect(existsSync(path)).toBe(true)
  })

  it('evicts the oldest of the files that were not used since a restart', async () => {
    const before = open()
    for (const name of ['a', 'b']) await before.store(name, bytes(40))
    await utimes(join(dir, 'b'), new Date(), new Date(Date.now() - 60_000))
    await open().store('c', bytes(40))
    expect(await readdir(dir)).toEqual(['a', 'c'])
  })

  it('does not find a file that a power cut emptied, and stores it again', async () => {
    const { path } = await open().store('a', bytes(40))
    await writeFile(path, '')
    const files = open()
    expect(await files.find('a')).toBeUndefined()
    await files.store('a', bytes(40))
    await writeFile(path, '')
    expect(await files.find('a')).toBeUndefined()
  })

  it('finds what another server has written in the place of a file', async () => {
    const files = open()
    const { path } = await files.store('a', bytes(40))
    for (const content of [bytes(50), bytes(30)]) {
      await writeFile(path, content)
      expect(await files.find('a')).toMatchObject({ path, size: content.length })
    }
  })

  it('does not look at the disk for a file that is in memory', async () => {
    const files = createFileLru({ dir, maxBytes: block, isInMemory: ({ size }) => size === 40 })
    const stored = await files.store('a', bytes(40))
    await rm(stored.path)
    expect(await files.find('a')).toEqual(stored)
  })
})
