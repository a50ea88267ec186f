/**
 * Benchmark of large pictures that the background converts to the screen's size. It shows how long an open page of the
 * extension stands still meanwhile.
 * Run it with `npm run lab -- bench large-pictures [tag or commit]`, which also measures that version.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildExtension } from '../../../tools/build-extension.ts'
import { startFakeCatalogue } from '../../e2e/support/fake-catalogue.ts'
import { launchChromium } from '../../tools/browsers/chromium.ts'
import { launchFirefox } from '../../tools/browsers/firefox.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { buildOlder } from './newtab-builds.ts'

const [width, height] = [7680, 4320]
const settleMs = 3_000
const pollMs = 500
/** How many wallpapers the background stores for the next tabs. */
const pictureCount = 6
const screen = { width: 1920, height: 1080 }

const browsers = {
  chromium: { target: 'chrome', launch: launchChromium },
  firefox: { target: 'firefox', launch: launchFirefox },
} as const
type BrowserName = keyof typeof browsers

interface OpenPage {
  evaluate<T>(code: string): Promise<T>
}

/** A picture with clouds and grain, whose file is about as large as that of a photograph. */
const draw = async () => {
  const noise = (side: number, sigma: number) =>
    sharp({
      create: {
        width: side,
        height: Math.round((side * height) / width),
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .png()
      .toBuffer()
  const clouds = await sharp(await noise(48, 70))
    .resize(width, height, { kernel: 'cubic' })
    .png()
    .toBuffer()
  const grain = await noise(width, 12)
  return sharp(
    await sharp(clouds)
      .composite([{ input: grain, blend: 'soft-light' }])
      .png()
      .toBuffer(),
  )
}

/** Notes how long the page's thread was busy at a time. The function runs inside a page of the extension. */
const startPings = () => {
  const { port1, port2 } = new MessageChannel()
  const gaps: number[] = []
  let last = performance.now()
  port1.onmessage = () => {
    gaps.push(performance.now() - last)
    last = performance.now()
    if (sessionStorage.stops) sessionStorage.gaps = JSON.stringify(gaps.sort((a, b) => b - a))
    else port2.postMessage(0)
  }
  sessionStorage.clear()
  port2.postMessage(0)
}

/** Returns the longest stalls, as many as there were pictures, longest first. */
const stopPings = async (page: OpenPage) => {
  await page.evaluate('void (sessionStorage.stops = 1)')
  await sleep(pollMs)
  const gaps = await page.evaluate<number[]>(
    `JSON.parse(sessionStorage.gaps).slice(0, ${pictureCount})`,
  )
  return gaps.map(Math.round)
}

/** Counts the stored wallpapers of a server. The function runs inside a page of the extension. */
const countStored = (server: string): Promise<number> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const images = opening.result.transaction('images').objectStore('images')
      images.getAllKeys().onsuccess = ({ target }) => {
        const keys = (target as IDBRequest<string[]>).result
        resolve(keys.filter((key) => key.startsWith(server)).length)
      }
      opening.result.close()
    }
  })

const choose = (server: string) =>
  `chrome.storage.local.set(${JSON.stringify({ screen, settings: { catalogues: [server] } })})`

const measure = async (name: BrowserName, extensionDir: string, picture: Buffer) => {
  const server = await startFakeCatalogue({ picture })
  const count = `(${countStored})(${JSON.stringify(server.url)})`
  const browser = await browsers[name].launch({ extensionDir, viewport: screen })
  try {
    const page: OpenPage = await browser.openExtensionPage('options.html')
    await sleep(settleMs)
    await page.evaluate(`(${startPings})()`)
    await sleep(settleMs)
    const idle = await stopPings(page)
    await page.evaluate(`(${startPings})()`)
    await page.evaluate(choose(server.url))
    const startedAt = performance.now()
    while ((await page.evaluate<number>(count)) < pictureCount) await sleep(pollMs)
    const seconds = (performance.now() - startedAt) / 1_000
    const stalls = (await stopPings(page)).join(' ')
    return { 'stalls ms': stalls, 'idle ms': idle.join(' '), seconds: Number(seconds.toFixed(1)) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

const listBuilds = async (name: BrowserName, temp: string) => {
  const [older] = process.argv.slice(2)
  const builds = [{ version: 'this', dir: await buildExtension(browsers[name].target) }]
  if (older)
    builds.push({
      version: older,
      dir: await buildOlder(join(temp, name), older, browsers[name].target),
    })
  return builds
}

const temp = await makeTempDir('bench-large')
const drawn = await draw()
const pictures = {
  JPEG: await drawn.clone().jpeg({ quality: 82 }).toBuffer(),
  WebP: await drawn.clone().webp({ quality: 80, effort: 1 }).toBuffer(),
  AVIF: await drawn.clone().avif({ quality: 55, effort: 0 }).toBuffer(),
}
for (const browser of ['chromium', 'firefox'] as const) {
  for (const { version, dir } of await listBuilds(browser, temp)) {
    for (const [format, picture] of Object.entries(pictures)) {
      const mb = Number((picture.length / 1e6).toFixed(1))
      console.log({ browser, version, format, mb, ...(await measure(browser, dir, picture)) })
    }
  }
}
await removeDir(temp)
