import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { keepSettings, look, pressInHurry, waitForDeck } from './support/new-tab.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './support/test-browser.ts'

const presses = 30

describe.each(everyBrowser)('Next pressed quickly in a new tab in %s', (name) => {
  let browser: TestBrowser
  let server: RunningServer

  beforeAll(async () => {
    // Starts the real server with no resized pictures in its cache. Resizing keeps the machine busy
    // during the test.
    server = await startServer()
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('shows every wallpaper that it takes from the deck, and takes none for broken', async () => {
    const tab = await browser.openNewTab()
    await look(tab)
    await keepSettings(tab, { catalogues: [server.url] })
    await waitForDeck(tab, ({ upcoming }) => upcoming.length > 2)
    const { taken, shown, decoded, early } = await pressInHurry(tab, presses)
    expect(taken.length).toBeGreaterThan(3)
    expect(shown).toEqual(taken)
    expect(decoded).toBeGreaterThan(1)
    expect(early).toBe(0)
    await tab.close()
  })
})
