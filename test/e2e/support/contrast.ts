import sharp from 'sharp'
import { expect } from 'vitest'
import { type Rgb, toLuminance } from '../../../extension/platform/browser/light-map.ts'
import type { TestTab } from './test-browser.ts'

interface Text {
  name: string
  color: string
  box: { x: number; y: number; width: number; height: number }
}

const listAndHideTexts = (): Text[] => {
  const texts: Text[] = Array.from(document.querySelectorAll('.icon'), (icon) => {
    const { x, y, width, height } = icon.getBoundingClientRect()
    return { name: 'icon', color: getComputedStyle(icon).color, box: { x, y, width, height } }
  })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const { x, y, width, height } = range.getBoundingClientRect()
    const parent = walker.currentNode.parentElement
    if (!parent || width < 2 || height < 2 || parent.closest('script, style')) continue
    const { color } = getComputedStyle(parent)
    texts.push({ name: parent.className || parent.tagName, color, box: { x, y, width, height } })
  }
  const hide =
    '* { color: transparent !important; text-decoration: none !important; transition: none !important }'
  const sheet = new CSSStyleSheet()
  // Removes the keyboard focus, because a focused control has a more opaque background and would
  // look more legible than usual.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  sheet.replaceSync(`${hide} .icon { visibility: hidden }`)
  document.adoptedStyleSheets = [sheet]
  return texts
}

const toRgb = (color: string): Rgb =>
  [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number) as unknown as Rgb

/** Measures the contrast between a text's color and the least favorable pixel behind the text. */
const measureContrast = async (screen: Buffer, { color, box }: Text): Promise<number> => {
  const area = {
    left: Math.max(0, Math.floor(box.x)),
    top: Math.max(0, Math.floor(box.y)),
    width: Math.ceil(box.width),
    height: Math.ceil(box.height),
  }
  const pixels = await sharp(screen).extract(area).removeAlpha().raw().toBuffer()
  const ink = toLuminance(toRgb(color))
  let worst = 21
  for (let at = 0; at < pixels.length; at += 3) {
    const under = toLuminance([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0])
    worst = Math.min(worst, (Math.max(ink, under) + 0.05) / (Math.min(ink, under) + 0.05))
  }
  return worst
}

const measureTexts = async (tab: TestTab): Promise<Map<string, number>> => {
  const texts = await tab.evaluate<Text[], []>(listAndHideTexts)
  const screen = await tab.screenshot()
  await tab.evaluate('void (document.adoptedStyleSheets = [])')
  const worst = new Map<string, number>()
  for (const text of texts) {
    const contrast = await measureContrast(screen, text)
    worst.set(text.name, Math.min(contrast, worst.get(text.name) ?? 21))
  }
  return worst
}

/** Asserts that the tab shows all the named kinds of text, each with a contrast of at least 4.5. */
export const expectLegible = async (tab: TestTab, names: string[], when = ''): Promise<void> => {
  const contrasts = await measureTexts(tab)
  expect([...contrasts.keys()]).toEqual(expect.arrayContaining(names))
  for (const [name, contrast] of contrasts)
    expect(contrast, `${name} ${when}`).toBeGreaterThanOrEqual(4.5)
}
