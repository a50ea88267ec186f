/**
 * Benchmark of the time from a new tab's navigation until its picture is on the screen. It compares
 * Fresco with the last release and with the floor, a page that contains only one `<img>`. Fresco
 * takes its wallpapers from a server, from a catalogue of 100,000 rows on the web, and from own
 * pictures.
 * Run it with `npm run bench -- newtab [tag or commit]`. `OPENS=30` opens 30 tabs of each kind
 * instead of 15. `SCREEN=3840x2160` measures on a larger screen.
 * Prints a table with times, ratios to the floor, memory and long tasks.
 * Each tab starts in a new process. The kinds take turns, so that other load on the machine affects
 * all of them.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { startFakeCatalogue } from '../e2e/support/fake-catalogue.ts'
import { type BareChromium, launchBareChromium } from '../tools/browsers/bare-chromium.ts'
import { buildExtension } from '../tools/browsers/build-extension.ts'
import { closeServer } from '../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { makeLargeIndex } from './large-index.ts'
import { buildOlder, findLastRelease, writeFloor } from './newtab-builds.ts'

const openCount = Number(process.env.OPENS ?? 15)
const checkedOpens = 3
const settleMs = 1_500
const [screenWidth = 1920, screenHeight = 1080] = (process.env.SCREEN ?? '').split('x').map(Number)
const screen = process.env.SCREEN
  ? { width: screenWidth, height: screenHeight }
  : { width: 1920, height: 1080 }
// An index of 73 MB.
const webRows = 100_000
const sample = resolve(import.meta.dirname, '../../server/sample/main/bridge-in-mist.jpg')

interface Kind {
  name: string
  browser: BareChromium
  isFloor: boolean
  /** The settings that choose the source of the wallpapers. The floor has none. */
  settings: object | undefined
}

interface Open {
  /** Milliseconds from the start of the navigation until the picture is on the screen. */
  painted: number
  longTasks: number
  heap: number
  isNew: boolean
}

/**
 * The script runs in the new tab. It uses Element Timing, because Chromium's LCP ignores a picture
 * that fills the page.
 */
const readTimes = `new Promise((resolve) => {
  const paints = []
  new PerformanceObserver((list) => {
    paints.push(...list.getEntries().map(({ renderTime }) => renderTime))
  }).observe({ type: 'element', buffered: true })
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true })
  setTimeout(() => {
    const painted = paints[0] ?? NaN
    resolve({ painted, longTasks: tasks.filter(({ startTime }) => startTime < painted).length })
  }, 100)
})`

const open = async ({ browser }: Kind): Promise<Open> => {
  const before = await browser.listRenderers()
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  const renderers = await browser.listRenderers()
  const times = await browser.evaluate<{ painted: number; longTasks: number }>(tab, readTimes)
  const heap = await browser.readHeap(tab)
  await browser.closeAll()
  return { ...times, heap, isNew: renderers.some((pid) => !before.includes(pid)) }
}

/**
 * Chooses where the wallpapers come from, then waits until some are stored for the next tabs.
 */
const supply = async ({ browser, settings: source }: Kind, others: object = {}): Promise<void> => {
  if (source === undefined) return
  const settings = { ...source, ...others }
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  await browser.evaluate(tab, `chrome.storage.local.set({ settings: ${JSON.stringify(settings)} })`)
  const isReady = `document.querySelector('#wallpaper').src.startsWith('blob:')`
  // `closeAll` would end the background, and with it the download of a large index.
  for (let tries = 0; tries < 30; tries++) {
    const next = await browser.openNewTab()
    await sleep(settleMs)
    if (!(await browser.evaluate<boolean>(next, isReady))) continue
    await sleep(4_000)
    return browser.closeAll()
  }
  throw new Error(`No wallpaper of the chosen source was shown: ${JSON.stringify(settings)}`)
}

/** Imports a picture often enough for all tabs, each time as another file. */
const importPictures = async (browser: BareChromium, picture: string): Promise<object> => {
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  await browser.evaluate(
    tab,
    `(async () => {
      const bytes = await (await fetch(${JSON.stringify(picture)})).arrayBuffer()
      const worker = new Worker('/own-pictures-worker.js')
      for (let count = 0; count < ${openCount + 15}; count++) {
        const file = new File([bytes, String(count)], count + '.jpg', { type: 'image/jpeg' })
        const outcome = await new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.postMessage({ file, folder: '', screen: ${JSON.stringify(screen)} })
        })
        if (outcome.done?.kind !== 'added') throw new Error(JSON.stringify(outcome))
      }
      worker.terminate()
    })()`,
  )
  await browser.closeAll()
  return { catalogues: ['own'] }
}

/** Serves a catalogue of plain files, in which every picture is the same. */
const startSite = async (picture: Buffer) => {
  const index = Buffer.concat(await makeLargeIndex(webRows))
  const server = createServer(({ url }, response) => {
    const isIndex = url === '/index.json'
    response.writeHead(isIndex || url?.startsWith('/main/') ? 200 : 404, {
      'Content-Type': isIndex ? 'application/json' : 'image/jpeg',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'max-age=600',
    })
    response.end(isIndex ? index : picture)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) }
}

