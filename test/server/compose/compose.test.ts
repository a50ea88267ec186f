import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('a server over a folder that somebody else made', () => {
  it('never sends files of the data folder', async () => {
    const dir = await makeTempDir('planted')
    const [folder, data] = [join(dir, 'catalogue'), join(dir, 'data')]
    const own = ['fresco.sqlite', 'session-secret']
    const rows = own.map((name, at) => ({
      file_name: `row-${at}`,
      file_main_name: `row-${at}.png`,
      file_cache_name: name,
    }))
    await mkdir(folder)
    await symlink(data, join(folder, 'cache'))
    await writeFile(join(folder, 'index.json'), JSON.stringify(rows))
    const planted = await startServer({ env: { WALLPAPERS_DIR: folder, DATA_DIR: data } })
    try {
      for (const name of own) {
        expect(await readFile(join(data, name))).toBeDefined()
        const response = await fetch(`${planted.url}/cache/${name}`)
        expect(response.status, name).toBeGreaterThanOrEqual(400)
      }
      await expect
        .poll(planted.log)
        .toContain(`has a link cache to ${data}, which is never followed`)
      expect(planted.log()).not.toContain('WALLPAPERS_LINKS')
    } finally {
      await planted.stop()
      await removeDir(dir)
    }
  })
})
