import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST, noVeil, type Veil } from '../../extension/features/wallpaper/veil.ts'
import { type Rgb, toLuminance } from '../../extension/platform/luminance.ts'
import { startFakeCatalogue } from './fake-catalogue.ts'
import { keepSettings, look, supply } from './new-tab.ts'
import {
  everyBrowser,
  isLongRun,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './test-browser.ts'

const draw = (content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
         <defs><pattern id="check" width="160" height="160" patternUnits="userSpaceOnUse">
           <path d="M0 0h80v80h80v80h-80v-80h-80z" fill="#fff"/></pattern>
         <pattern id="leaves" width="22" height="22" patternUnits="userSpaceOnUse">
           <path d="M0 11q11-18 22 0q-11 18-22 0" fill="#d8f06a"/></pattern></defs>
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
/** A picture that is as restless as a picture can be. */
const busy = `${rect('#0b2b16')}${rect('url(#leaves)')}`

type Text = {
  name: string
  color: string
  box: { x: number; y: number; width: number; height: number }
}

/** Runs in the page: every text and icon over the picture, then they are made invisible. */
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
  // Focus that a click has left would make a surface more solid than it usually is.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
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

/** The least contrast of each kind of text in the tab. */
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

const expectLegible = async (tab: TestTab, names: string[], when = ''): Promise<void> => {
  const contrasts = await measureTexts(tab)
  expect([...contrasts.keys()]).toEqual(expect.arrayContaining(names))
  for (const [name, contrast] of contrasts)
    expect(contrast, `${name} ${when}`).toBeGreaterThanOrEqual(4.5)
}

const over = ['date', 'time', 'greeting', 'title', 'icon']

/** Sets it as the settings page does, and waits until it lies over the picture. */
const veil = async (tab: TestTab, { dim, blur }: Veil): Promise<void> => {
  await keepSettings(tab, { dim, blur })
  const style = (name: string) => `document.documentElement.style.getPropertyValue('--${name}')`
  await tab.waitFor(
    `${style('dim')} === '${dim ? `${dim}%` : ''}' && ${style('blur')} === '${blur ? `${blur}px` : ''}'`,
  )
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
      await expectLegible(tab, over)
      if (svg === pictures['black and white']) {
        await veil(tab, { dim: 35, blur: 6 })
        await expectLegible(tab, over, 'under a veil')
        await veil(tab, noVeil)
      }
      await tab.close()
    },
  )
})

const veils: Veil[] = [
  noVeil,
  { dim: 30, blur: 0 },
  { dim: MOST.dim, blur: 0 },
  { dim: 0, blur: 6 },
  { dim: 0, blur: MOST.blur },
  { dim: 45, blur: 12 },
  MOST,
]

describe.runIf(isLongRun).each(everyBrowser)('what is written on a veil, in %s,', (name) => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchBrowser(name)
  })
  afterAll(() => browser?.close())

  it.each(Object.entries({ ...pictures, busy }))(
    'has a contrast of 4.5 however dim and soft it is over a picture of %s',
    async (_, svg) => {
      const server = await startFakeCatalogue({ picture: await draw(svg) })
      // Nobody has this list: one line says why it is not what is shown.
      await supply(browser, server.url, { rotation: 'ask', source: '@nobody', ...noVeil })
      const tab = await browser.openNewTab()
      await look(tab)
      await tab.waitFor(`document.querySelector('.clock[data-ink]')`)
      await tab.waitFor(`document.querySelector('.notice .glass[data-ink]')`)
      for (const laid of veils) {
        await veil(tab, laid)
        await expectLegible(tab, [...over, 'glass', 'link'], JSON.stringify(laid))
      }
      await tab.close()
      await server.stop()
    },
  )
})
