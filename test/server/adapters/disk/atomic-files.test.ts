import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDrafts } from '../../../../server/adapters/disk/atomic-files.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

let dir: string
beforeAll(async () => {
  dir = await makeTempDir('drafts')
})
afterAll(() => removeDir(dir))

describe('removeDrafts', () => {
  it('removes old drafts, but neither finished files nor new drafts', async () => {
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const name of ['old.snapshot.1.tmp', 'old.snapshot', 'new.snapshot.2.tmp']) {
      await writeFile(join(dir, name), 'x')
      if (name.startsWith('old')) await utimes(join(dir, name), longAgo, longAgo)
    }
    await mkdir(join(dir, 'folder.tmp'))
    await utimes(join(dir, 'folder.tmp'), longAgo, longAgo)
    await removeDrafts(dir)
    expect((await readdir(dir)).sort()).toEqual([
      'folder.tmp',
      'new.snapshot.2.tmp',
      'old.snapshot',
    ])
  })

  it('ignores a folder that does not exist', async () => {
    await expect(removeDrafts(join(dir, 'nowhere'))).resolves.toBeUndefined()
  })
})
