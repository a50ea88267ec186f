import { readDeck } from './new-tab.ts'
import type { TestTab } from './test-browser.ts'

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

const titlesOf = async (tab: TestTab) => (await readDeck(tab)).history.map(({ title }) => title)

/**
 * Runs in the page: counts the pictures that are taken for loaded while they still load. It does harm
 * only when the next one comes in just that moment.
 */
const countEarly = () => {
  const { prototype } = HTMLImageElement
  const decode = prototype.decode
  sessionStorage.decoded = 0
  sessionStorage.early = 0
  prototype.decode = function () {
    sessionStorage.decoded++
    if (!this.complete) sessionStorage.early++
    return decode.call(this)
  }
}

/** Presses Next so often without waiting for more than the deck; tells what was taken, and what of it was shown. */
export const pressInHurry = async (tab: TestTab, presses: number) => {
  const before = await titlesOf(tab)
  await tab.evaluate(noteTitles)
  await tab.evaluate(countEarly)
  for (let count = 0; count < presses; count++) {
    await tab.press('n')
    await readDeck(tab)
  }
  await tab.waitFor(`document.querySelector('.next').getAttribute('aria-busy') !== 'true'`)
  const shown = await tab.evaluate<string[], []>('JSON.parse(sessionStorage.titles)')
  const taken = (await titlesOf(tab)).filter((title) => !before.includes(title))
  const [decoded, early] = await tab.evaluate<number[], []>(
    '[+sessionStorage.decoded, +sessionStorage.early]',
  )
  return { taken, shown: taken.filter((title) => shown.includes(title)), decoded, early }
}
