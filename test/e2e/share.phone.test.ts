import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../server/adapters/sample-pictures.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { launchSiteBrowser, overflowOf, signUp } from './support/site.ts'

const screen = { width: 390, height: 844 }
const phone = {
  ...{ viewport: screen, screen, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  userAgent:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
}

/** A picture whose only motif is a kite at its right edge. The middle is empty. */
const paintKite = async (path: string) => {
  const kite = await plain('#D02020', 200, 200).png().toBuffer()
  const picture = plain('#88AACC', 3840, 2160).composite([{ input: kite, left: 3300, top: 900 }])
  await picture.jpeg().toFile(path)
}

describe('the link of somebody’s favorites on a phone', () => {
  let dir: string
  let server: RunningServer
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    dir = await makeTempDir('phone')
    await paintKite(join(dir, 'kite.jpg'))
    await plain('#336633', 1600, 900).jpeg().toFile(join(dir, 'field.jpg'))
    server = await startServer({ env: { WALLPAPERS_DIR: dir } })
    const ada = await signUp(server.url, 'ada', 'Ada')
    await ada.heart('kite')
    await ada.heart('field')
    browser = await launchSiteBrowser()
    page = await (await browser.newContext(phone)).newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await removeDir(dir)
  })

  const isForPhones = async () => {
    expect(await overflowOf(page)).toBe(0)
    const offers = await page
      .locator('a:visible, button:visible, main p:visible, aside p:visible')
      .allInnerTexts()
    expect(offers.filter((text) => /extension|new tab|paste/i.test(text))).toEqual([])
  }

  it('fills the screen after two taps, and offers nothing that needs the extension', async () => {
    await page.goto(`${server.url}/share/ada`)
    await isForPhones()
    await page.getByRole('link', { name: 'Show these on my screens' }).tap()
    await page.getByRole('link', { name: 'Use as a full screen' }).tap()
    await page.waitForURL(/\/tab\/\?from=@ada$/)
    await page.locator('#wallpaper[src^="blob:"]').waitFor()
    expect(['Kite', 'Field']).toContain(await page.locator('.title').textContent())
    await isForPhones()
    expect(await page.getAttribute('link[rel=manifest]', 'href')).toContain('webmanifest')
  })

  it('leads to a file as large as the screen, around what the picture shows', async () => {
    await page.goto(`${server.url}/share/ada`)
    await page.getByRole('link', { name: 'Kite' }).tap()
    const save = page.getByRole('link', { name: 'Save for this phone' })
    expect(await save.innerText()).toContain('780 × 1688, JPG')
    await isForPhones()
    const downloaded = page.waitForEvent('download')
    await save.tap()
    const file = await readFile((await (await downloaded).path()) ?? '')
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 780, height: 1688 })
    const { channels } = await sharp(file).stats()
    expect(channels[0]?.max, 'the red of the kite').toBeGreaterThan(190)
  })

  it('takes a heart with one tap', async () => {
    await page.goto(`${server.url}/share/ada`)
    await page.locator('[data-heart=kite]').tap()
    const note = page.locator('.heart-note')
    await note.waitFor()
    expect(await note.innerText()).toBe(
      'Kept in this browser. Sign in to have it on all your devices.',
    )
    await isForPhones()
  })
})
