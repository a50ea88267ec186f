/**
 * Benchmark of an import of own pictures: how long it takes, how much memory the browser takes at most, and how
 * long new tabs take meanwhile. Its files are like photographs of 12 megapixels and 4 MB.
 * Other programs change the times of new tabs more than an import does. Therefore every second tab opens while the import
 * pauses, and some pictures are imported without new tabs.
 * Run it with `npm run lab -- bench own-pictures [chromium|firefox]`. `PICTURES=50` imports 50 pictures instead of 300.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildExtension } from '../../../tools/build-extension.ts'
import { launchChromium } from '../../tools/browsers/chromium.ts'
import { launchFirefox } from '../../tools/browsers/firefox.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { type OpenTab, openTab, readMemory, toQuantile, until } from './open-tabs.ts'

const pictureCount = Number(process.env.PICTURES ?? 300)
const warmUpCount = 20
// So many pictures are imported without new tabs.
const aloneCount = Math.round(pictureCount / 5)
const [width, height] = [4000, 3000]
const photoBytes = 4_000_000
const differentPictures = 12
const screen = { width: 1920, height: 1080 }
// In a pause, an import ends the work that it has begun.
const pauseMs = 1_500
const betweenTabsMs = 2_500
const mb = 2 ** 20

/** Draws soft shapes with grain, with the quality at which the file has the size of a photograph. */
const draw = async (at: number): Promise<Buffer> => {
  const noise = (sizes: { width: number; height: number }, sigma: number) =>
    sharp({
      create: {
        ...sizes,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
  const clouds = await noise({ width: 24 + at, height: 18 + at }, 70)
    .png()
    .toBuffer()
  const grain = await noise({ width, height }, 10).png({ compressionLevel: 1 }).toBuffer()
  const drawn = await sharp(clouds)
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  const encode = (quality: number) =>
    sharp(drawn, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
  let [low, high] = [50, 98]
  while (high - low > 2) {
    const middle = Math.round((low + high) / 2)
    if ((await encode(middle)).length > photoBytes) high = middle
    else low = middle
  }
  return encode(high)
}

/** Adds a comment (ITU T.81 B.2.4.5), so that two files of the same picture are not taken for one. */
const comment = (jpeg: Buffer, number: number): Buffer => {
  const text = Buffer.from(String(number).padStart(6, '0'))
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}

const writeFiles = async (dir: string, count: number): Promise<string[]> => {
  const drawn: Buffer[] = []
  for (let at = 0; at < Math.min(differentPictures, count); at++) drawn.push(await draw(at))
  const files = Array.from({ length: count }, (_, at) => join(dir, `photo-${at}.jpg`))
  for (const [at, file] of files.entries())
    await writeFile(file, comment(drawn[at % drawn.length] ?? Buffer.of(), at))
  return files
}

interface OpenBrowser {
  openNewTab(): Promise<OpenTab>
  pictures: OpenTab
  choose(files: readonly string[]): Promise<void>
  close(): Promise<void>
}

const startChromium = async (): Promise<OpenBrowser> => {
  const extensionDir = await buildExtension('chrome')
  const browser = await launchChromium({ extensionDir, viewport: screen })
  const page = await browser.openExtensionPage('pictures.html')
  return {
    openNewTab: browser.openNewTab,
    pictures: page,
    choose: (files) => page.setInputFiles('input.files', [...files]),
    close: browser.close,
  }
}

const startFirefox = async (): Promise<OpenBrowser> => {
  const extensionDir = await buildExtension('firefox')
  const browser = await launchFirefox({ extensionDir, viewport: screen })
  const page = await browser.openExtensionPage('pictures.html')
  return {
    openNewTab: browser.openNewTab,
    pictures: page,
    choose: (files) => page.setFiles('input.files', files),
    close: browser.close,
  }
}

const browsers = { chromium: startChromium, firefox: startFirefox }

const isImporting = `Boolean(document.querySelector('progress'))`
const readStatus = `document.querySelector('.import-status').textContent`
const isReady = `Boolean(document.querySelector('input.files'))`
const chooseNothing = `chrome.storage.local.set({ settings: { catalogues: [] } })`
const countUpcoming = `new Promise((resolve) => {
  const opening = indexedDB.open('fresco')
  opening.onsuccess = () => {
    const reading = opening.result.transaction('deck').objectStore('deck').get('deck')
    reading.onsuccess = () => resolve(reading.result?.upcoming.length ?? 0)
    opening.result.close()
  }
})`

const supply = async ({ pictures, choose, openNewTab }: OpenBrowser, files: readonly string[]) => {
  await until(() => pictures.evaluate<boolean>(isReady))
  await pictures.evaluate(chooseNothing)
  await choose(files)
  await until(async () => (await pictures.evaluate<string>(readStatus)).includes('added'))
  const tab = await openNewTab()
  await until(async () => (await tab.evaluate<number>(countUpcoming)) >= 6)
  await tab.close()
}

const pause = `new Promise((isPaused) => {
  void navigator.locks.request('fresco:tab-opens', () => new Promise((release) => {
    globalThis.resume = release
    isPaused()
  }))
})`
const resume = 'globalThis.resume()'

const timeImport = async ({ pictures, choose }: OpenBrowser, files: readonly string[]) => {
  const startedAt = performance.now()
  await choose(files)
  await until(() => pictures.evaluate<boolean>(isImporting))
  await until(async () => !(await pictures.evaluate<boolean>(isImporting)))
  return performance.now() - startedAt
}

const measure = async (name: keyof typeof browsers, files: readonly string[]) => {
  const browser = await browsers[name]()
  const { pictures } = browser
  try {
    await supply(browser, files.slice(0, warmUpCount))
    const before = await readMemory()
    let most = before
    const alone = files.slice(warmUpCount, warmUpCount + aloneCount)
    const aloneMs = await timeImport(browser, alone)
    await browser.choose(files)
    await until(() => pictures.evaluate<boolean>(isImporting))
    const calm: number[] = []
    const busy: number[] = []
    while (await pictures.evaluate<boolean>(isImporting)) {
      busy.push(await openTab(browser))
      await sleep(betweenTabsMs)
      // This takes up to half a second of a core, so no tab opens meanwhile.
      most = Math.max(most, await readMemory())
      await pictures.evaluate(pause)
      await sleep(pauseMs)
      calm.push(await openTab(browser))
      await pictures.evaluate(resume)
      await sleep(betweenTabsMs)
    }
    const [calmMs, busyMs] = [toQuantile(calm, 0.5), toQuantile(busy, 0.5)]
    return {
      browser: name,
      'ms a picture': Math.round(aloneMs / aloneCount),
      'MB before': Math.round(before / mb),
      'MB at most': Math.round(most / mb),
      'tabs in a pause ms': `${calmMs} (p95 ${toQuantile(calm, 0.95)}, ${calm.length} tabs)`,
      'tabs meanwhile ms': `${busyMs} (p95 ${toQuantile(busy, 0.95)}, ${busy.length} tabs)`,
      ratio: Number((busyMs / calmMs).toFixed(2)),
      status: await pictures.evaluate<string>(readStatus),
    }
  } finally {
    await browser.close()
  }
}

const temp = await makeTempDir('bench-own')
const files = await writeFiles(temp, warmUpCount + pictureCount)
const bytes = (await Promise.all(files.map((file) => readFile(file)))).map(({ length }) => length)
console.log(`${files.length} files, ${toQuantile(bytes, 0.5) / 1e6} MB each (median)`)
for (const name of ['chromium', 'firefox'] as const)
  if (!process.argv[2] || process.argv[2] === name) console.table([await measure(name, files)])
await removeDir(temp)
