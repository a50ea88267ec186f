import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makeResources } from '../../../emulators/cloudinary.ts'
import { openCloudinary } from './harness.ts'

const script = fileURLToPath(new URL('./refreshes.ts', import.meta.url))

it('createCloudinaryImageHost keeps no memory and no connection over 100 refreshes', async () => {
  const { emulator, snapshotsDir, close } = await openCloudinary()
  emulator.resources = makeResources(150)
  const run = promisify(execFile)(
    process.execPath,
    ['--expose-gc', script, emulator.cloudinaryUrl, snapshotsDir],
    { timeout: 120_000 },
  )
  let mostConnections = 0
  const watch = setInterval(async () => {
    mostConnections = Math.max(mostConnections, await emulator.connections())
  }, 20)
  const { before, after, calls, failing } = JSON.parse((await run).stdout)
  clearInterval(watch)
  await close()
  expect(failing).toBe(false)
  expect(calls).toBeGreaterThanOrEqual(360)
  expect(after - before).toBeLessThan(5_000_000)
  // Each list may have one open connection. A few more may be closing at the same moment.
  expect(mostConnections).toBeGreaterThan(0)
  expect(mostConnections).toBeLessThan(10)
}, 150_000)
