/**
 * A script for a separate process, because it needs `--expose-gc`. It reads a repository with
 * constantly new commits and prints the heap's size in bytes before and after. Arguments: the
 * emulator's address, its token and a folder.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createStoredDocuments } from '../../../../server/adapters/disk/snapshots.ts'
import { createGithubSource } from '../../../../server/adapters/github/source.ts'
import { systemTiming } from '../../../../server/adapters/system-timing.ts'
import { createCatalogueBuilder } from '../../../../server/adapters/threads/catalogue-builder.ts'
import { createCatalogueStore } from '../../../../server/catalogue/catalogue-store.ts'

const [, , apiUrl, token = '', folder = ''] = process.argv
const ignore = () => undefined
const source = createGithubSource({
  owner: 'octo',
  repo: 'wallpapers',
  ref: 'HEAD',
  filesUrl: undefined,
  token,
  apiUrl,
})
let refreshes = 0
const store = createCatalogueStore({
  source: {
    name: source.name,
    read: async (version, signal) => {
      const document = await source.read(version, signal)
      refreshes += 1
      return document
    },
  },
  shelf: createStoredDocuments({ folder, name: 'github', settings: [] }),
  build: createCatalogueBuilder(),
  publicUrl: 'http://wallpapers.test',
  refreshMs: 50,
  ...systemTiming,
  log: { info: ignore, warn: ignore, error: ignore },
})

const heapAfterRefreshes = async (count: number) => {
  const enough = refreshes + count
  while (refreshes < enough) await sleep(5)
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

await store.start()
// Waits until replaced catalogues are closed. The server keeps them open for ten seconds.
await sleep(12_000)
const before = await heapAfterRefreshes(20)
const after = await heapAfterRefreshes(100)
const { failing } = store.state()
store.stop()
console.log(JSON.stringify({ before, after, failing }))
