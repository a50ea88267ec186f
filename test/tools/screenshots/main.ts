/**
 * `npm run screenshots`: the pictures of the stores' listings into `dist/store/`, and those of the README
 * into `docs/pictures/`. Taken again, they show the same wallpapers at the same time of day.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { launchChromium } from '../chromium.ts'
import { startServer } from '../start-server.ts'
import { folders, saveTile, size } from './save.ts'
import { takeExtension } from './take-extension.ts'
import { takeSite } from './take-site.ts'

const extension = resolve(import.meta.dirname, '../../../dist/chrome-mv3')

await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })))
const server = await startServer()
try {
  const browser = await launchChromium({ extensionDir: extension, viewport: size })
  try {
    await takeExtension(browser, server.url)
    await takeSite(browser.context, server.url)
  } finally {
    await browser.close()
  }
  await saveTile()
} finally {
  await server.stop()
}
