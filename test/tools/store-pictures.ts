/** `npm run screenshots`: the pictures of the stores' listings, 1280 by 800, into `dist/store/`. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { type ChromiumWithExtension, launchChromium } from './chromium.ts'
import { startServer } from './start-server.ts'

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'dist/store')
const SIZE = { width: 1280, height: 800 }
/** The small tile that Chrome's store asks for. */
const TILE = { width: 440, height: 280 }
const SUPPLY_TIMEOUT_MS = 30_000
/** For what fades in. */
const SETTLE_MS = 800

/** The stores take no transparency, and like small files. */
const save = async (page: Page, name: string): Promise<void> => {
  await sleep(SETTLE_MS)
  const png = await page.screenshot()
  await sharp(png)
    .jpeg({ quality: 90 })
    .toFile(join(FOLDER, `${name}.jpg`))
  console.log(`dist/store/${name}.jpg`)
}

const chooseServer = (page: Page, server: string) =>
  page.evaluate((url) => chrome.storage.local.set({ settings: { server: url } }), server)

/** Opens tabs until one shows a wallpaper of the catalogue. */
const openSupplied = async (browser: ChromiumWithExtension): Promise<Page> => {
  const deadline = Date.now() + SUPPLY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const tab = await browser.openNewTab()
    await tab.waitForSelector('.bar')
    if (await tab.locator('.heart').count()) return tab
    await tab.close()
    await sleep(500)
  }
  throw new Error('No wallpaper came from the server')
}

const takePictures = async (browser: ChromiumWithExtension, server: string): Promise<void> => {
  const settings = await browser.openExtensionPage('options.html')
  await chooseServer(settings, server)
  for (const name of ['1-new-tab', '2-new-tab', '3-new-tab']) {
    const tab = await openSupplied(browser)
    await tab.click('.heart')
    await tab.mouse.move(640, 300)
    await save(tab, name)
  }
  await settings.reload()
  await save(settings, '4-settings')
  await save(await browser.openExtensionPage('welcome.html'), '5-welcome')
}

const makeTile = async (): Promise<void> => {
  const picture = join(ROOT, 'extension/public/wallpapers/alpine-dawn.jpg')
  const mark = await sharp(join(ROOT, 'extension/public/icon/128.png')).toBuffer()
  const ground = await sharp(picture).resize(TILE).toBuffer()
  await sharp(ground)
    .composite([{ input: mark }])
    .jpeg({ quality: 90 })
    .toFile(join(FOLDER, 'tile-440x280.jpg'))
  console.log('dist/store/tile-440x280.jpg')
}

await mkdir(FOLDER, { recursive: true })
const server = await startServer()
try {
  const extensionDir = join(ROOT, 'dist/chrome-mv3')
  const browser = await launchChromium({ extensionDir, viewport: SIZE })
  await takePictures(browser, server.url).finally(browser.close)
  await makeTile()
} finally {
  await server.stop()
}
