import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CloudinaryEmulator,
  makeResources,
  startCloudinary,
} from '../../emulators/cloudinary.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('a server with its catalogue in a folder and its images at Cloudinary', () => {
  let emulator: CloudinaryEmulator
  let dataDir: string
  let server: RunningServer | undefined
  beforeEach(async () => {
    emulator = await startCloudinary()
    emulator.resources = makeResources(9)
    dataDir = await makeTempDir('hosted')
  })
  afterEach(async () => {
    await server?.stop()
    await emulator.stop()
    await removeDir(dataDir)
  })

  const start = async (env: Record<string, string> = {}) => {
    const settings = { CLOUDINARY_URL: emulator.cloudinaryUrl, DATA_DIR: dataDir, ...env }
    server = await startServer({ env: settings })
    const { url } = server
    return async (path: string) => {
      const response = await fetch(`${url}${path}`)
      return { status: response.status, body: await response.json() }
    }
  }

  it('starts without Cloudinary, and serves the catalogue and what was kept', async () => {
    const before = await start()
    await vi.waitFor(async () => {
      expect((await before('/readyz')).body.status).toBe('ready')
      expect(await readdir(join(dataDir, 'snapshots'))).toHaveLength(4)
    }, 60_000)
    await server?.stop()
    emulator.behave({ fault: 'hang' })
    const get = await start({ METRICS_PORT: '0' })
    expect((await get('/api/random-wallpapers?count=100&tag=mobile')).body).toHaveLength(3)
    expect((await get('/api/wallpapers')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    const [metrics = ''] = /http:[^"]+\/metrics/.exec(server?.log() ?? '') ?? []
    expect(await (await fetch(metrics)).text()).toContain(
      'fresco_source_ready{source="cloudinary-mobile"} 1',
    )
  })
})
