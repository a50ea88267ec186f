/**
 * Benchmark of the memory of open tabs. It opens 1, 10 and 30 tabs with wallpapers of each source, and prints the memory
 * of the whole browser (PSS without the program's files) and of each further tab, and the processor time that all tabs
 * take while nobody uses them. Then it opens 30 tabs at once, and prints how many different pictures they show. All pictures
 * but the built-in ones are the same photograph of 1920 × 1080, in files that differ. The first two rows are pages that do as
 * little as possible. The extension's worker is stopped before each reading. Only Linux has these numbers.
 *
 * `npm run lab -- bench tabs` takes about 25 minutes, also on a busy machine. `npm run lab -- bench tabs server` measures
 * one source. `OLDER=v1.2.0` measures a tag or commit. Some of these read the setting `catalogues`, which is gone.
 */
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildExtension } from '../../../tools/build-extension.ts'
import { startFakeCatalogue } from '../../e2e/support/fake-catalogue.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { type BareChromium, launchBareChromium } from './bare-chromium.ts'
import { readCpu, readMemory } from './browser-memory.ts'
import { buildOlder, writeFloors } from './newtab-builds.ts'
import { importPictures, startSite, supply } from './newtab-sources.ts'

const counts = [1, 10, 30]
const most = Math.max(...counts)
const screen = { width: 1920, height: 1080 }
const webRows = 1_000
// The background downloads the next wallpaper meanwhile.
const betweenTabsMs = 1_500
const settleMs = 6_000
const idleMs = 30_000
const mb = 2 ** 20
const sample = resolve(import.meta.dirname, '../../../server/sample/main/bridge-in-mist.jpg')

interface Source {
  dir: string
  /** Prepares the source and resolves to the settings that choose it. */
  choose?: (browser: BareChromium) => Promise<object>
}

const openTabs = async (browser: BareChromium) => {
  const memory: number[] = []
  const tabs: string[] = []
  while (tabs.length < most) {
    tabs.push(await browser.openNewTab())
    await sleep(betweenTabsMs)
    if (!counts.includes(tabs.length)) continue
    await browser.stopWorkers()
    await sleep(settleMs)
    memory.push(await readMemory())
  }
  return { memory, tabs }
}

const pictureOf = `(async () => {
  const { src } = document.querySelector('#wallpaper')
  const bytes = await (await fetch(src)).arrayBuffer()
  return new URL(src).protocol + new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
})()`

const readIdle = async () => {
  // The browser stays busy for a minute after the last tab has opened.
  await sleep(3 * idleMs)
  const before = await readCpu()
  await sleep(idleMs)
  return Math.round(((await readCpu()) - before) / (idleMs / 10_000)) / 10
}

/** How many of the tabs show a picture of the source, and how many different ones, when all open at once. */
const openAtOnce = async (browser: BareChromium) => {
  await browser.closeAll()
  const tabs = await Promise.all(Array.from({ length: most }, () => browser.openNewTab()))
  await sleep(4 * settleMs)
  const shown = await Promise.all(tabs.map((tab) => browser.evaluate<string>(tab, pictureOf)))
  const ofSource = shown.filter((one) => /^(blob|data):/.test(one))
  return `${new Set(ofSource).size} of ${ofSource.length}`
}

const measure = async (name: string, { dir, choose }: Source) => {
  const browser = await launchBareChromium({ extensionDir: dir, ...screen })
  try {
    await supply(browser, await choose?.(browser))
    await browser.closeAll()
    const { memory, tabs } = await openTabs(browser)
    const [first = 0] = memory
    const addresses = await Promise.all(
      tabs.map((tab) => browser.evaluate<string>(tab, `document.querySelector('#wallpaper').src`)),
    )
    const idle = await readIdle()
    const atOnce = choose ? await openAtOnce(browser) : ''
    const shown = addresses.filter((address) => /^(blob|data):/.test(address) || !choose).length
    return {
      'wallpapers of': name,
      ...Object.fromEntries(counts.map((count, at) => [`MB with ${count}`, toMb(memory[at] ?? 0)])),
      'MB per further tab': toMb(((memory.at(-1) ?? 0) - first) / (most - 1)),
      'tabs that show one': `${shown} of ${most}`,
      'idle ms/s': idle,
      'different at once': atOnce,
    }
  } finally {
    await browser.close()
  }
}

const toMb = (bytes: number) => Number((bytes / mb).toFixed(1))

const temp = await makeTempDir('bench-tabs')
const noise = { type: 'gaussian', mean: 128, sigma: 45 } as const
// Without the grain of a photograph, the file would have a fifth of its usual size.
const grain = sharp({ create: { ...screen, channels: 3, background: '#000', noise } }).png()
const picture = await sharp(sample)
  .resize({ ...screen, fit: 'cover' })
  .composite([{ input: await grain.toBuffer(), blend: 'soft-light' }])
  .jpeg({ quality: 85 })
  .toBuffer()
console.log(`A picture has ${Math.round(picture.length / 1000)} kB.`)
const site = await startSite(picture, webRows)
const server = await startFakeCatalogue({ picture, size: 200 })
const floors = await writeFloors(join(temp, 'floors'), picture)
const { OLDER } = process.env
const dir = OLDER ? await buildOlder(join(temp, 'older'), OLDER) : await buildExtension('chrome')
const sources: Record<string, Source> = {
  packaged: { dir: floors.packaged },
  'indexed-db': { dir: floors.indexedDb },
  'built-in': { dir },
  server: { dir, choose: async () => ({ sources: [server.url], catalogues: [server.url] }) },
  own: {
    dir,
    choose: (browser) =>
      importPictures(browser, {
        picture: `${site.url}/main/picture.jpg`,
        screen,
        count: most + 15,
      }),
  },
  web: { dir, choose: async () => ({ sources: [`${site.url}/index.json`] }) },
}
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in sources))
if (unknown)
  throw new Error(
    `Unknown source '${unknown}'. Expected one of: ${Object.keys(sources).join(', ')}`,
  )
const rows: object[] = []
for (const [name, source] of Object.entries(sources)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  rows.push(await measure(name, source))
  console.table(rows)
}
await Promise.all([site.stop(), server.stop(), removeDir(temp)])
