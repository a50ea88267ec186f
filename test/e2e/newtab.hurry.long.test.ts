import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/start-server.ts'
import { keepSettings, look, readDeck, waitForDeck } from './new-tab.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './test-browser.ts'

const PRESSES = 30

/** Runs in the page: notes in the page's storage all that its title says from now on. */
const noteTitles = () => {
  const title = document.querySelector('.title')
  const titles: string[] = []
  const note = () => {
    titles.push(title?.textContent ?? '')
    sessionStorage.titles = JSON.stringify(titles)
  }
  note()
  if (title) new MutationObserver(note).observe(title, { characterData: true, subtree: true })
}

describe.each(everyBrowser)('a new tab in %s, of a person in a hurry,', (name) => {
  let browser: TestBrowser
  let server: RunningServer

  beforeAll(async () => {
    // A server that has made no picture yet: the machine is busy meanwhile.
    server = await startServer()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('shows all that it takes: no wallpaper is taken for broken', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { server: server.url })
    await waitForDeck(tab, ({ upcoming }) => upcoming.length > 2)
    await tab.evaluate(noteTitles)
    for (let count = 0; count < PRESSES; count++) {
      await tab.press('n')
      await look(tab)
      await readDeck(tab)
    }
    await tab.waitFor(`document.querySelector('.next').getAttribute('aria-busy') !== 'true'`)
    const shown = await tab.evaluate<string[], []>('JSON.parse(sessionStorage.titles)')
    const { history } = await readDeck(tab)
    expect(history.length).toBeGreaterThan(3)
    expect(history.map(({ title }) => title).filter((title) => !shown.includes(title))).toEqual([])
    await tab.close()
  })
})
