import sharp from 'sharp'
import { expect } from 'vitest'
import { type Rgb, toLuminance } from '../../../extension/platform/browser/light-map.ts'
import type { TestTab } from './test-browser.ts'

export interface Pixels {
  data: Buffer
  width: number
  height: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Text {
  name: string
  color: string
  /** The contrast that WCAG 2.2 AA asks for: 3 for letters of 24 px and more, 4.5 for smaller ones and for icons. */
  wanted: number
  box: Box
}

const listTexts = (): Text[] => {
  const toText = (name: string, element: Element, target: Element | Range): Text => {
    const { x, y, width, height } = target.getBoundingClientRect()
    const { color, fontSize } = getComputedStyle(element)
    const wanted = Number.parseFloat(fontSize) < 24 ? 4.5 : 3
    return { name, color, wanted, box: { x, y, width, height } }
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
  // A focused control has a more opaque background and would look more legible than usual.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return texts
}

const setStyle = (css: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

export const capture = async (tab: TestTab, css: string): Promise<Pixels> => {
  await tab.evaluate(setStyle, `* { transition: none !important } ${css}`)
  const decoded = sharp(await tab.screenshot())
    .removeAlpha()
    .raw()
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const pixelAt = ({ data, width }: Pixels, x: number, y: number): Rgb => {
  const at = (y * width + x) * 3
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

// Everything but the letters, and white letters on black.
const withoutLetters =
  '* { color: transparent !important; text-decoration: none !important } .icon { visibility: hidden }'
const lettersAlone =
  '* { background: none !important; backdrop-filter: none !important; box-shadow: none !important; border-color: transparent !important; color: #fff !important; text-shadow: none !important } html { background: #000 !important } #wallpaper, #wallpaper ~ img { visibility: hidden }'
// How far the edge of a letter reaches, in pixels.
const edge = 2
// Of white letters on black: darker pixels belong to no letter, lighter ones to a letter alone.
const [noLetter, letter] = [40, 215]

/** Returns the contrasts of each text with all pixels around its letters, in ascending order. */
export const measureTexts = async (tab: TestTab): Promise<(Text & { contrasts: number[] })[]> => {
  const texts = await tab.evaluate<Text[], []>(listTexts)
  const bare = await capture(tab, withoutLetters)
  const mask = await capture(tab, lettersAlone)
  await tab.evaluate('void (document.adoptedStyleSheets = [])')
  const covers = (x: number, y: number) => pixelAt(mask, x, y)[0]
  const touches = (x: number, y: number) => {
    for (let dy = -edge; dy <= edge; dy++)
      for (let dx = -edge; dx <= edge; dx++) if (covers(x + dx, y + dy) > letter) return true
    return false
  }
  return texts.map((text) => {
    const { color, box } = text
    const ink = toLuminance([...color.matchAll(/[\d.]+/g)].map(Number) as unknown as Rgb)
    const contrasts: number[] = []
    for (let y = Math.max(0, Math.floor(box.y)); y < box.y + box.height; y++)
      for (let x = Math.max(0, Math.floor(box.x)); x < box.x + box.width; x++) {
        if (covers(x, y) > noLetter || !touches(x, y)) continue
        const under = toLuminance(pixelAt(bare, x, y))
        contrasts.push((Math.max(ink, under) + 0.05) / (Math.min(ink, under) + 0.05))
      }
    return { ...text, contrasts: contrasts.sort((a, b) => a - b) }
  })
}

/** A twentieth of the pixels at the edges of letters may have less contrast than is wanted. */
export const toUsualLeast = (contrasts: number[]) =>
  contrasts[Math.floor(contrasts.length / 20)] ?? Number.NaN

export const expectLegible = async (tab: TestTab, names: string[], when = ''): Promise<void> => {
  const texts = await measureTexts(tab)
  expect(texts.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  for (const { name, wanted, contrasts } of texts)
    expect(toUsualLeast(contrasts), `${name} ${when}`).toBeGreaterThanOrEqual(wanted)
}
