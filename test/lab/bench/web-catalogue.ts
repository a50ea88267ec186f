/**
 * Benchmark of a large catalogue of plain files on the web. It shows what open and opening tabs wait for while the
 * background downloads and packs an index of 100,000 rows, and how much memory the extension's process takes at most.
 * Run it with `npm run lab -- bench web-catalogue [chromium|firefox]`. `ROWS=200000` makes a larger index.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { buildExtension } from '../../../tools/build-extension.ts'
import { launchChromium } from '../../tools/browsers/chromium.ts'
import { launchFirefox } from '../../tools/browsers/firefox.ts'
import { closeServer } from '../../tools/servers/sockets.ts'
import { makeLargeIndex } from './large-index.ts'
import { type OpenTab, openTab, toQuantile, watchExtensionProcess } from './open-tabs.ts'

const rowCount = Number(process.env.ROWS ?? 100_000)
const rounds = 3
const calmOpens = 15
const calmMs = 5_000
const betweenTabsMs = 500
const pollMs = 100
const screen = { width: 1920, height: 1080 }
const mb = 2 ** 20

const browsers = {
  chromium: { target: 'chrome', launch: launchChromium },
  firefox: { target: 'firefox', launch: launchFirefox },
} as const

/** Serves the same index in each folder, and no pictures. */
const startSite = async (index: Buffer) => {
  const packed = gzipSync(index)
  const server = createServer(({ url }, response) => {
    const isIndex = url?.endsWith('/index.json')
    response.writeHead(isIndex ? 200 : 404, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      ...(isIndex && { 'Content-Encoding': 'gzip' }),
    })
    response.end(isIndex ? packed : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) }
}

/** Notes the times between the frames of a page. The function runs inside a page of the extension. */
const startFrames = () => {
  const gaps: number[] = []
  let last = performance.now()
  const note = () => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  Object.assign(globalThis, { takeGaps: () => gaps.splice(0) })
}

const takeGaps = (page: OpenTab) => page.evaluate<number[]>('takeGaps()')

const showGaps = (gaps: readonly number[]) =>
  gaps
    .toSorted((a, b) => b - a)
    .slice(0, 5)
    .map(Math.round)
    .join(' ')

const choose = (catalogues: readonly string[]) =>
  `chrome.storage.local.set(${JSON.stringify({ settings: { catalogues } })})`

/** Whether the catalogue is stored. The function runs inside a page of the extension. */
const isStored = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco-catalogues')
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const states = opening.result.transaction('states').objectStore('states')
      states.getKey(name).onsuccess = ({ target }) =>
        resolve((target as IDBRequest).result !== undefined)
      opening.result.close()
    }
  })

const measure = async (name: keyof typeof browsers, site: string) => {
  const { target, launch } = browsers[name]
  const extensionDir = await buildExtension(target)
  const browser = await launch({ extensionDir, viewport: screen })
  try {
    const page: OpenTab = await browser.openExtensionPage('options.html')
    await page.evaluate(choose([]))
    const calm: number[] = []
    for (let open = 0; open < calmOpens; open++) {
      calm.push(await openTab(browser))
      await sleep(betweenTabsMs)
    }
    const shown: OpenTab = await browser.openNewTab()
    await shown.evaluate(`(${startFrames})()`)
    await sleep(calmMs)
    const idle = await takeGaps(shown)
    const extension = await watchExtensionProcess()
    const before = await extension.start()
    const load = async (round: number, meanwhile: () => Promise<unknown>) => {
      const catalogue = `${site}/${round}/index.json`
      await shown.evaluate(choose([catalogue]))
      while (!(await shown.evaluate(`(${isStored})(${JSON.stringify(catalogue)})`)))
        await meanwhile()
    }
    const gaps: number[] = []
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await takeGaps(shown)
      const startedAt = performance.now()
      await load(round, () => sleep(pollMs))
      times.push((performance.now() - startedAt) / 1_000)
      gaps.push(...(await takeGaps(shown)))
      await sleep(calmMs)
    }
    const peak = await extension.readPeak()
    // Tabs that open take frames and memory, so these are rounds of their own.
    const busy: number[] = []
    for (let round = rounds; round < 2 * rounds; round++) {
      await load(round, async () => busy.push(await openTab(browser)))
      await sleep(calmMs)
    }
    return {
      browser: name,
      seconds: toQuantile(times, 0.5),
      'idle gaps ms': showGaps(idle),
      'gaps ms': showGaps(gaps),
      'new tabs ms': `${toQuantile(calm, 0.5)} (p95 ${toQuantile(calm, 0.95)})`,
      'meanwhile ms': `${toQuantile(busy, 0.5)} (p95 ${toQuantile(busy, 0.95)}, ${busy.length} tabs)`,
      'MB before': Math.round(before / mb),
      'MB at most': Math.round(peak / mb),
    }
  } finally {
    await browser.close()
  }
}

const index = Buffer.concat(await makeLargeIndex(rowCount))
console.log(`${rowCount} rows, ${Math.round(index.length / mb)} MB`)
const site = await startSite(index)
for (const name of ['chromium', 'firefox'] as const)
  if (!process.argv[2] || process.argv[2] === name) console.table([await measure(name, site.url)])
await site.stop()
