/**
 * `npm run screenshots` takes the screenshots for the extension stores and the README.
 * Every run shows the same wallpapers at the same time of day.
 * Prints the path of each file. Pictures for the stores are saved in `dist/store/`, and pictures
 * for the README in `docs/pictures/`.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BrowserContext } from 'playwright'
import { launchChromium } from '../../test/tools/browsers/chromium.ts'
import { startServer } from '../../test/tools/servers/start-server.ts'
import { folders, saveForReadme, saveTile, size } from './save.ts'
import { takeExtension } from './take-extension.ts'

const extension = resolve(import.meta.dirname, '../../dist/chrome-mv3')

/**
 * The pages to photograph. `scroll` skips the picture at the top of a page, because it changes
 * daily.
 */
const pages = [
  { name: 'site', path: '/#wallpapers', scroll: 0 },
  { name: 'wallpaper', path: '/wallpaper/desert-pavilion', scroll: 470 },
  { name: 'docs', path: '/docs#getWallpaper', scroll: 0 },
] as const

const takeSite = async (context: BrowserContext, server: string): Promise<void> => {
  for (const { name, path, scroll } of pages) {
    const page = await context.newPage()
    await page.goto(server + path, { waitUntil: 'networkidle' })
    await page.mouse.wheel(0, scroll)
    await saveForReadme(page, name)
    await page.close()
  }
}

await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })))
const server = await startServer()
const browser = await launchChromium({ extensionDir: extension, viewport: size })
await takeExtension(browser, server.url)
await takeSite(browser.context, server.url)
await browser.close()
await saveTile()
await server.stop()
