/**
 * A script for a separate process, because it needs `--expose-gc`. It refreshes all image lists
 * many times and prints the heap's size in bytes before and after. Arguments: CLOUDINARY_URL and a
 * folder.
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
  // With a shorter interval, lists would arrive faster than the disk can write them and would fill
  // the memory.
  refreshMs: 50,
  log: { info: ignore, warn: ignore, error: ignore },
  random: Math.random,
  fetch: (...request) => {
    calls += 1
    return fetch(...request)
  },
})

const heapAfterRefreshes = async (count: number) => {
  // Each refresh makes three calls, one per list.
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
