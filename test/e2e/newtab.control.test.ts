import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deck } from '../../extension/features/wallpaper/deck.ts'
import { expectDefined } from '../expect-defined.ts'
import { inLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import { type FakeCatalogue, startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, readDeck, supply, waitForDeck } from './support/new-tab.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const titleIs = (title: string) => `document.querySelector('.title').textContent === '${title}'`
const says = (text: string) => `document.querySelector('.notice').textContent.includes('${text}')`

const isHearted = `document.querySelector('.heart')?.getAttribute('aria-pressed') === 'true'`

const focused = `document.activeElement?.getAttribute('aria-label')`

/** Returns the button's state one frame after a click. Runs inside the tested page. */
const clickHeart = async () => {
  const heart = document.querySelector<HTMLElement>('.heart')
  heart?.click()
  await new Promise(requestAnimationFrame)
  return heart?.getAttribute('aria-pressed')
}

/** Notes how long each animation of a script takes. The function runs inside the tested page. */
const noteAnimations = () => {
  const { animate } = Element.prototype
  const noted: unknown[] = []
  Object.assign(window, { noted })
  Element.prototype.animate = function (frames, options) {
    noted.push((options as KeyframeAnimationOptions).duration)
    return animate.call(this, frames, options)
  }
}

const goOn = async (tab: TestTab): Promise<string> => {
  const { title } = await look(tab)
  await tab.press('n')
  await tab.waitFor(`!(${titleIs(title)})`)
  return (await look(tab)).title
}

const known = {
  credit: 'Ada Lovelace',
  credit_url: 'https://ada.example/',
  license: 'CC BY-ND 4.0',
  license_url: 'https://creativecommons.org/licenses/by-nd/4.0/',
  source_url: 'https://photos.example/lake',
}

describe.each(browserNames)('control of a new tab in %s', (name) => {
  let browser: TestBrowser
  let server: FakeCatalogue
  let tab: TestTab

  beforeAll(async () => {
    server = await startFakeCatalogue({ size: 100, known })
    browser = await launchBrowser(name)
    await supply(browser, server.url)
    const [opened] = await browser.openNewTabs(1)
    tab = opened as TestTab
    await look(tab)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('goes back through the history and forward again without losing a wallpaper', async () => {
    const titles = [(await look(tab)).title, await goOn(tab), await goOn(tab)]
    await tab.press('p')
    await tab.waitFor(titleIs(expectDefined(titles[1])))
    await tab.click('.previous')
    await tab.waitFor(titleIs(expectDefined(titles[0])))
    const before = (await readDeck(tab)).upcoming
    expect([await goOn(tab), await goOn(tab)]).toEqual(titles.slice(1))
    const after = (await readDeck(tab)).upcoming
    expect(after.slice(0, before.length)).toEqual(before)
  })

  it('fades for 200 ms on Next and Previous, and not at all for a person who wants less motion', async () => {
    await tab.evaluate(noteAnimations)
    const { title } = await look(tab)
    await goOn(tab)
    await tab.press('p')
    await tab.waitFor(titleIs(title))
    await tab.evaluate('void (matchMedia = () => ({ matches: true }))')
    await goOn(tab)
    expect(await tab.evaluate('noted')).toEqual([200, 200, 0])
  })

  it('shows details of the wallpaper, and returns the focus on Escape', async () => {
    await tab.click('.info')
    await tab.waitFor(`document.querySelector('dialog')?.open`)
    expect(await tab.evaluate(`document.querySelector('dialog').textContent`)).toMatch(
      /A circle in front of stripes.*3840 × 2160.*127\.0\.0\.1/s,
    )
    expect(
      await tab.evaluate(`Array.from(document.querySelectorAll('dialog a'), ({ href }) => href)`),
    ).toEqual([
      ...[known.credit_url, known.license_url, known.source_url],
      expect.stringContaining(`${server.url}/wallpaper/fake-`),
    ])
    await tab.press('Escape')
    await tab.waitFor(`!document.querySelector('dialog')`)
    expect(await tab.evaluate(`document.activeElement.className`)).toContain('info')
    await tab.press('?')
    await tab.waitFor(`document.querySelectorAll('dialog kbd').length === 9`)
    await tab.press('Escape')
    await tab.waitFor(`!document.querySelector('dialog')`)
  })

  it('names the author and does not crop the picture if the license demands it, also without controls', async () => {
    const credit = `document.querySelector('.credit').innerText`
    await tab.waitFor(`${credit} === 'Ada Lovelace · CC BY-ND 4.0'`)
    const fit = `getComputedStyle(document.querySelector('#wallpaper')).objectFit`
    expect(await tab.evaluate(fit)).toBe('contain')
    await tab.evaluate(`document.activeElement.blur()`)
    await tab.press('Space')
    await tab.waitFor(`getComputedStyle(document.querySelector('.bar')).opacity === '0'`)
    expect(await tab.evaluate(`getComputedStyle(document.querySelector('.credit')).opacity`)).toBe(
      '1',
    )
    await tab.press('Space')
  })

  it('shows a pinned wallpaper in every new tab until it is unpinned', async () => {
    const { title } = await look(tab)
    await tab.press('i')
    await tab.waitFor(`document.querySelector('.actions button')`)
    await tab.click('.actions button')
    await tab.waitFor(says('Pinned'))
    const next = await browser.openNewTab()
    expect((await look(next)).title).toBe(title)
    await next.waitFor(`document.querySelector('.pin')`)
    await next.click('.pin')
    await next.waitFor(says('Unpinned'))
    await next.close()
    const after = await browser.openNewTab()
    expect((await look(after)).title).not.toBe(title)
    await after.close()
  })

  it('never shows a blocked wallpaper or category again, until it is unblocked', async () => {
    const { title } = await look(tab)
    await tab.press('b')
    await tab.waitFor(says('won’t see that wallpaper again'))
    await tab.waitFor(`!(${titleIs(title)})`)
    await tab.click('.notice button')
    await tab.waitFor(titleIs(title))
    await tab.press('i')
    await tab.waitFor(`document.querySelector('details')`)
    await tab.evaluate(`document.querySelector('details button').click()`)
    await tab.waitFor(says('You won’t see “'))
    const kind = Number(title.split(' ')[1]) % 2
    const isOther = ({ title }: { title: string }) => Number(title.split(' ')[1]) % 2 !== kind
    const all = ({ upcoming }: Deck) => upcoming.map(({ wallpaper }) => wallpaper)
    await waitForDeck(tab, (deck) => all(deck).length === 6 && all(deck).every(isOther))
    await tab.waitFor(`document.querySelector('.title').textContent.split(' ')[1] % 2 !== ${kind}`)
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelectorAll('.removable button').length === 1`)
    await options.click('.removable button')
    await options.waitFor(`!document.querySelector('.removable button')`)
    await options.waitFor(`document.querySelector('.toast').textContent === 'Saved'`)
    await options.close()
  })

  it('downloads the picture, copies its link and hearts it, by keys and by the mouse', async () => {
    await tab.press('d')
    await tab.waitFor(says('Saved to your downloads as Fake'))
    for (const [place, words] of [
      [2, 'Saved to your downloads as Fake'],
      [3, 'Link copied'],
    ] as const) {
      await tab.press('i')
      const button = `.actions button:nth-child(${place})`
      await tab.waitFor(`document.querySelector('${button}')`)
      await tab.click(button)
      await tab.waitFor(says(words))
    }
    await tab.evaluate(`document.activeElement.blur()`)
    await tab.press('h')
    await tab.waitFor(isHearted)
  })

  inLongRun('passes the checks of axe, and so do the settings', async () => {
    expect(await listViolations(tab)).toEqual([])
    const options = await browser.openOptions()
    await options.waitFor(`document.querySelector('h1')`)
    expect(await listViolations(options)).toEqual([])
    await options.close()
    await tab.close()
  })

  it('is reached with the Tab key in reading order, and keeps the focus when it is used', async () => {
    // In a tab that Ctrl+T opens, the address bar would receive the pressed keys.
    const [tab] = (await browser.openNewTabs(1)) as [TestTab]
    const { title } = await look(tab)
    const labels: unknown[] = []
    for (let count = 0; count < 5; count++) {
      await tab.press('Tab')
      labels.push(await tab.evaluate(focused))
      if (labels.at(-1) !== 'Next wallpaper') continue
      await tab.press('Enter')
      await tab.waitFor(`!(${titleIs(title)})`)
      expect(await tab.evaluate(focused)).toBe('Next wallpaper')
    }
    const bar = ['Favorite', 'Previous wallpaper', 'Next wallpaper', 'About this wallpaper']
    expect(labels).toEqual([...bar, 'Settings'])
    await tab.close()
  })

  it('fills the heart in the same frame and in every open tab, and saves it even if the tab closes at once', async () => {
    const options = await browser.openOptions()
    await keepSettings(options, { rotation: 'ask' })
    const [one, other] = [await browser.openNewTab(), await browser.openNewTab()]
    const { title } = await look(one)
    expect((await look(other)).title).toBe(title)
    expect(await other.evaluate(isHearted)).toBe(false)
    expect(await one.evaluate(clickHeart)).toBe('true')
    await one.close()
    await other.waitFor(isHearted)
    const favorites = await browser.openFavorites()
    await favorites.waitFor(`document.querySelector('.favorites .heart')`)
    await favorites.click(`[aria-label="Remove ${title} from favorites"]`)
    await other.waitFor(`!(${isHearted})`)
    await Promise.all([other.close(), options.close(), favorites.close()])
  })
})