/** Measures the picture's arrival with the browser's trace, as a cross-check of Element Timing. */
const openTraced = async ({ browser }: Kind): Promise<number> => {
  const frames = await browser.traceNewTab(settleMs)
  await browser.closeAll()
  const spreads = await Promise.all(frames.map(({ jpeg }) => measureSpread(jpeg)))
  const last = spreads.at(-1) ?? 0
  return frames[spreads.findIndex((spread) => spread > last / 2)]?.at ?? Number.NaN
}

/**
 * Returns the largest standard deviation of a color channel. A plain color has a low value and a
 * picture has a high value.
 */
const measureSpread = async (jpeg: Buffer): Promise<number> => {
  const { channels } = await sharp(jpeg).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

const takeTurns = async <T>(
  kinds: Kind[],
  count: number,
  act: (kind: Kind) => Promise<T>,
): Promise<Map<Kind, T[]>> => {
  const results = new Map<Kind, T[]>(kinds.map((kind) => [kind, []]))
  for (let turn = 0; turn < count; turn++) {
    for (const kind of kinds) results.get(kind)?.push(await act(kind))
  }
  return results
}

const quantile = (values: number[], share: number): number => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const toRow = (name: string, opens: Open[], floor: number, traced: number[]) => {
  const painted = opens.map((each) => each.painted)
  const median = quantile(painted, 0.5)
  return {
    'new tab': name,
    'median ms': Math.round(median),
    'p95 ms': Math.round(quantile(painted, 0.95)),
    'of the floor': Number((median / floor).toFixed(2)),
    'in the trace ms': Math.round(quantile(traced, 0.5)),
    'heap MB': Number(
      (
        quantile(
          opens.map(({ heap }) => heap),
          0.5,
        ) /
        2 ** 20
      ).toFixed(2),
    ),
    'long tasks before': opens.reduce((sum, { longTasks }) => sum + longTasks, 0),
    'new process': `${opens.filter(({ isNew }) => isNew).length} of ${opens.length}`,
  }
}

const report = (title: string, opens: Map<Kind, Open[]>, traced: Map<Kind, number[]>) => {
  const floorOpens = [...opens].find(([{ isFloor }]) => isFloor)?.[1] ?? []
  const floor = quantile(
    floorOpens.map(({ painted }) => painted),
    0.5,
  )
  console.log(`\n${title}`)
  console.table(
    [...opens].map(([kind, each]) => toRow(kind.name, each, floor, traced.get(kind) ?? [])),
  )
}

interface Build {
  name: string
  dir: string
  /** Prepares the source of the wallpapers and resolves to the settings that choose it. */
  choose?: (browser: BareChromium) => Promise<object>
}

const launchKinds = async (
  temp: string,
  picture: Buffer,
  sources: { server: string; site: string },
): Promise<Kind[]> => {
  const older = process.argv[2] ?? findLastRelease()
  if (!older) console.log('No release to compare with. Pass a tag or commit to compare with it.')
  const dir = await buildExtension('chrome')
  const chooseServer = async () => ({ catalogues: [sources.server], server: sources.server })
  const builds: Build[] = [
    { name: 'floor', dir: await writeFloor(join(temp, 'floor'), picture) },
    { name: 'Fresco, server', dir, choose: chooseServer },
    {
      name: 'Fresco, catalogue on the web',
      dir,
      choose: async () => ({ catalogues: [`${sources.site}/index.json`] }),
    },
    {
      name: 'Fresco, own pictures',
      dir,
      choose: (browser) => importPictures(browser, `${sources.site}/main/picture.jpg`),
    },
  ]
  if (older)
    builds.push({
      name: `Fresco ${older}, server`,
      dir: await buildOlder(join(temp, 'older'), older),
      choose: chooseServer,
    })
  const kinds: Kind[] = []
  for (const { name, dir, choose } of builds) {
    const browser = await launchBareChromium({ extensionDir: dir, ...screen })
    const settings = await choose?.(browser)
    kinds.push({ name, browser, isFloor: name === 'floor', settings })
  }
  return kinds
}

const temp = await makeTempDir('bench-newtab')
const picture = await sharp(sample)
  .resize({ ...screen, fit: 'cover' })
  .jpeg({ quality: 85 })
  .toBuffer()
const server = await startFakeCatalogue({ picture })
const site = await startSite(picture)
const kinds = await launchKinds(temp, picture, { server: server.url, site: site.url })
for (const kind of kinds) await supply(kind)
await takeTurns(kinds, 1, open)
const traced = await takeTurns(kinds, checkedOpens, openTraced)
report('Another wallpaper in every tab', await takeTurns(kinds, openCount, open), traced)

// Every tab shows the same wallpaper with `rotation: 'ask'`. Otherwise the tabs would use up the
// stored wallpapers, because the server is stopped.
for (const kind of kinds) await supply(kind, { rotation: 'ask' })
await Promise.all([server.stop(), site.stop()])
report('Without a network', await takeTurns(kinds, openCount, open), new Map())

for (const { browser } of kinds) await browser.close()
await removeDir(temp)
