import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiHost } from '../emulators/commons.ts'
import { type StaticHosts, startStaticHosts } from '../emulators/static-hosts.ts'
import { landscape } from '../server/adapters/sample-pictures.ts'
import { openExportedSite } from './support/exported-site.ts'
import { look, waitForDeck } from './support/new-tab.ts'
import { launchSiteBrowser, overflowOf, violationsOf } from './support/site.ts'
import { fromPlaywright, toFlags } from './support/test-browser.ts'

const phone = { width: 390, height: 844 }

describe('the new tab of an exported site without pictures, on a phone', () => {
  let site: Awaited<ReturnType<typeof openExportedSite>>
  let hosts: StaticHosts
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    site = await openExportedSite(async (dir) => {
      const folder = join(dir, 'pictures')
      await mkdir(folder)
      return folder
    })
    const { code, text } = await site.run()
    expect(code, text).toBe(0)
    hosts = await startStaticHosts()
    const content = await landscape(900, 1600).jpeg().toBuffer()
    const files = Array.from({ length: 40 }, (_, at) => ({
      title: `${at % 2 ? 'Glacier' : 'Ocean'} ${at}.jpg`,
      width: 4_000,
      height: 6_000,
      content,
    }))
    hosts.putCommons({ files })
    browser = await launchSiteBrowser(toFlags(hosts))
    page = await browser.newPage({ viewport: phone })
  })
  afterAll(async () => {
    await browser?.close()
    await hosts?.stop()
    await site?.close()
  })

  // Chromium also contacts its maker.
  const sent = () => hosts.requests.filter(({ host }) => host.endsWith('.wikimedia.org'))

  it('shows pictures of Wikimedia Commons once that is chosen, and asks nobody before', async () => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${site.server.url}/tab/`)
    const tab = fromPlaywright(page)
    expect(await look(tab)).toMatchObject({ isBuiltIn: true })
    await page.locator('.icon-button.sources').click()
    await page.getByLabel('Wikimedia Commons').waitFor()
    expect(sent()).toEqual([])
    await page.getByText('Wikimedia sees your IP address').waitFor()
    await page.getByLabel('Wikimedia Commons').check({ force: true })
    await page.getByLabel('Mountains').check({ force: true })
    await waitForDeck(
      tab,
      ({ upcoming, filters }) => filters.includes('mountains') && upcoming.length > 2,
    )
    expect(await violationsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.reload()
    const { title, isBuiltIn, notice } = await look(tab)
    expect({ isBuiltIn, notice }).toEqual({ isBuiltIn: false, notice: '' })
    expect(title).toMatch(/^Glacier/)
    expect(sent().filter(({ host }) => host === apiHost).length).toBeLessThanOrEqual(2)
    expect(problems).toEqual([])
  })
})
