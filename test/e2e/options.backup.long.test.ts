import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings } from './support/new-tab.ts'
import { chromiumDir, fromPlaywright, launchBrowser } from './support/test-browser.ts'

declare const chrome: {
  permissions: { contains(permissions: object): Promise<boolean> }
  storage: Record<'local' | 'sync', { get(key: string | null): Promise<Record<string, unknown>> }>
}

/**
 * Chromium's limits for `storage.sync`: bytes per entry, bytes in total, and number of entries. An
 * entry's size is its key plus its value as JSON.
 */
const quota = { entry: 8_192, all: 102_400, entries: 512 }

const readLocal = async (page: Page) =>
  (await page.evaluate(() => chrome.storage.local.get('settings'))).settings
const readSynced = (page: Page) => page.evaluate(() => chrome.storage.sync.get(null))

const weigh = ([key, value]: [string, unknown]) =>
  Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value))

const lastChosen = {
  category: 'nature',
  rotation: 'day',
  greetingName: 'Ada',
  dim: 20,
  blur: 4,
  source: '@grace_h',
} as const

/** A backup file from an installation that uses another server. */
const elsewhere = {
  format: 'fresco-backup',
  version: 1,
  settings: {
    catalogues: ['https://walls.example'],
    category: 'art',
    rotation: 'day',
    blur: 4,
    source: '@ada_l',
  },
}

describe('settings in a backup file', () => {
  let chromium: ChromiumWithExtension
  let server: FakeCatalogue
  let folder: string
  let page: Page

  beforeAll(async () => {
    server = await startFakeCatalogue({ lists: { grace_h: ['fake-1'] } })
    folder = await makeTempDir('backup')
    chromium = await launchChromium({ extensionDir: chromiumDir })
    page = await chromium.openExtensionPage('options.html')
    await page.waitForSelector('h1')
    await keepSettings(fromPlaywright(page), { catalogues: [server.url], ...lastChosen })
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
    const before = { catalogues: [server.url], ...lastChosen }
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ settings: before })

    await page.click('label:has(input[value="hour"])')
    await page.click('label:has(input[value="tech"])')
    await expect
      .poll(() => readLocal(page))
      .toMatchObject({ rotation: 'hour', category: 'nature,tech' })
    await restore(path)
    await reportIs(/^Your settings are restored/)
    await expect.poll(() => readLocal(page)).toMatchObject(before)
    expect(await page.isChecked('input[value="day"]')).toBe(true)
    expect(await page.isChecked('input[value="nature"]')).toBe(true)
  })

  it('are in the browser’s sync too, within its limits', async () => {
    const blocked = Array.from({ length: 500 }, (_, at) => ({
      kind: 'wallpaper' as const,
      name: `wallpaper-with-a-long-name-${at}`,
      title: `Wallpaper ${at} that nobody wants to see again`,
    }))
    await keepSettings(fromPlaywright(page), { blocked, greetingName: 'Ada Lovelace' })
    const isSynced = async () => {
      const { 'settings/greetingName': name } = await readSynced(page)
      expect(name).toMatchObject({ value: 'Ada Lovelace' })
    }
    await vi.waitFor(isSynced, { timeout: 60_000, interval: 200 })
    const entries = Object.entries(await readSynced(page))
    expect(Object.fromEntries(entries)).toMatchObject({
      'settings/rotation': { value: 'day' },
      'settings/blur': { value: 4 },
    })
    const parts = entries.filter(([key]) => key.startsWith('settings/blocked/'))
    const synced = parts.flatMap(([, stamp]) => (stamp as { value: typeof blocked }).value)
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    // The expected entries after a sync. Synced titles are shortened, and every entry has the time
    // at which the person blocked it.
    const stamped = blocked.map((entry) => ({
      ...entry,
      title: entry.title.slice(0, 40),
      at: expect.any(Number),
    }))
    expect(synced.toSorted(byName)).toEqual(stamped.toSorted(byName))
    expect(await page.textContent('main')).not.toContain('too large for your browser’s sync')
    expect(entries.length).toBeLessThan(quota.entries)
    for (const entry of entries) expect(weigh(entry), entry[0]).toBeLessThan(quota.entry)
    expect(entries.map(weigh).reduce((a, b) => a + b)).toBeLessThan(quota.all)
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
      const read = () =>
        tab.evaluate(async () => (await chrome.storage.local.get('settings')).settings)
      const button = '[aria-labelledby=backup] .report + .row button'
      await tab.waitFor(
        `document.querySelector('${button}')?.textContent.includes('walls.example')`,
      )
      expect(await read()).toMatchObject({ category: 'art', source: 'all' })
      expect(await read()).not.toMatchObject({ catalogues: elsewhere.settings.catalogues })
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
