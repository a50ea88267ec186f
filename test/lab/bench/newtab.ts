/**
 * Benchmark of the time from a new tab's navigation until its picture is on the screen. Fresco shows
 * wallpapers of a server, of a catalogue of 20,000 rows on the web, and own pictures. Three pages that do as
 * little as possible are the floors: one with a packaged picture, one with a picture in IndexedDB,
 * and an empty one.
 *
 * `npm run lab -- bench newtab` measures four situations in about eleven minutes and prints a table for
 * each. `npm run lab -- bench newtab new-process` measures one of them. `OPENS=30` opens 30 tabs of each
 * kind instead of 10. `OLDER=v1.2.0,HEAD` also measures tags or commits, with wallpapers of a server.
 *
 * The kinds take turns in random order, so that other load on the machine affects all of them. The browser rounds
 * times to 4 ms. The ratios are therefore between means of the middle half of the times, because
 * ratios of medians would jump by 4 %.
 */
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { sampleDistinct } from '../../../shared/catalogue/draw.ts'
import { buildExtension } from '../../../tools/build-extension.ts'
import { startFakeCatalogue } from '../../e2e/support/fake-catalogue.ts'
import { expectDefined } from '../../expect-defined.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { percentileOf } from '../load/flatness.ts'
import { type BareChromium, launchBareChromium } from './bare-chromium.ts'
import { buildOlder, writeFloors } from './newtab-builds.ts'
import { importPictures, startSite, supply } from './newtab-sources.ts'

const openCount = Number(process.env.OPENS ?? 10)
const tracedOpens = 3
const settleMs = 1_500
// An index of 15 MB. The extension reads at most 16 MB.
const webRows = 20_000
const sample = resolve(import.meta.dirname, '../../../server/sample/main/bridge-in-mist.jpg')

interface Screen {
  width: number
  height: number
}

interface Build {
  name: string
  dir: string
  /** Prepares the source of the wallpapers and resolves to the settings that choose it. Floors have no source. */
  choose?: (browser: BareChromium) => Promise<object>
}

interface Kind extends Build {
  browser: BareChromium
  restart(): Promise<void>
}

interface Open {
  /** Milliseconds from the start of the navigation until the picture is on the screen. */
  painted: number
  longTasks: number
  heap: number
  /** The size of the picture in bytes. */
  bytes: number
  isNew: boolean
}

/** Element Timing, because Chromium's LCP ignores a picture that fills the page. */
const readTimes = `new Promise((resolve) => {
  const paints = []
  new PerformanceObserver((list) => {
    paints.push(...list.getEntries().map(({ renderTime }) => renderTime))
  }).observe({ type: 'element', buffered: true })
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true })
  setTimeout(async () => {
    const picture = document.querySelector('#wallpaper')
    const [paint] = picture ? paints : performance.getEntriesByName('first-paint').map((entry) => entry.startTime)
    const painted = location.protocol === 'chrome-extension:' ? paint ?? NaN : NaN
    const bytes = picture ? (await (await fetch(picture.src)).blob()).size : 0
    resolve({ painted, bytes, longTasks: tasks.filter(({ startTime }) => startTime < painted).length })
  }, 100)
})`

/** Opens a new tab and measures it. The tab stays open. */
const open = async ({ browser }: Kind): Promise<Open & { tab: string }> => {
  const before = await browser.listRenderers()
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  const renderers = await browser.listRenderers()
  const times = await browser.evaluate<Omit<Open, 'heap' | 'isNew'>>(tab, readTimes)
  const heap = await browser.readHeap(tab)
  return { ...times, heap, isNew: renderers.some((pid) => !before.includes(pid)), tab }
}

const keepOneTab = async ({ browser }: Kind): Promise<void> => {
  await browser.closeAll()
  await browser.openNewTab()
}

const openInWarmProcess = async (kind: Kind): Promise<Open> => {
  const opened = await open(kind)
  await kind.browser.closeTab(opened.tab)
  return opened
}

// The other kinds have their turns between `closeAll` and the next tab. Until then Chromium has closed the database.
const openInNewProcess = async (kind: Kind): Promise<Open> => {
  const opened = await open(kind)
  await kind.browser.closeAll()
  return opened
}

const openInNewBrowser = async (kind: Kind): Promise<Open> => {
  await kind.restart()
  return open(kind)
}

interface Situation {
  title: string
  screen: Screen
  warmUp?: (kind: Kind) => Promise<void>
  open: (kind: Kind) => Promise<Open>
}

const fullHd = { width: 1920, height: 1080 }
const situations: Record<string, Situation> = {
  'warm-process': {
    title: 'Another tab of the extension is open',
    screen: fullHd,
    warmUp: keepOneTab,
    open: openInWarmProcess,
  },
  'new-process': {
    title: 'No other tab of the extension is open',
    screen: fullHd,
    open: openInNewProcess,
  },
  'just-started': {
    title: 'The first tab after the browser has started',
    screen: fullHd,
    open: openInNewBrowser,
  },
  '4k': {
    title: 'A screen of 3840 × 2160, no other tab of the extension is open',
    screen: { width: 3840, height: 2160 },
    open: openInNewProcess,
  },
}

/** Measures the picture's arrival with the browser's trace, as a cross-check of Element Timing. */
const openTraced = async ({ browser }: Kind): Promise<number> => {
  const frames = await browser.traceNewTab(settleMs)
  await browser.closeAll()
  const spreads = await Promise.all(frames.map(({ jpeg }) => measureSpread(jpeg)))
  const last = spreads.at(-1) ?? 0
  return frames[spreads.findIndex((spread) => spread > last / 2)]?.at ?? Number.NaN
}

