import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../server/adapters/sample-pictures.ts'
import { startPlainFileServer } from '../tools/servers/plain-file-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { runExport } from './support/exported-site.ts'
import { look, waitForSupply } from './support/new-tab.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './support/test-browser.ts'

const sites = ['ant', 'bee'] as const

/** As GitHub Pages has the sites of one person. */
const exportSites = async (dir: string) => {
  const out = join(dir, 'sites')
  const server = await startPlainFileServer(out)
  for (const [site, name] of sites.entries()) {
    const folder = join(dir, name)
    await Promise.all([folder, join(out, name)].map((each) => mkdir(each, { recursive: true })))
    const pictures = Array.from({ length: 12 }, (_, at) =>
      plain(['#AA3322', '#2233AA'][site] ?? '', 640 + at, 400)
        .jpeg()
        .toFile(join(folder, `${name}-${at}.jpg`)),
    )
    await Promise.all(pictures)
    const to = { url: `${server.url}/${name}`, dataDir: join(dir, `data-${name}`) }
    const { code, text } = await runExport(folder, join(out, name), to)
    expect(code, text).toBe(0)
  }
  return server
}

describe.each(everyBrowser)('two exported sites of one origin in %s', (browserName) => {
  let dir: string
  let server: Awaited<ReturnType<typeof exportSites>>
  let browser: TestBrowser
  let isOpen = true
  const open = (name: string) => browser.open(`${server.url}/${name}/tab/`)

  beforeAll(async () => {
    dir = await makeTempDir('neighbors')
    server = await exportSites(dir)
    browser = await launchBrowser(browserName)
  })
  afterAll(async () => {
    await browser?.close()
    if (isOpen) await server?.close()
    await removeDir(dir)
  })

  it('each show their own pictures, and keep their own hearts', async () => {
    const hearted: string[] = []
    for (const name of sites) {
      const first = await open(name)
      await waitForSupply(first)
      await first.waitFor('navigator.serviceWorker.controller !== null')
      await first.close()
      const tab = await open(name)
      const { title } = await look(tab)
      expect(title.toLowerCase()).toContain(name)
      await tab.click('.heart')
      await tab.waitFor(`document.querySelector('.heart').ariaPressed === 'true'`)
      hearted.push(title)
      await waitForSupply(tab)
      await tab.close()
    }
    for (const [site, name] of sites.entries()) {
      const tab = await open(name)
      await look(tab)
      await tab.waitFor(`document.querySelector('.time') !== null`)
      await tab.press('ArrowLeft')
      await tab.waitFor(`document.querySelector('.title')?.textContent === '${hearted[site]}'`)
      await tab.waitFor(`document.querySelector('.heart').ariaPressed === 'true'`)
      await waitForSupply(tab)
      await tab.close()
    }
  })

  it('both open without the network', async () => {
    await server.close()
    isOpen = false
    for (const name of sites) {
      const tab = await open(name)
      expect((await look(tab)).title.toLowerCase()).toContain(name)
      await tab.close()
    }
  })
})
