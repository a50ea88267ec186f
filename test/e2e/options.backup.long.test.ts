import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, readSettings } from './support/new-tab.ts'
import { chromiumDir, fromPlaywright, launchBrowser } from './support/test-browser.ts'

const lastChosen = {
  category: 'nature',
  rotation: 'day',
  greetingName: 'Ada',
  dim: 20,
  blur: 4,
} as const

const elsewhere = {
  format: 'fresco-backup',
  version: 1,
  settings: {
    sources: ['https://walls.example'],
    category: 'art',
    rotation: 'day',
    blur: 4,
  },
}

describe('settings in a backup file', () => {
  let chromium: ChromiumWithExtension
  let server: FakeCatalogue
  let folder: string
  let page: Page

  beforeAll(async () => {
    server = await startFakeCatalogue()
    folder = await makeTempDir('backup')
    chromium = await launchChromium({ extensionDir: chromiumDir })
    page = await chromium.openExtensionPage('options.html')
    await page.waitForSelector('h1')
    await keepSettings(fromPlaywright(page), { sources: [server.url], ...lastChosen })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.stop()
    if (folder) await removeDir(folder)
  })

  const save = async (): Promise<string> => {
    const saving = page.waitForEvent('download')
    await page.click('section[aria-labelledby=backup] button:first-child')
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^fresco-\d{4}-\d\d-\d\d\.json$/)
    const path = join(folder, download.suggestedFilename())
    await download.saveAs(path)
    return path
  }
  const restore = (path: string) =>
    page.setInputFiles('section[aria-labelledby=backup] input[type=file]', path)
  const reportIs = (pattern: RegExp) =>
    expect.poll(() => page.textContent('section[aria-labelledby=backup] .report')).toMatch(pattern)

  it('are saved, and restored after they were changed', async () => {
    await page.reload()
    await page.waitForSelector('h1')
    const path = await save()
    const before = { sources: [server.url], ...lastChosen }
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ settings: before })

    await page.click('label:has(input[value="hour"])')
    await page.click('label:has(input[value="tech"])')
    await expect
      .poll(() => readSettings(fromPlaywright(page)))
      .toMatchObject({ rotation: 'hour', category: 'nature,tech' })
    await restore(path)
    await reportIs(/^Your settings are restored/)
    await expect.poll(() => readSettings(fromPlaywright(page))).toMatchObject(before)
    expect(await page.isChecked('input[value="day"]')).toBe(true)
    expect(await page.isChecked('input[value="nature"]')).toBe(true)
  })
})

describe('settings in a backup file, in Firefox', () => {
  it('use another server after a click, which Firefox requires for a permission', async () => {
    const browser = await launchBrowser('firefox')
    try {
      const tab = await browser.openOptions()
      await tab.waitFor(`document.querySelector('[type=file]')`)
      await tab.evaluate((text: string) => {
        const files = new DataTransfer()
        files.items.add(new File([text], 'fresco.json', { type: 'application/json' }))
        const input = document.querySelector<HTMLInputElement>('[type=file]')
        if (!input) return
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }, JSON.stringify(elsewhere))
      const read = () => readSettings(tab)
      const button = '[aria-labelledby=backup] .report + .row button'
      await tab.waitFor(
        `document.querySelector('${button}')?.textContent.includes('walls.example')`,
      )
      expect(await read()).toMatchObject({ category: 'art' })
      expect(await read()).not.toMatchObject({ sources: elsewhere.settings.sources })
      await tab.click(button)
      await expect.poll(read).toMatchObject(elsewhere.settings)
      const access = { origins: ['https://walls.example/*'] }
      expect(
        await tab.evaluate((wanted: object) => chrome.permissions.contains(wanted), access),
      ).toBe(true)
    } finally {
      await browser.close()
    }
  })
})
