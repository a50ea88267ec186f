import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
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

const open = (maxBytes = 100) => createFileLru({ dir, maxBytes })
const bytes = (count: number) => Buffer.alloc(count, 'x')

describe('createFileLru', () => {
  it('keeps a file and finds it again', async () => {
    const files = open()
    expect(await files.find('one')).toBeUndefined()
    const path = await files.store('one', Buffer.from('content'))
    expect(await files.find('one')).toBe(path)
    expect(await readFile(path, 'utf8')).toBe('content')
    expect(await readdir(dir)).toEqual(['one'])
  })

  it('lets go of what was unused for longest', async () => {
    const files = open()
    for (const name of ['a', 'b', 'c']) await files.store(name, bytes(40))
    expect(await readdir(dir)).toEqual(['b', 'c'])
    await files.find('b')
    await files.store('d', bytes(40))
    expect(await readdir(dir)).toEqual(['b', 'd'])
  })

  it('does not let go of the file it just kept', async () => {
    const path = await open(10).store('large', bytes(1000))
    expect(existsSync(path)).toBe(true)
  })

  it('counts a file that was replaced once', async () => {
    const files = open()
    for (let time = 0; time < 5; time += 1) await files.store('a', bytes(60))
    await files.store('b', bytes(40))
    expect(await readdir(dir)).toEqual(['a', 'b'])
  })

  it('remembers over a restart what was used last', async () => {
    const before = open()
    for (const name of ['a', 'b']) await before.store(name, bytes(40))
    const path = await before.store('a', bytes(40))
    await utimes(join(dir, 'b'), new Date(Date.now() - 60_000), new Date())
    const { mtimeMs } = await stat(path)
    const after = open()
    await after.find('a')
    expect((await stat(path)).mtimeMs).toBeCloseTo(mtimeMs, -1)
    await after.store('c', bytes(40))
    expect(await readdir(dir)).toEqual(['a', 'c'])
  })

  it('forgets a file that somebody removed', async () => {
    const files = open()
    await rm(await files.store('a', bytes(40)))
    expect(await files.find('a')).toBeUndefined()
  })

  it('clears away old drafts only', async () => {
    await open().store('a', bytes(1))
    const long = new Date(Date.now() - 7_200_000)
    await writeFile(join(dir, 'old.tmp'), 'x')
    await utimes(join(dir, 'old.tmp'), long, long)
    await writeFile(join(dir, 'new.tmp'), 'x')
    await open().find('a')
    expect(await readdir(dir)).toEqual(['a', 'new.tmp'])
  })
})
