import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileVersions } from '../../../server/adapters/file-versions.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('createFileVersions', () => {
  let dir: string
  let now = 0
  beforeEach(async () => {
    dir = await makeTempDir('versions')
  })
  afterEach(() => removeDir(dir))

  const open = () => {
    const find = async (_: string, file: string) => (file === 'gone' ? undefined : join(dir, file))
    return createFileVersions({ files: { find }, maxAgeMs: 1000, clock: () => now })
  }

  it('knows a picture once somebody asked for it, and sees later that it changed', async () => {
    await writeFile(join(dir, 'a.jpg'), 'one')
    const versions = open()
    expect(versions.known('a.jpg')).toBeUndefined()
    await expect.poll(() => versions.known('a.jpg')).toMatch(/^[\w-]{10}$/)
    const first = versions.known('a.jpg')
    expect(await versions.read(join(dir, 'a.jpg'))).toBe(first)
    await writeFile(join(dir, 'a.jpg'), 'longer')
    expect(versions.known('a.jpg')).toBe(first)
    now += 1000
    expect(versions.known('a.jpg')).toBe(first)
    await expect.poll(() => versions.known('a.jpg')).not.toBe(first)
  })

  it('is the same for copies of other times, where the content is known', async () => {
    const copies = ['a.jpg', 'b.jpg'].map((name) => join(dir, name))
    for (const [at, path] of copies.entries()) {
      await writeFile(path, 'one')
      await utimes(path, at, at)
    }
    const files = { find: async () => undefined }
    const read = (hash?: string) => {
      const versions = createFileVersions({ files, hashOf: () => hash })
      return Promise.all(copies.map(versions.read))
    }
    const [one, other] = await read('f00')
    expect(one).toBe(other)
    const [old, young] = await read()
    expect(old).not.toBe(young)
  })

  it('says nothing of what is not there', async () => {
    const versions = open()
    expect(versions.known('gone')).toBeUndefined()
    expect(versions.known('missing.jpg')).toBeUndefined()
    await expect(versions.read(join(dir, 'missing.jpg'))).rejects.toThrow()
    expect(versions.known('missing.jpg')).toBeUndefined()
  })
})
