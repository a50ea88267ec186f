import sharp from 'sharp'
import { expect } from 'vitest'
import { listEdgeContrasts, type Pixels, quantile, styles, toRgb } from '../../tools/contrast.ts'
import type { TestTab } from './test-browser.ts'

interface Text {
  name: string
  color: string
  fontPx: number
  box: { x: number; y: number; width: number; height: number }
}

const listTexts = (): Text[] => {
  const toText = (name: string, element: Element, target: Element | Range): Text => {
    const { x, y, width, height } = target.getBoundingClientRect()
    const { color, fontSize } = getComputedStyle(element)
    return { name, color, fontPx: Number.parseFloat(fontSize), box: { x, y, width, height } }
  }
  const texts = Array.from(document.querySelectorAll('.icon'), (icon) => toText('icon', icon, icon))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const parent = walker.currentNode.parentElement
    if (!parent || parent.closest('script, style')) continue
    const text = toText(parent.className || parent.tagName, parent, range)
    if (text.box.width >= 2 && text.box.height >= 2) texts.push(text)
  }
  // Removes the keyboard focus, because a focused control has a more opaque background and would look more legible than
  // usual.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return texts
}

const setStyle = (css: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

const capture = async (tab: TestTab, css: string): Promise<Pixels> => {
  await tab.evaluate(setStyle, css)
  const decoded = sharp(await tab.screenshot())
    .removeAlpha()
    .raw()
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Asserts that the tab shows all the named kinds of text, each with the contrast that WCAG 2.2 AA asks for: 3 for letters of
 * 24 px and more, 4.5 for smaller ones and for icons. A twentieth of the pixels at the edges of its letters may have less.
 */
export const expectLegible = async (tab: TestTab, names: string[], when = ''): Promise<void> => {
  const texts = await tab.evaluate<Text[], []>(listTexts)
  const bare = await capture(tab, styles.bare)
  const mask = await capture(tab, styles.mask)
  await tab.evaluate('void (document.adoptedStyleSheets = [])')
  expect(texts.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  for (const { name, color, fontPx, box } of texts) {
    const contrasts = listEdgeContrasts(toRgb(color), box, { bare, mask })
    expect(contrasts.length, `${name} ${when}`).toBeGreaterThan(0)
    const contrast = quantile(contrasts, 0.05)
    expect(contrast, `${name} ${when}`).toBeGreaterThanOrEqual(fontPx < 24 ? 4.5 : 3)
  }
}
