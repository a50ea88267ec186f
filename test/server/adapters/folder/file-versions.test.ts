import { createHash } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createFileFacts,
  createFileVersions,
} from '../../../../server/adapters/folder/file-versions.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt } from '../sample-pictures.ts'

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

describe('createFileFacts', () => {
  it('reads a file once for many simultaneous requests', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createFileFacts(hash)
    const answers = await Promise.all(Array.from({ length: 100 }, () => hashOf('a', { ...file })))
    expect(new Set(answers)).toEqual(new Set(['hash of a']))
    expect(await hashOf('a', file)).toBe('hash of a')
    expect(reads).toEqual(['a'])
  })

  it('reads a file again when its size or one of its times has changed', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createFileFacts(hash)
    for (const state of [
      file,
      { ...file, size: 4 },
      { size: 4, mtimeMs: 2 },
      { size: 4, mtimeMs: 2, ctimeMs: 3 },
      { size: 4, mtimeMs: 2, ctimeMs: 3 },
    ])
      await hashOf('a', state)
    expect(reads).toEqual(['a', 'a', 'a', 'a'])
  })

  it('tries a failed file again', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createFileFacts(hash)
    for (let time = 0; time < 2; time += 1) await expect(hashOf('gone', file)).rejects.toThrow()
    expect(reads).toEqual(['gone', 'gone'])
  })

  it('forgets the oldest entry when there are too many', async () => {
    const { reads, hash } = openDisk()
    const hashOf = createFileFacts(hash, { maxEntries: 2 })
    for (const path of ['a', 'b', 'c', 'b', 'a']) await hashOf(path, file)
    expect(reads).toEqual(['a', 'b', 'c', 'a'])
  })
})

describe('createFileVersions', () => {
  let dir: string
  let now = 0
  beforeEach(async () => {
    dir = await makeTempDir('versions')
  })
  afterEach(() => removeDir(dir))

  const open = () => {
    const find = async (_: string, file: string) =>
      file === 'gone' ? undefined : pictureAt(join(dir, file))
    return createFileVersions({ files: { find }, maxAgeMs: 1000, clock: () => now })
  }

  it('knows a picture after the first request and notices later that it changed', async () => {
    await writeFile(join(dir, 'a.jpg'), 'one')
    const versions = open()
    expect(versions.known('a.jpg')).toBeUndefined()
    await expect.poll(() => versions.known('a.jpg')).toMatch(/^[\w-]{10}$/)
    const first = versions.known('a.jpg')
    expect(await versions.read(await pictureAt(join(dir, 'a.jpg')))).toBe(first)
    await writeFile(join(dir, 'a.jpg'), 'longer')
    expect(versions.known('a.jpg')).toBe(first)
    now += 1000
    expect(versions.known('a.jpg')).toBe(first)
    await expect.poll(() => versions.known('a.jpg')).not.toBe(first)
  })

  it('depends on the content and not on the time of a file', async () => {
    const [one, copy, other] = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => join(dir, name))
    for (const path of [one, copy, other])
      await writeFile(path ?? '', path === other ? 'two' : 'one')
    await utimes(copy ?? '', 1, 1)
    const [first, second, third] = await Promise.all(
      [one, copy, other].map(async (path) => open().read(await pictureAt(path ?? ''))),
    )
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('is the same for content in memory and for a file with that content', async () => {
    await writeFile(join(dir, 'a.jpg'), 'one')
    const versions = open()
    const version = versions.ofContent(new TextEncoder().encode('one'))
    expect(version).toBe(await versions.read(await pictureAt(join(dir, 'a.jpg'))))
  })

  it('does not read a file whose hash is already known', async () => {
    await writeFile(join(dir, 'a.jpg'), 'one')
    const file = await pictureAt(join(dir, 'a.jpg'))
    const find = async () => undefined
    const hash = createHash('sha256').update('one').digest('hex')
    const read = (hashOf: () => string) =>
      createFileVersions({ files: { find, hashOf } }).read(file)
    expect(await read(() => hash)).toBe(await open().read(file))
    expect(await read(() => 'another')).not.toBe(await read(() => hash))
  })

  it('learns the version of every picture after one request for a page', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at}.jpg`)
    for (const name of names) await writeFile(join(dir, name), name)
    const versions = open()
    const find = () => new Set(names.map(versions.known).filter((version) => version !== undefined))
    await expect.poll(() => find().size).toBe(12)
  })

  it('returns no version for a file that has changed since it was seen', async () => {
    const path = join(dir, 'a.jpg')
    await writeFile(path, 'one')
    const file = await pictureAt(path)
    const versions = open()
    expect(await versions.read({ ...file, mtimeMs: file.mtimeMs + 1 })).toBeUndefined()
    expect(await versions.read(file)).toMatch(/^[\w-]{10}$/)
    expect(await versions.read({ ...file, path: join(dir, 'missing.jpg') })).toBeUndefined()
  })
})
