/**
 * Measures how legible the clock is, and whether it changes the picture beside it. Prints a table for each size of the
 * window, and writes sheets of screenshots to look at.
 * npm run lab -- legibility [--out DIR] [--extension DIR] [--screen 1440] [--only 'stripes|noise'] [--css '.clock p { … }'] [--set clockPlace=calm]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright'
import sharp from 'sharp'
import type { Rgb } from '../../../extension/platform/browser/light-map.ts'
import { buildExtension } from '../../../tools/build-extension.ts'
import { launchChromium } from '../../tools/browsers/chromium.ts'
import {
  type Box,
  listEdgeContrasts,
  type Pixels,
  pixelAt,
  quantile,
  styles,
} from '../../tools/contrast.ts'
import { listPictures, measure, type Picture } from './pictures.ts'

declare const chrome: { storage: { local: { set(values: object): Promise<void> } } }

const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 3840, height: 2160 },
]
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '/tmp/fresco-legibility' },
    extension: { type: 'string' },
    screen: { type: 'string' },
    only: { type: 'string', default: '' },
    css: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
  },
})

interface Line extends Box {
  name: string
  ink: Rgb
  /** The contrast that WCAG 2.2 asks for. */
  wanted: number
}

interface Shown {
  base64: string
  position: string
  light: string
  luminance: number
}

/** Shows a picture in the tab as `show-image.ts` does. Runs inside the page. */
const showPicture = async ({ base64, position, light, luminance }: Shown) => {
  const image = document.querySelector<HTMLImageElement>('#wallpaper')
  if (!image) throw new Error('The tab has no picture')
  image.src = `data:image/jpeg;base64,${base64}`
  await image.decode()
  image.style.objectPosition = position
  // Chromium's software renderer paints shared tiles again when something above the picture changes.
  image.style.willChange = 'transform'
  image.dataset.luminance = `${luminance}`
  image.dataset.light = light
  await new Promise(requestAnimationFrame)
}

/** Where the lines of the clock are, and their color. Runs inside the page. */
const listLines = () =>
  Array.from(document.querySelectorAll('.clock > p'), (line) => {
    const range = document.createRange()
    range.selectNodeContents(line)
    const { x, y, width, height } = range.getBoundingClientRect()
    const { color, fontSize } = getComputedStyle(line)
    const ink = [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number) as unknown as Rgb
    const wanted = Number.parseFloat(fontSize) >= 24 ? 3 : 4.5
    return { name: line.className, x, y, width, height, ink, wanted }
  })

const withoutClock = '#clock { visibility: hidden }'

const always = `* { transition: none !important } ${values.css}`

const setStyle = (css: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

const capture = async (cdp: CDPSession, clip?: Box): Promise<Pixels> => {
  const { data } = await cdp.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    ...(clip && { clip: { ...clip, scale: 1 } }),
  })
  const decoded = sharp(Buffer.from(data, 'base64')).removeAlpha().raw()
  const { data: pixels, info } = await decoded.toBuffer({ resolveWithObject: true })
  return { data: pixels, width: info.width, height: info.height }
}

const captureAs = async (page: Page, cdp: CDPSession, css: string, clip?: Box) => {
  await page.evaluate(setStyle, `${always} ${css}`)
  return capture(cdp, clip)
}

const union = (boxes: Box[], margin: number): Box => {
  const left = Math.floor(Math.min(...boxes.map(({ x }) => x)) - margin)
  const top = Math.floor(Math.min(...boxes.map(({ y }) => y)) - margin)
  const right = Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)) + margin)
  const bottom = Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)) + margin)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const tolerated = 2

/** The share of all pixels that differ outside of the box. */
const compareOutside = (on: Pixels, off: Pixels, box: Box): number => {
  let differing = 0
  for (let at = 0; at < on.width * on.height; at++) {
    const [x, y] = [at % on.width, Math.floor(at / on.width)]
    const isInside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
    if (isInside) continue
    const before = pixelAt(off, x, y)
    const differs = pixelAt(on, x, y).some(
      (value, part) => Math.abs(value - (before[part] ?? 0)) > tolerated,
    )
    if (differs) differing++
  }
  return differing / (on.width * on.height)
}

interface Finding {
  picture: string
  outside: number
  lines: { name: string; wanted: number; median: number; p5: number; least: number }[]
}

const tile = { width: 480, height: 300 }

const toTile = ({ data, width, height }: Pixels, box: Box) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .extract({
      left: Math.max(0, Math.min(width - box.width, box.x)),
      top: Math.max(0, Math.min(height - box.height, box.y)),
      width: Math.min(width, box.width),
      height: Math.min(height, box.height),
    })
    .resize({ ...tile, fit: 'contain', background: '#888', withoutEnlargement: true })
    .png()
    .toBuffer()

const writeSheet = async (file: string, tiles: Buffer[]) => {
  const columns = 4
  const rows = Math.ceil(tiles.length / columns)
  const width = columns * (tile.width + 4)
  const height = rows * (tile.height + 4)
  await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite(
      tiles.map((input, at) => ({
        input,
        left: (at % columns) * (tile.width + 4),
        top: Math.floor(at / columns) * (tile.height + 4),
      })),
    )
    .png()
    .toFile(file)
}

