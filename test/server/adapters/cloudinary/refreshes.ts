/**
 * Refreshes all lists many times and prints the bytes of heap in use before and after. It is a separate process
 * because it needs `--expose-gc`. Arguments: CLOUDINARY_URL, a folder.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createCloudinaryImageHost } from '../../../../server/adapters/cloudinary/image-host.ts'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'

const [, , cloudinaryUrl, snapshotsDir = ''] = process.argv
const ignore = () => undefined
let calls = 0
const host = createCloudinaryImageHost({
  account: cloudinaryUrlSchema.parse(cloudinaryUrl),
  snapshotsDir,
  // With shorter pauses, lists would pile up in memory while they wait for the disk.
  refreshMs: 50,
  log: { info: ignore, warn: ignore, error: ignore },
  random: Math.random,
  fetch: (...request) => {
    calls += 1
    return fetch(...request)
  },
})

const heapAfterRefreshes = async (count: number) => {
  // Three lists make one refresh.
  const enough = calls + 3 * count
  while (calls < enough) await sleep(5)
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

await host.start()
const before = await heapAfterRefreshes(20)
const after = await heapAfterRefreshes(100)
const states = Object.values(host.sources())
host.stop()
console.log(JSON.stringify({ before, after, calls, failing: states.some((each) => each.failing) }))
