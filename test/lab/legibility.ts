/**
 * Measures the contrast at the edges of the clock's letters on 80 pictures and three screens, and counts the color values
 * beside the clock that differ from those of a tab without it. Writes sheets of screenshots into `OUT`.
 * `npm run lab -- legibility 'stripes|lake' clockPlace=calm` takes some pictures, and settings. `SCREEN=1440` takes one screen.
 * `PHOTOS=folder` also takes the photographs of a folder.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { mapped, toLightMap } from '../../extension/platform/browser/light-map.ts'
import { buildExtension } from '../../tools/build-extension.ts'
import { makeRandom } from '../builders.ts'
import { capture, measureTexts, toUsualLeast } from '../e2e/support/contrast.ts'
import { fromPlaywright, type TestTab } from '../e2e/support/test-browser.ts'
import { launchChromium } from '../tools/browsers/chromium.ts'
import { medianOf } from './load/flatness.ts'

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

const { SCREEN, PHOTOS, OUT = '/tmp/fresco-legibility' } = process.env
const [only = '', ...settings] = process.argv.slice(2)
const sample = resolve(import.meta.dirname, '../../server/sample/main')
const screens = { 390: 844, 1440: 900, 3840: 2160 }

const lines = ['date', 'time', 'greeting']
const size = 'width="1920" height="1280"'
const random = makeRandom('legibility')
const scatter = (count: number, draw: (x: number, y: number) => string) =>
  Array.from({ length: count }, () => draw(random() * 1920, random() * 1280)).join('')
const tiles = (path: string) =>
  `<pattern id="p" width="80" height="80" patternUnits="userSpaceOnUse"><path d="${path}" fill="#fff"/></pattern><path d="M0 0h1920v1280H0z" fill="url(#p)"/>`
const half = 'M960 0h960v1280H960z'
const hard = {
  stripes: `#000"/>${tiles('M0 0h20v80H0zM40 0h20v80H40z')}`,
  checkers: `#000"/>${tiles('M0 0h40v80h40V40H0z')}`,
  stars: `#04060f"/>${scatter(2_500, (x, y) => `<circle cx="${x}" cy="${y}" r="${0.6 + random() ** 8 * 5}" fill="#fff"/>`)}`,
  branches: `#f6f8fb"/>${scatter(220, (x, y) => `<path d="M${x} ${y}q90-150 ${random() * 400 - 200}-250" stroke="#111" stroke-width="${2 + random() * 12}" fill="none"/>`)}`,
  'black and white': `#000"/><path d="${half}" fill="#fff"/>`,
  'red and green': `#e00"/><path d="${half}" fill="#0c0"/>`,
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="`
const draw = (content: string) => sharp(Buffer.from(`${svg}${content}</svg>`))

/** Colored dots. The larger the grain, the fewer and softer they are. */
const makeNoise = (grain: number, mean: number) => {
  const raw = { width: 1920 / grain, height: 1280 / grain, channels: 3 } as const
  const length = raw.width * raw.height * raw.channels
  const dots = Uint8ClampedArray.from({ length }, () => mean + (random() + random() - 1) * 160)
  return sharp(dots, { raw }).resize(1920, 1280, { fit: 'fill' })
}

const noises = [4, 10, 20, 40, 80].flatMap((grain) =>
  [50, 105, 150, 205].map((mean) => [`noise ${grain} ${mean}`, makeNoise(grain, mean)] as const),
)
const largest = { width: 3840, height: 3840, fit: 'inside', withoutEnlargement: true } as const
const listPictures = async (dir: string) =>
  (await readdir(dir)).map((file) => [file, sharp(join(dir, file)).resize(largest)] as const)

const pictures = [
  ...(await listPictures(sample)),
  ...(PHOTOS ? await listPictures(PHOTOS) : []),
  ...noises,
  ...Object.entries(hard).map(([name, content]) => [name, draw(content)] as const),
].filter(([name]) => new RegExp(only).test(name))

