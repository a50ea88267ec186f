import sharp from 'sharp'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { maxBlur, maxDim, type Veil } from '../../extension/features/settings/setting-values.ts'
import { expectLegible } from './support/contrast.ts'
import { startFakeCatalogue } from './support/fake-catalogue.ts'
import { keepSettings, look, supply } from './support/new-tab.ts'
import { launchBrowser, type TestBrowser, type TestTab } from './support/test-browser.ts'

const noVeil: Veil = { dim: 0, blur: 0 }
const maxVeil: Veil = { dim: maxDim, blur: maxBlur }

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
const busy = `${rect('#0b2b16')}${rect('url(#leaves)')}`

const over = ['date', 'time', 'greeting', 'title', 'icon', 'credit on-picture']

const veil = async (tab: TestTab, { dim, blur }: Veil): Promise<void> => {
  await keepSettings(tab, { dim, blur })
  const style = (name: string) => `document.documentElement.style.getPropertyValue('--${name}')`
  await tab.waitFor(
    `${style('dim')} === '${dim ? `${dim}%` : ''}' && ${style('blur')} === '${blur ? `${blur}px` : ''}'`,
  )
}

const veils: Veil[] = [
  noVeil,
  { dim: 30, blur: 0 },
  { dim: maxVeil.dim, blur: 0 },
  { dim: 0, blur: 6 },
  { dim: 0, blur: maxVeil.blur },
  { dim: 45, blur: 12 },
  maxVeil,
]

describe('text on a wallpaper', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchBrowser('chromium')
  })
  afterAll(() => browser?.close())

  it.each(Object.entries({ ...pictures, busy }))(
    'is legible at every strength of the veil over a picture of %s',
    async (_, svg) => {
      const known = { credit: 'Ada Lovelace', license: 'CC0 1.0' }
      const server = await startFakeCatalogue({ picture: await draw(svg), known })
      // Nobody has favorites here, so the tab also shows a notice, and the notice's contrast is measured too.
      await supply(browser, server.url, {
        rotation: 'tab',
        list: 'favorites',
        credit: true,
        ...noVeil,
      })
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
