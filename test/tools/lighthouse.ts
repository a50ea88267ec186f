/**
 * Measures the site's pages with Lighthouse, as a phone and as a desktop.
 * Run it with `npm run lighthouse`, or `npm run lighthouse -- /docs` for one page.
 * Prints four scores of 0 to 100 for each page and device. A page takes about two minutes.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findChromium } from './browsers/find-browser.ts'
import { startServer } from './servers/start-server.ts'
import { makeTempDir, removeDir } from './temp-dir.ts'

/**
 * npx downloads Lighthouse on demand, because the package is too large for a dependency (176 MB).
 */
const lighthouse = 'lighthouse@13.5.0'
const timeoutMs = 300_000

export const lighthousePages = ['/', '/?category=nature', '/wallpaper/alpine-dawn']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const forms = { phone: [], desktop: ['--preset=desktop'] } as const

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
})

export type Scores = Record<string, Record<string, number>>

export const measurePages = async (
  report: (line: string) => void,
  pages: readonly string[] = lighthousePages,
): Promise<Scores> => {
  const server = await startServer()
  try {
    return await measureSite(server.url, pages, report)
  } finally {
    await server.stop()
  }
}

export const measureSite = async (
  site: string,
  pages: readonly string[],
  report: (line: string) => void,
): Promise<Scores> => {
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
        scores[`${page} on a ${form}`] = measured
        report(`${page} on a ${form}: ${JSON.stringify(measured)}`)
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , ...asked] = process.argv
  await measurePages(console.log, asked.length > 0 ? asked : undefined)
}
