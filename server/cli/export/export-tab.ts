import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { listSeeded } from '../../../shared/catalogue/seeded-order.ts'
import { toDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { fixedSeed } from '../../web/home/results.ts'
import { contentSecurityPolicy } from '../../web/tab-routes.ts'
import type { OutputFolder } from './output-folder.ts'

interface TabDeps {
  /** The built page. */
  exportedTabDir: string
  catalogue: Catalogue
  urls: WallpaperUrls
  output: OutputFolder
  signal: AbortSignal
}

const perPart = 50

/**
 * Writes the new tab as a web page, and the wallpapers in parts in a mixed order. The page reads one part at a time,
 * because the index of a large catalogue has many megabytes.
 */
export const exportTab = async ({ exportedTabDir, catalogue, urls, output, signal }: TabDeps) => {
  const pool = catalogue.pool({})
  const parts = Math.ceil(pool.size / perPart)
  for (let part = 0; part < parts; part++) {
    signal.throwIfAborted()
    const place = { seed: fixedSeed, start: part * perPart, count: perPart }
    const wallpapers = listSeeded(catalogue, pool, place).map(catalogue.at)
    const items = wallpapers.map((each) => ({
      ...toDetail(each, urls),
      renditions: urls.copies(each),
    }))
    await output.write(`api/wallpapers/${part + 1}.json`, JSON.stringify(items))
  }
  const entries = await readdir(exportedTabDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const file = relative(exportedTabDir, path).replaceAll(sep, '/')
    const change = changes[file]
    const content = await readFile(path)
    await output.write(`tab/${file}`, change ? change(String(content), parts) : content)
  }
}

const changes: Readonly<Record<string, (text: string, parts: number) => string>> = {
  'index.html': (text, parts) =>
    text
      .replace('<html', `<html data-parts="${parts}"`)
      .replace(
        /<meta charset[^>]*>/,
        `$&\n    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`,
      ),
  // The worker stores the page again if its version is another one.
  'service-worker.js': (text, parts) => text.replace(/version = '[^']*/, `$&-${parts}`),
}
