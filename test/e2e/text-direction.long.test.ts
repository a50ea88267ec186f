import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../tools/browsers/chromium.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { look, supply } from './support/new-tab.ts'
import {
  chromiumDir,
  type TestBrowser,
  type TestTab,
  toTestBrowser,
} from './support/test-browser.ts'

const known = {
  title: 'Zauberwald, Ramsau bei Berchtesgaden, Alpes-Maritimes, France (2019)',
  description: 'Zauberwald in the fog.',
  category: 'zauberwald',
  tags: ['zauberwald lake'],
  credit: 'Zauberwald Ada',
  license: 'CC BY 4.0',
}

/** Returns the texts of the catalogue that no element gives a direction of its own. It runs inside the tested page. */
const findUndirected = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (/zauber/i.test(node.nodeValue ?? '') && !node.parentElement?.closest('bdi, [dir="auto"]'))
      found.push(node.nodeValue ?? '')
  return found
}

const hasText = `/zauber/i.test(document.body.textContent)`

describe('a text of a catalogue in an Arabic browser', () => {
  let server: FakeCatalogue
  let browser: TestBrowser
  let tab: TestTab
  beforeAll(async () => {
    server = await startFakeCatalogue({ known })
    const viewport = { width: 1366, height: 768 }
    const chromium = { extensionDir: chromiumDir, viewport, args: ['--lang=ar'] }
    browser = toTestBrowser(await launchChromium(chromium))
    await supply(browser, server.url)
    tab = await browser.openNewTab()
    await look(tab)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('has a direction of its own on the new tab and in its panel', async () => {
    expect(await tab.evaluate(findUndirected)).toEqual([])
    await tab.click('.heart')
    await tab.press('i')
    await tab.waitFor(`document.querySelector('.panel summary')`)
    await tab.click('.panel summary')
    expect(await tab.evaluate(findUndirected)).toEqual([])
  })

  it('has it among the favorites of the settings', async () => {
    const page = await browser.openOptions()
    await page.waitFor(`document.querySelector('.favorites .name bdi') && ${hasText}`)
    expect(await page.evaluate(findUndirected)).toEqual([])
    await page.close()
  })
})
