import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeDrafts, writeAtomically } from '../../../../server/adapters/disk/atomic-files.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

let dir: string
beforeEach(async () => {
  dir = await makeTempDir('drafts')
})
afterEach(() => removeDir(dir))

const moduleUrl = new URL('../../../../server/adapters/disk/atomic-files.ts', import.meta.url)

describe('writeAtomically', () => {
  it('creates the folder and replaces the file', async () => {
    const path = join(dir, 'new/folder/file')
    await writeAtomically(path, 'old')
    await writeAtomically(path, Buffer.from('new'))
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(join(dir, 'new/folder'))).toEqual(['file'])
  })

  it('removes its draft when the file cannot be replaced', async () => {
    await mkdir(join(dir, 'file/inside'), { recursive: true })
    await expect(writeAtomically(join(dir, 'file'), 'new')).rejects.toThrow()
    expect(await readdir(dir)).toEqual(['file'])
  })

  it.skipIf(process.platform === 'win32')(
    'leaves the old content when the disk takes only a part of the new content',
    async () => {
      const path = join(dir, 'file')
      await writeFile(path, 'old')
      const script = `
        import { writeAtomically } from ${JSON.stringify(fileURLToPath(moduleUrl))}
        await writeAtomically(process.argv[1], Buffer.alloc(100_000)).catch(({ code }) => console.log(code))`
      const command = 'ulimit -f 64; exec "$0" --input-type=module -e "$1" "$2"'
      const { stdout } = spawnSync('sh', ['-c', command, process.execPath, script, path])
      expect(String(stdout)).toBe('EFBIG\n')
      expect(await readFile(path, 'utf8')).toBe('old')
      expect(await readdir(dir)).toEqual(['file'])
    },
  )
})

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
})
