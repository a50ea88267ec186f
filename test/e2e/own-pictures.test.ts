import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inLongRun, isLongRun } from '../long-run.ts'
import { firstHalf } from '../server/adapters/sample-pictures.ts'
import { type ChromiumWithExtension, launchChromium } from '../tools/browsers/chromium.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { listViolations } from './support/accessibility.ts'
import { keepSettings, look, readSettings, waitForDeck } from './support/new-tab.ts'
import {
  chromiumDir,
  fromPlaywright,
  type TestBrowser,
  toTestBrowser,
} from './support/test-browser.ts'

/** Writes pictures in different colors. Every second one is dark, and every fifth one is upright. */
const writePictures = async (dir: string, count: number, size = 480): Promise<string[]> => {
  await mkdir(dir, { recursive: true })
  const [long, short] = [size, Math.round(size * 0.75)]
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const canvas = { width: long, height: long, channels: 3, background: '#000', noise } as const
  const grain = await sharp({ create: canvas }).raw().toBuffer()
  const write = async (_: unknown, at: number) => {
    const [width, height] = at % 5 ? [long, short] : [short, long]
    const file = join(dir, `photo-${String(at).padStart(3, '0')}.jpg`)
    await sharp(grain, { raw: { width: long, height: long, channels: 3 } })
      .resize(width, height, { fit: 'cover' })
      .linear([0.2, 0.2, 0.2], at % 2 ? [200, 200 - at, 200] : [10, at, 10])
      .jpeg({ quality: 92 })
      .toFile(file)
    return file
  }
  return Promise.all(Array.from({ length: count }, write))
}

const tiles = '.tiles li'
const photos = isLongRun ? 20 : 8