const measurePicture = async (page: Page, cdp: CDPSession, { name, jpeg, position }: Picture) => {
  await page.evaluate(setStyle, always)
  const base64 = jpeg.toString('base64')
  await page.evaluate(showPicture, { base64, position, ...(await measure(jpeg)) })
  const lines: Line[] = await page.evaluate(listLines)
  const small = lines.find(({ name }) => name === 'date') ?? lines[0]
  const box = union(lines, (small?.height ?? 0) / 2)
  const screen = await captureAs(page, cdp, '')
  const clip = union(lines, 8)
  const off = await captureAs(page, cdp, withoutClock)
  const bare = await captureAs(page, cdp, styles.bare, clip)
  const mask = await captureAs(page, cdp, styles.mask, clip)
  const finding: Finding = {
    picture: name,
    outside: compareOutside(screen, off, box),
    lines: lines.map((line) => {
      const box = { ...line, x: line.x - clip.x, y: line.y - clip.y }
      const edges = listEdgeContrasts(line.ink, box, { bare, mask })
      const [median, p5, least] = [0.5, 0.05, 0].map((share) => quantile(edges, share))
      return { name: line.name, wanted: line.wanted, median, p5, least } as Finding['lines'][0]
    }),
  }
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const close = {
    x: Math.round(center.x - tile.width / 2),
    y: Math.round(center.y - tile.height / 2),
    ...tile,
  }
  const whole = { x: 0, y: 0, width: screen.width, height: screen.height }
  return { finding, close: await toTile(screen, close), whole: await toTile(screen, whole) }
}

const write = (value: number) => value.toFixed(2).padStart(6)

const report = (findings: Finding[]): string => {
  const names = [...new Set(findings.flatMap(({ lines }) => lines.map(({ name }) => name)))]
  const rows = names.map((name) => {
    const lines = findings.flatMap(({ lines }) => lines.filter((line) => line.name === name))
    const sorted = (key: 'median' | 'p5' | 'least') =>
      lines.map((line) => line[key]).sort((a, b) => a - b)
    const [medians, p5s, leasts] = [sorted('median'), sorted('p5'), sorted('least')]
    const short = lines.filter(({ p5, wanted }) => p5 < wanted).length
    return [
      name.padEnd(9),
      `wanted ${lines[0]?.wanted}`,
      `median ${write(quantile(medians, 0.5))} lowest ${write(medians[0] ?? 0)}`,
      `p5 ${write(quantile(p5s, 0.5))} lowest ${write(p5s[0] ?? 0)}`,
      `least ${write(quantile(leasts, 0.5))} lowest ${write(leasts[0] ?? 0)}`,
      `p5 too low on ${short} of ${lines.length}`,
    ].join(' | ')
  })
  const outside = findings.map(({ outside }) => outside).sort((a, b) => b - a)
  const many = outside.filter((share) => share > 0.01).length
  const any = outside.filter((share) => share > 0).length
  return [
    ...rows,
    `outside: at most ${((outside[0] ?? 0) * 100).toFixed(3)} % of the pixels; more than 1 % on ${many}, any on ${any} of ${outside.length}`,
  ].join('\n')
}

const extensionDir = values.extension ?? (await buildExtension('chrome'))
const pictures = (await listPictures()).filter(({ name }) => new RegExp(values.only).test(name))
const settings = Object.fromEntries(values.set.map((one) => one.split('=')))
await mkdir(values.out, { recursive: true })
const chromium = await launchChromium({ extensionDir })
try {
  const options = await chromium.openExtensionPage('options.html')
  await options.evaluate((stored) => chrome.storage.local.set({ settings: stored }), {
    sources: [],
    ...settings,
  })
  await options.close()
  for (const screen of screens) {
    if (values.screen && values.screen !== `${screen.width}`) continue
    const page = await chromium.openNewTab()
    await page.setViewportSize(screen)
    await page.clock.setFixedTime(new Date(2026, 10, 28, 22, 8))
    await page.reload()
    await page.locator('.clock[data-ink]').waitFor()
    const cdp = await chromium.context.newCDPSession(page)
    const measured = []
    for (const picture of pictures) measured.push(await measurePicture(page, cdp, picture))
    await page.close()
    const findings = measured.map(({ finding }) => finding)
    const file = (name: string) => join(values.out, `${screen.width}-${name}`)
    await writeFile(file('findings.json'), JSON.stringify(findings, null, 1))
    for (let at = 0; at < measured.length; at += 20) {
      const some = measured.slice(at, at + 20)
      await writeSheet(
        file(`close-${at / 20}.png`),
        some.map(({ close }) => close),
      )
      await writeSheet(
        file(`whole-${at / 20}.png`),
        some.map(({ whole }) => whole),
      )
    }
    console.log(`\n${screen.width} × ${screen.height}\n${report(findings)}`)
  }
} finally {
  await chromium.close()
}
console.log(`\nSheets: ${values.out}`)
