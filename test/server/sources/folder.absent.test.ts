import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startComposed } from '../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { plain } from '../adapters/sample-pictures.ts'

it('serves the last good rows of a folder whose disk is not mounted, also after a restart', async () => {
  const dir = await makeTempDir('absent')
  const [folder, away, dataDir] = [join(dir, 'pictures'), join(dir, 'away'), join(dir, 'data')]
  const env = { WALLPAPERS_DIR: folder, DATA_DIR: dataDir, FOLDER_REFRESH_SECONDS: '1' }
  await mkdir(folder)
  await plain('#3A78C0').png().toFile(join(folder, 'lake.png'))
  const before = await startComposed(env)
  const stored = () => readdir(join(dataDir, 'snapshots')).catch(() => [])
  await expect.poll(stored).toEqual([expect.stringMatching(/^folder-\w+\.snapshot$/)])
  await before.stop()

  await rename(folder, away)
  await mkdir(folder)
  const server = await startComposed(env)
  const readSource = async () => (await (await server.get('/readyz')).json()).sources.catalogue
  const statuses = () =>
    Promise.all(
      ['/api/wallpapers/lake', '/main/lake.png'].map(
        async (path) => (await server.get(path)).status,
      ),
    )
  expect(await statuses()).toEqual([200, 404])
  expect(await readSource()).toMatchObject({ ready: true, failing: true })
  expect(server.log()).toContain('The folder catalogue shrank from 1 to 0')

  await rmdir(folder)
  await rename(away, folder)
  await expect.poll(readSource).toMatchObject({ failing: false })
  expect(await statuses()).toEqual([200, 200])
  await server.stop()
  await removeDir(dir)
})
