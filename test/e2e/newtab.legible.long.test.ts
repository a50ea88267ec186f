import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rgb, toLuminance } from '../../extension/platform/luminance.ts'
import { startFakeCatalogue } from './fake-catalogue.ts'
import { look, supply } from './new-tab.ts'
import { launchBrowser, type TestBrowser, type TestTab } from './test-browser.ts'

const draw = (content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
         <defs><pattern id="check" width="160" height="160" patternUnits="userSpaceOnUse">
           <path d="M0 0h80v80h80v80h-80v-80h-80z" fill="#fff"/></pattern></defs>
         ${content}</svg>`,
    ),
  )
    .jpeg({ quality: 95 })
    .toBuffer()

const rect = (fill: string) => `<rect width="1280" height="720" fill="${fill}"/>`
const pictures = {
  white: rect('#fff'),
  black: rect('#000'),
  grey: rect('#777'),
  red: rect('#f00'),
  'black and white': `${rect('#000')}${rect('url(#check)')}`,
}

type Text = {
  name: string
  color: string
  box: { x: number; y: number; width: number; height: number }
}

/** Runs in the page: every text over the picture, then the texts are made invisible. */
const listAndHideTexts = (): Text[] => {
  const texts: Text[] = []
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
  sheet.replaceSync(`${hide} .icon { visibility: hidden }`)
  document.adoptedStyleSheets = [sheet]
  return texts
}

const toRgb = (color: string): Rgb =>
  [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number) as unknown as Rgb

/** Of a text to the worst pixel behind it. */
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
  const measured = texts.map(
    async (text) => [text.name, await measureContrast(screen, text)] as const,
  )
  return new Map(await Promise.all(measured))
}

// Any colours, however they are mixed: test/extension/features/wallpaper/legible.test.ts.
describe('what is written on a wallpaper', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchBrowser('chromium')
  })
  afterAll(() => browser?.close())

  it.each(Object.entries(pictures))(
    'has a contrast of 4.5 over a picture of %s',
    async (_, svg) => {
      const server = await startFakeCatalogue({ picture: await draw(svg) })
      await supply(browser, server.url, { rotation: 'ask' })
      const tab = await browser.openNewTab()
      await look(tab)
      await tab.waitFor(`document.querySelector('.clock[data-ink]')`)
      await server.stop()
      const contrasts = await measureTexts(tab)
      expect([...contrasts.keys()]).toEqual(
        expect.arrayContaining(['date', 'time', 'greeting', 'title']),
      )
      for (const [name, contrast] of contrasts) expect(contrast, name).toBeGreaterThanOrEqual(4.5)
      await tab.close()
    },
  )
})
