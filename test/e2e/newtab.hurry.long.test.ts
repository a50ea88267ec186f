import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { keepSettings, look, pressInHurry, waitForDeck } from './support/new-tab.ts'
import { everyBrowser, launchBrowser, type TestBrowser } from './support/test-browser.ts'

const presses = 30

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
    const { taken, shown, decoded, early } = await pressInHurry(tab, presses)
    expect(taken.length).toBeGreaterThan(3)
    expect(shown).toEqual(taken)
    expect(decoded).toBeGreaterThan(1)
    expect(early).toBe(0)
    await tab.close()
  })
})