describe('the page of the own pictures', () => {
  let dir: string
  let profile: string
  let browser: ChromiumWithExtension
  let tabs: TestBrowser
  let page: Page

  const launch = async () => {
    browser = await launchChromium({ extensionDir: chromiumDir, userDataDir: profile })
    tabs = toTestBrowser(browser)
    page = await browser.openExtensionPage('pictures.html')
  }
  const waitForSources = (sources: string[]) =>
    expect.poll(() => readSettings(fromPlaywright(page))).toMatchObject({ sources })
  const status = () => page.textContent('.import-status')
  const waitForStatus = (wanted: string) => expect.poll(status).toBe(wanted)
  const choose = async (files: string | string[], kind = 'files') => {
    // Chromium takes no folder in a page that is behind another one.
    await page.bringToFront()
    await page.setInputFiles(`input.${kind}`, files)
  }
  const countTiles = () => page.locator(tiles).count()
  const drop = async (files: string[]) => {
    const cdp = await page.context().newCDPSession(page)
    const data = { items: [], files, dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data })
    await cdp.detach()
  }

  const answer = async (isYes: boolean, act: () => Promise<void>) => {
    page.once('dialog', (dialog) => (isYes ? dialog.accept() : dialog.dismiss()))
    await act()
  }

  const removeAll = async () => {
    await page.reload()
    await page.waitForSelector('input.files', { state: 'attached' })
    if ((await countTiles()) === 0) return
    await page.getByRole('button', { name: 'Select all' }).click()
    await answer(true, () => page.getByRole('button', { name: /^Remove \d+ picture/ }).click())
    await expect.poll(countTiles).toBe(0)
  }

  beforeAll(async () => {
    dir = await makeTempDir('own-pictures')
    profile = join(dir, 'profile')
    await launch()
    // The build of the tests names a server. A person who chose nothing has no catalogue.
    await keepSettings(fromPlaywright(page), { sources: [] })
  })
  afterAll(async () => {
    await browser?.close()
    await removeDir(dir)
  })

  it('adds files of a dialog, and new tabs show them without a server', async () => {
    const files = await writePictures(join(dir, 'photos'), photos)
    expect(await listViolations(page)).toEqual([])
    await choose(files)
    await waitForStatus(`${photos} pictures were added.`)
    expect(await countTiles()).toBe(photos)
    expect(await listViolations(page)).toEqual([])
    await waitForSources(['own'])
    const tab = await tabs.openNewTab()
    await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 6)
    await tab.close()
    const next = await tabs.openNewTab()
    const seen = await look(next)
    expect(seen).toMatchObject({ notice: '', isBuiltIn: false })
    expect(seen.title).toMatch(/^photo-\d+$/)
    await next.press('d')
    await next.waitFor(`document.body.textContent.includes('Saved to your downloads as photo')`)
    await page.reload()
    await expect.poll(countTiles).toBe(photos)
  })

  inLongRun('hearts pictures', async () => {
    await page.hover(tiles)
    await page.click(`${tiles} .heart`)
    const favorites = await browser.openExtensionPage('favorites.html')
    await favorites.waitForSelector('.favorites img[src^=blob]')
    await favorites.close()
  })

  inLongRun('adds a folder, counts what it has, and says why it skipped a file', async () => {
    const folder = join(dir, 'folder')
    const [first = '', second = ''] = await writePictures(join(folder, 'summer'), 6)
    await cp(second, join(folder, 'a copy.jpg'))
    await writeFile(join(folder, 'notes.txt'), 'not a picture')
    await writeFile(join(folder, 'cut.jpg'), firstHalf(await readFile(first)))
    await choose(folder, 'folder')
    await waitForStatus('6 pictures were added. 1 was already here. 1 file was skipped.')
    expect(await page.textContent('.skipped li')).toBe('cut.jpg is incomplete or damaged.')
    expect(await countTiles()).toBe(26)
  })

  inLongRun('removes one picture and all, and switches off after the last', async () => {
    await page.check(`${tiles} input`)
    const remove = (count: string) => page.getByRole('button', { name: `Remove ${count}` }).click()
    await answer(false, () => remove('1 picture'))
    expect(await countTiles()).toBe(26)
    await answer(true, () => remove('1 picture'))
    await expect.poll(countTiles).toBe(25)
    await page.getByRole('button', { name: 'Select all' }).click()
    await answer(true, () => remove('25 pictures'))
    await expect.poll(countTiles).toBe(0)
    await waitForSources([])
    await page.reload()
    expect(await countTiles()).toBe(0)
    const favorites = await browser.openExtensionPage('favorites.html')
    await favorites.getByText('You have no favorites yet').waitFor()
    await favorites.close()
    expect(await readdir(join(dir, 'photos'))).toHaveLength(20)
  })

  inLongRun('adds dropped files and folders', async () => {
    await removeAll()
    const folder = join(dir, 'dropped')
    await writePictures(join(folder, 'deep', 'deeper'), 120, 200)
    const [loose = ''] = await writePictures(join(dir, 'loose'), 1)
    await drop([folder, loose])
    await waitForStatus('121 pictures were added.')
    expect(await countTiles()).toBe(121)
    await mkdir(join(dir, 'empty'))
    await drop([join(dir, 'empty')])
    await waitForStatus('No pictures were found there.')
  })

  inLongRun('loses nothing that was counted when the browser is killed', async () => {
    await removeAll()
    const files = await writePictures(join(dir, 'killed'), 24, 1200)
    await choose(files)
    const readDone = async () => Number(await page.getAttribute('progress', 'value'))
    await vi.waitUntil(async () => (await readDone()) >= 2, { timeout: 60_000 })
    const counted = await readDone()
    await browser.kill()
    await launch()
    await vi.waitUntil(async () => (await countTiles()) >= counted, { timeout: 60_000 })
    const kept = await countTiles()
    expect(kept).toBeLessThan(24)
    await choose(files)
    await expect.poll(status, { timeout: 90_000 }).toContain('were already here')
    expect(await countTiles()).toBe(24)
  })
})