/** Shows a picture as `show-image.ts` does. The function runs inside the page. */
const show = async (source: string, light: string) => {
  const image = document.querySelector<HTMLImageElement>('#wallpaper')
  if (!image) return
  image.src = source
  await image.decode()
  // Without `will-change`, Chromium's software renderer paints shared tiles again when something above the picture changes.
  image.style.cssText = 'will-change: transform'
  image.dataset.light = light
}

const measure = async (tab: TestTab, name: string, picture: Sharp) => {
  const jpeg = await picture.jpeg({ quality: 92 }).toBuffer()
  const resized = sharp(jpeg).resize({ ...mapped, fit: 'fill' })
  const light = toLightMap(await resized.raw().toBuffer(), 3)
  await tab.evaluate(show, `data:image/jpeg;base64,${jpeg.toString('base64')}`, light)
  const texts = (await measureTexts(tab)).filter(({ name }) => lines.includes(name))
  const { data, ...size } = await capture(tab, '')
  const off = await capture(tab, '#clock { visibility: hidden }')
  const margin = Math.min(...texts.map(({ box }) => box.height)) / 2
  const isIn = (at: number, start: number, length: number) =>
    at >= start - margin && at <= start + length + margin
  const isBeside = (x: number, y: number) =>
    !texts.some(({ box }) => isIn(x, box.x, box.width) && isIn(y, box.y, box.height))
  const beside = data.filter((value, at) => {
    const pixel = Math.floor(at / 3)
    const differs = Math.abs(value - (off.data[at] ?? 0)) > 2
    return differs && isBeside(pixel % size.width, Math.floor(pixel / size.width))
  }).length
  const tile = sharp(data, { raw: { ...size, channels: 3 } }).resize({ height: 400 })
  return { name, texts, beside, tile: await tile.png().toBuffer() }
}

const extensionDir = await buildExtension('chrome')
await mkdir(OUT, { recursive: true })
for (const [width, height] of Object.entries(screens)) {
  if (SCREEN && SCREEN !== width) continue
  const viewport = { width: Number(width), height }
  const browser = await launchChromium({ extensionDir, viewport })
  const page = await browser.openNewTab()
  const tab = fromPlaywright(page)
  await tab.evaluate((stored: object) => chrome.storage.local.set({ settings: stored }), {
    sources: [],
    ...Object.fromEntries(settings.map((one) => one.split('='))),
  })
  await page.locator('.clock[data-ink]').waitFor()
  const measured: Awaited<ReturnType<typeof measure>>[] = []
  for (const [name, picture] of pictures) measured.push(await measure(tab, name, picture))
  await browser.close()
  const rows = lines.map((line) => {
    const texts = measured.flatMap(({ name: picture, texts }) =>
      texts.filter(({ name }) => name === line).map((text) => ({ ...text, picture })),
    )
    const median = medianOf(texts.map(({ contrasts }) => medianOf(contrasts)))
    const usual = Math.min(...texts.map(({ contrasts }) => toUsualLeast(contrasts)))
    const least = Math.min(...texts.flatMap(({ contrasts }) => contrasts[0] ?? []))
    const short = texts.filter(({ contrasts, wanted }) => toUsualLeast(contrasts) < wanted)
    const names = short.map(({ picture }) => picture).join()
    return {
      line,
      median: median.toFixed(1),
      'least of 95 %': usual.toFixed(1),
      'least of all': least.toFixed(1),
      'too low on': names,
    }
  })
  console.log(`${width} × ${height}`)
  console.table(rows)
  console.log('Values beside the clock that differ:', measured.map(({ beside }) => beside).join())
  for (let from = 0; from < measured.length; from += 20) {
    const tiles = measured.slice(from, from + 20).map(({ tile }) => tile)
    await sharp(tiles, { join: { across: 4, shim: 4 } }).toFile(join(OUT, `${width}-${from}.png`))
  }
}