/** Low for a plain color, and high for a picture. */
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
  for (let turn = 0; turn < count; turn++)
    // In a random order, no kind always follows the one whose background works longest after a tab has opened.
    for (const at of sampleDistinct(kinds.length, kinds.length, Math.random)) {
      const kind = expectDefined(kinds[at])
      results.get(kind)?.push(await act(kind))
    }
  return results
}

const sortFinite = (values: number[]): number[] =>
  values.filter(Number.isFinite).toSorted((a, b) => a - b)

const quantile = (values: number[], share: number): number =>
  percentileOf(values.filter(Number.isFinite), share)

const middleMean = (values: number[]): number => {
  const sorted = sortFinite(values)
  const quarter = Math.floor(sorted.length / 4)
  const middle = sorted.slice(quarter, sorted.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits))

const report = (title: string, opens: Map<Kind, Open[]>, traced: Map<Kind, number[]>) => {
  const middles = [...opens.values()].map((each) => middleMean(each.map(({ painted }) => painted)))
  // The first two kinds are the floors with a picture.
  const [packaged = Number.NaN, indexedDb = Number.NaN] = middles
  const rows = [...opens].map(([kind, each]) => {
    const list = (value: (one: Open) => number) => each.map(value)
    const middle = (value: (one: Open) => number) => quantile(list(value), 0.5)
    const painted = list((one) => one.painted)
    const longTasks = list((one) => one.longTasks).reduce((sum, count) => sum + count, 0)
    return {
      'new tab': kind.name,
      'median ms': round(quantile(painted, 0.5)),
      'p95 ms': round(quantile(painted, 0.95)),
      '× packaged': round(middleMean(painted) / packaged, 2),
      '× IndexedDB': round(middleMean(painted) / indexedDb, 2),
      'in the trace ms': round(quantile(traced.get(kind) ?? [], 0.5)),
      'picture kB': round(middle(({ bytes }) => bytes) / 1000),
      'heap MB': round(middle(({ heap }) => heap) / 2 ** 20, 2),
      'long tasks before': longTasks,
      'new process': `${each.filter(({ isNew }) => isNew).length} of ${each.length}`,
    }
  })
  console.log(`\n${title}`)
  console.table(rows)
}

const listBuilds = async (
  temp: string,
  picture: Buffer,
  { site, server, screen, count }: { site: string; server: string; screen: Screen; count: number },
): Promise<Build[]> => {
  const floors = await writeFloors(join(temp, 'floors'), picture)
  const dir = await buildExtension('chrome')
  return [
    { name: 'packaged page', dir: floors.packaged },
    { name: 'IndexedDB page', dir: floors.indexedDb },
    { name: 'empty page', dir: floors.empty },
    { name: 'Fresco, server', dir, choose: async () => ({ sources: [server] }) },
    {
      name: 'Fresco, catalogue on the web',
      dir,
      choose: async () => ({ sources: [`${site}/index.json`] }),
    },
    {
      name: 'Fresco, own pictures',
      dir,
      choose: (browser) =>
        importPictures(browser, { picture: `${site}/main/picture.jpg`, screen, count }),
    },
  ]
}

const launchKind = async (build: Build, screen: Screen, profile: string): Promise<Kind> => {
  const launch = () => launchBareChromium({ extensionDir: build.dir, profile, ...screen })
  const kind: Kind = {
    ...build,
    browser: await launch(),
    restart: async () => {
      await kind.browser.close()
      kind.browser = await launch()
    },
  }
  return kind
}

/** Measures situations that have the same screen, with the same browsers. */
const measure = async (screen: Screen, chosen: readonly Situation[]): Promise<void> => {
  const temp = await makeTempDir('bench-newtab')
  const picture = await sharp(sample)
    .resize({ ...screen, fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
  const site = await startSite(picture, webRows)
  const server = await startFakeCatalogue({ picture })
  const count = chosen.length * (openCount + 1) + tracedOpens + 15
  const urls = { site: site.url, server: server.url }
  const builds = await listBuilds(temp, picture, { ...urls, screen, count })
  for (const ref of process.env.OLDER?.split(',') ?? [])
    builds.push({
      name: `Fresco ${ref}, server`,
      dir: await buildOlder(join(temp, `older-${ref}`), ref),
      choose: async () => ({ sources: [server.url], catalogues: [server.url] }),
    })
  const kinds: Kind[] = []
  for (const [at, build] of builds.entries())
    kinds.push(await launchKind(build, screen, join(temp, `profile-${at}`)))
  for (const { browser, choose } of kinds) await supply(browser, await choose?.(browser))
  for (const situation of chosen) {
    await takeTurns<unknown>(kinds, 1, situation.warmUp ?? situation.open)
    const opens = await takeTurns(kinds, openCount, situation.open)
    const isTraced = situation.open === openInNewProcess
    report(situation.title, opens, await takeTurns(kinds, isTraced ? tracedOpens : 0, openTraced))
  }
  for (const { browser } of kinds) await browser.close()
  await Promise.all([server.stop(), site.stop()])
  await removeDir(temp)
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in situations))
if (unknown)
  throw new Error(
    `Unknown situation '${unknown}'. Expected one of: ${Object.keys(situations).join(', ')}`,
  )
const chosen = Object.entries(situations).flatMap(([name, situation]) =>
  asked.length === 0 || asked.includes(name) ? [situation] : [],
)
for (const [screen, alike] of Map.groupBy(chosen, ({ screen }) => screen))
  await measure(screen, alike)
