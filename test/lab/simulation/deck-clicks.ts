import { type Current, type Deck, toKey } from '../../../extension/features/wallpaper/deck.ts'
import type { Tab } from './deck-page.ts'
import type { SimulatedProcess } from './kernel.ts'

interface ClickDeps {
  readDeck: () => Deck
  /** True if the browser can show the stored picture. */
  isGood: (key: string) => boolean
  /** The wallpapers that Next takes from a deck, in this order. */
  listNext: (deck: Deck) => string[]
  /** True if the database is slow or broken, or refuses something to this tab. */
  isTroubled: (process: SimulatedProcess) => boolean
  violate: (rule: string, text: string) => void
}

interface Clicks {
  begun: number
  underWay: number
  /** What Previous has left, the latest last. `undefined` once a click could not be judged. */
  left: string[] | undefined
}

interface Before {
  shown: Current | undefined
  deck: Deck
  good: ReadonlySet<string>
}

const keyOf = (shown: Current | null | undefined) => shown && toKey(shown.wallpaper)

/** Judges each click on Next and on Previous during which no other click and no other page changes anything. */
export const createClickChecker = (deps: ClickDeps) => {
  const { readDeck, isGood, violate } = deps
  const clicks = new WeakMap<SimulatedProcess, Clicks>()
  const changes: SimulatedProcess[] = []

  const clicksOf = (process: SimulatedProcess): Clicks => {
    const own = clicks.get(process) ?? { begun: 0, underWay: 0, left: [] }
    clicks.set(process, own)
    return own
  }
  const follow = async (
    tab: Tab,
    click: () => Promise<unknown>,
    judge?: (before: Before, own: Clicks) => void,
  ) => {
    const { process } = tab
    const own = clicksOf(process)
    const deck = readDeck()
    const keys = [...deck.history, ...deck.upcoming.map(({ wallpaper }) => wallpaper)].map(toKey)
    const before = { shown: tab.shown(), deck, good: new Set(keys.filter(isGood)) }
    const [order, first] = [++own.begun, changes.length]
    const wasUnclear = deps.isTroubled(process) || !tab.hasButtons()
    const isAlone = own.underWay++ === 0
    await click().catch(() => undefined)
    own.underWay--
    const isDisturbed = changes.slice(first).some((other) => other !== process)
    const isUnclear = wasUnclear || deps.isTroubled(process) || isDisturbed
    if (judge && isAlone && order === own.begun && !isUnclear) judge(before, own)
    else own.left = undefined
  }
  const isStored = (key: string, { good }: Before) => good.has(key) && isGood(key)

  const judgePrevious = (tab: Tab, before: Before, own: Clicks) => {
    const { shown, deck } = before
    const seen = deck.history.map(toKey)
    const place = shown?.kind === 'catalogue' ? seen.indexOf(toKey(shown.wallpaper)) : seen.length
    const wanted = seen[place - 1]
    const now = keyOf(tab.shown())
    if (now === wanted && shown?.kind === 'catalogue') own.left?.push(toKey(shown.wallpaper))
    const mayStay = now === keyOf(shown) && !(wanted && isStored(wanted, before))
    if (now === wanted || mayStay) return
    violate('D11', `Previous shows ${now} in ${tab.process.name}, not ${wanted ?? 'the same'}`)
  }
  const judgeNext = (tab: Tab, before: Before, own: Clicks) => {
    const { shown, deck } = before
    const left = own.left?.pop()
    const now = keyOf(tab.shown())
    if (left && isStored(left, before) && now !== left)
      violate('D11', `Next shows ${now} in ${tab.process.name}, not ${left} again`)
    const isCurrent = keyOf(deck.current) === keyOf(shown)
    if (!own.left || left || !isCurrent || deck.rotation === 'today') return
    const waiting = deps.listNext(deck)
    const hasOther = waiting.some((key) => key !== now)
    const areStored = waiting.every((key) => isStored(key, before))
    if (hasOther && areStored && now === keyOf(shown))
      violate('D11', `Next changes nothing in ${tab.process.name}`)
  }

  return {
    onChange: (process: SimulatedProcess, before: Deck, after: Deck) => {
      if (mayDisturb(before, after)) changes.push(process)
    },
    /** A click that is not judged, and after which the next ones are unclear. */
    onOther: (tab: Tab, click: () => Promise<unknown>) => follow(tab, click),
    onPrevious: (tab: Tab) =>
      follow(tab, tab.previous, (before, own) => judgePrevious(tab, before, own)),
    onNext: (tab: Tab) => follow(tab, tab.next, (before, own) => judgeNext(tab, before, own)),
  }
}

// New upcoming wallpapers change nothing for the page.
const mayDisturb = (before: Deck, after: Deck) => {
  const history = (deck: Deck) => deck.history.map(toKey).join()
  const left = new Set(after.upcoming.map(({ wallpaper }) => toKey(wallpaper)))
  return (
    history(before) !== history(after) ||
    keyOf(before.current) !== keyOf(after.current) ||
    before.upcoming.some(({ wallpaper }) => !left.has(toKey(wallpaper)))
  )
}
