import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { launchFirefox } from '../tools/browsers/firefox.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { keepSettings, look, waitForDeck } from './support/new-tab.ts'
import { firefoxDir, fromFirefox } from './support/test-browser.ts'

const writePictures = async (dir: string, count: number): Promise<string[]> => {
  const write = async (_: unknown, at: number) => {
    const background = { r: 250 - at * 9, g: at * 9, b: 120 }
    const file = join(dir, `photo-${at}.jpg`)
    await sharp({ create: { width: 480, height: 360, channels: 3, background } }).toFile(file)
    return file
  }
  return Promise.all(Array.from({ length: count }, write))
}

it('the page of the own pictures adds, shows and removes pictures in Firefox', async () => {
  const dir = await makeTempDir('own-pictures')
  const browser = await launchFirefox({ extensionDir: firefoxDir })
  try {
    const page = await browser.openExtensionPage('pictures.html')
    await keepSettings(fromFirefox(page), { catalogues: [] })
    const files = await writePictures(dir, 20)
    await writeFile(join(dir, 'notes.jpg'), 'not a picture')
    await page.setFiles('input.files', [...files, join(dir, 'notes.jpg')])
    const countIs = (count: number) => `document.querySelectorAll('.tiles li').length === ${count}`
    await page.waitFor(countIs(20), 60_000)
    await page.waitFor(`document.querySelector('.import-status p')`)
    expect(await page.evaluate(`document.querySelector('.import-status').textContent`)).toBe(
      '20 pictures were added. 1 file was skipped.',
    )
    const tab = fromFirefox(await browser.openNewTab())
    await waitForDeck(tab, ({ upcoming }) => upcoming.length >= 6)
    await tab.close()
    const next = fromFirefox(await browser.openNewTab())
    expect(await look(next)).toMatchObject({ isBuiltIn: false, notice: '' })
    await next.close()
    await page.click('.tools button')
    await page.click('.tools .remove')
    await page.click('.remove-now')
    await page.waitFor(countIs(0))
  } finally {
    await browser.close()
    await removeDir(dir)
  }
})
