import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { exportPictures } from './support/exported-site.ts'
import { look, paste, readSettings } from './support/new-tab.ts'
import { signUp } from './support/site.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './support/test-browser.ts'

describe.each(everyBrowser)('a link that is pasted on a new tab in %s', (name) => {
  let server: RunningServer
  let site: Awaited<ReturnType<typeof exportPictures>>
  let browser: TestBrowser
  beforeAll(async () => {
    server = await startServer()
    const ada = await signUp(server.url, 'ada', 'Ada')
    await ada.heart('paper-hills')
    site = await exportPictures()
    await site.run()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await site?.close()
  })

  const pasteAndAgree = async (link: string) => {
    const tab = await browser.openNewTab()
    await look(tab)
    await tab.evaluate(paste, link)
    await tab.waitFor(`location.pathname === '/show.html' && document.querySelector('.found img')`)
    await tab.click('.found .row button:nth-of-type(2)')
    await tab.waitFor(`location.pathname === '/newtab.html'`)
    const settings = await readSettings(tab)
    await tab.close()
    return settings?.sources
  }
  const readTitle = async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    const title = await tab.evaluate(`document.querySelector('.title').textContent`)
    await tab.close()
    return title
  }

  it('shows the favorites of somebody after two clicks', async () => {
    const page = await browser.open(`${server.url}/share/ada`)
    await page.click('[data-show]')
    await page.waitFor(
      `document.querySelector('.show .hint').textContent.endsWith('paste the link.')`,
    )
    await page.close()
    expect(await pasteAndAgree(`${server.url}/share/ada`)).toEqual([`from=ada+${server.url}`])
    await expect.poll(readTitle).toBe('Paper Hills')
  })

  it('shows the favorites in a link of an exported site', async () => {
    const { url } = site.server
    expect(await pasteAndAgree(`${url}/favorites/#lagoon,tower`)).toEqual([
      `ids=lagoon%2Ctower+${url}/index.json`,
    ])
    await expect.poll(readTitle).toMatch(/Lagoon|Tower/)
  })
})
