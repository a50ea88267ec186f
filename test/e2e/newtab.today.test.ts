import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, waitForDeck } from './support/new-tab.ts'
import { browserNames, launchBrowser, type TestBrowser } from './support/test-browser.ts'

const hourMs = 3_600_000

/**
 * Moves all times of the stored deck back by two hours, as if these had passed. The function runs inside a page of
 * the extension.
 */
const passTwoHours = (): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('deck', 'readwrite')
      const decks = transaction.objectStore('deck')
      decks.get('deck').onsuccess = ({ target }) => {
        const deck = (target as IDBRequest).result
        deck.current.since -= 7_200_000
        for (const entry of deck.upcoming) if (entry.showFrom) entry.showFrom -= 7_200_000
        decks.put(deck, 'deck')
      }
      transaction.oncomplete = () => resolve()
      opening.result.close()
    }
  })

describe.each(browserNames)('the picture of the day in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue

  beforeAll(async () => {
    server = await startFakeCatalogue({ dayEndsAt: Date.now() + hourMs })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const titleOfNewTab = async () => {
    const tab = await browser.openNewTab()
    const { title } = await look(tab)
    await tab.close()
    return title
  }

  it('stays in every tab, and changes at the end of the day without the network', async () => {
    const tab = await browser.openNewTab()
    await keepSettings(tab, { catalogues: [server.url], rotation: 'today' })
    await waitForDeck(
      tab,
      ({ upcoming }) => upcoming.filter(({ showFrom }) => showFrom > 0).length === 2,
    )
    await browser.setOffline(true)
    expect([await titleOfNewTab(), await titleOfNewTab()]).toEqual(['Fake 3', 'Fake 3'])
    await tab.evaluate(passTwoHours)
    expect([await titleOfNewTab(), await titleOfNewTab()]).toEqual(['Fake 4', 'Fake 4'])
    await browser.setOffline(false)
    await tab.close()
  })
})
