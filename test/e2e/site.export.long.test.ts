import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { landscape } from '../server/adapters/sample-pictures.ts'
import { crawlSite } from '../server/cli/export/crawl-site.ts'
import { readFiles } from '../server/cli/export/export-harness.ts'
import { openExportedSite } from './support/exported-site.ts'

const sample = resolve(import.meta.dirname, '../../server/sample')
const count = 1_000

/** Paints pictures of different sizes. Every tenth is large enough for smaller copies. */
const paintMany = async (dir: string) => {
  const categories = ['nature', 'art', 'città', 'night & day', '100% #1']
  const folders = categories.map((name) => join(dir, 'many', name))
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })))
  for (let at = 0; at < count; at++) {
    const width = at % 10 === 0 ? 1300 + at : 300 + at
    const file = join(folders[at % folders.length] ?? dir, `picture ${at}.jpg`)
    await landscape(width, 200 + (at % 7) * 40)
      .jpeg()
      .toFile(file)
  }
  return join(dir, 'many')
}

const sources = [
  { name: 'the sample catalogue', pictures: async () => sample },
  { name: 'a folder of 1,000 pictures', pictures: paintMany },
]

const halfAnHour = { timeout: 1_800_000 }

describe.each(sources)('the export of $name', halfAnHour, ({ name, pictures }) => {
  let site: Awaited<ReturnType<typeof openExportedSite>>
  beforeAll(async () => {
    site = await openExportedSite(pictures)
  }, 300_000)
  afterAll(() => site?.close())

  const timed = async (...run: Parameters<typeof site.run>) => {
    const startedAt = performance.now()
    const { text, code } = await site.run(...run)
    return { text, code, seconds: (performance.now() - startedAt) / 1000 }
  }
  const countFiles = () => readdir(site.out, { recursive: true }).then(({ length }) => length)

  it('continues after a kill, has the same bytes again, and makes nothing twice', async () => {
    const killed = await timed(site.out, async () => (await countFiles()) > 120)
    expect(killed.code).toBeNull()
    const rest = await timed()
    expect(rest.code, rest.text).toBe(0)
    expect(rest.text).toMatch(/: \d+ files written, (?!0 )\d+ unchanged, 0 deleted/)

    const whole = join(site.dir, 'whole')
    const first = await timed(whole, undefined, 'other')
    expect(first.text).toMatch(/: \d+ files written, 0 unchanged, 0 deleted/)
    expect(await readFiles(whole)).toEqual(await readFiles(site.out))

    const again = await timed(whole, undefined, 'other')
    expect(again.text).toMatch(/: 0 files written, \d+ unchanged, 0 deleted/)
    const [slow, fast] = [first, again].map(({ seconds }) => seconds.toFixed(1))
    console.log(`${name}: ${slow} s into an empty folder, ${fast} s without changes`)
  })

  it('has only links that lead to something', async () => {
    const { seen, problems, externals } = await crawlSite(site.server.url, site.server.url)
    expect(problems).toEqual([])
    console.log(`${name}: ${seen.size} addresses, and links to ${externals.join(', ')}`)
    const pages = [...seen].filter((path) => path.startsWith('/wallpaper/'))
    const index: unknown[] = await (await fetch(`${site.server.url}/index.json`)).json()
    expect(pages).toHaveLength(index.length)
  })
})
