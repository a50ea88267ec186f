import { chmod, mkdir, readdir, rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePrivateFolder } from '../../../server/process/compile-cache.js'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

let dir = ''
beforeEach(async () => {
  dir = await makeTempDir('compile-cache')
})
afterEach(() => removeDir(dir))

describe.skipIf(process.platform === 'win32')('makePrivateFolder', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777

  it('makes a folder in the data folder that only this user can open', async () => {
    const folder = makePrivateFolder(join(dir, 'new', 'data')) ?? ''
    expect(folder).toBe(join(dir, 'new', 'data', 'compile-cache'))
    expect(await modeOf(folder)).toBe(0o700)
    // The data folder also has the pictures of private repositories.
    expect(await modeOf(join(dir, 'new', 'data'))).toBe(0o700)
  })

  it('returns nothing when others can write to the folder, or could replace what it leads to', async () => {
    const folder = join(dir, 'compile-cache')
    await mkdir(folder)
    await chmod(folder, 0o777)
    expect(makePrivateFolder(dir)).toBeUndefined()
    await rename(folder, join(dir, 'outside'))
    await symlink(join(dir, 'outside'), folder)
    expect(makePrivateFolder(dir)).toBeUndefined()
  })

  it('returns nothing when others can write to the data folder', async () => {
    await chmod(dir, 0o777)
    expect(makePrivateFolder(dir)).toBeUndefined()
  })
})

describe('main', () => {
  it('caches compiled code in its data folder and never in the shared temporary folder', async () => {
    const [data, temporary] = [join(dir, 'data'), join(dir, 'tmp')]
    await mkdir(temporary)
    const env = { DATA_DIR: data, TMPDIR: temporary, TEMP: temporary, NODE_COMPILE_CACHE: '' }
    const server = await startServer({ env })
    await server.stop()
    expect(await readdir(temporary)).toEqual([])
    expect(await readdir(join(data, 'compile-cache'))).not.toEqual([])
  })
})
