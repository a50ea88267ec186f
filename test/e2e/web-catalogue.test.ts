import { resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLargeIndex } from '../bench/large-index.ts'
import { makeIndexRows } from '../builders.ts'
import { type StaticHosts, startStaticHosts } from '../emulators/static-hosts.ts'
import { inLongRun } from '../long-run.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const raw = 'raw.githubusercontent.com'
const walls = 'https://github.com/ada/walls'
const filters = {
  catalogue: walls,
  type: null,
  category: null,
  color: null,
  source: 'all',
  ratio: null,
  atleast: null,
  tone: null,
} as const
const hour = 3_600_000

const bundlePage = async (): Promise<string> => {
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: resolve(import.meta.dirname, 'support/web-catalogue-page.ts'),
        formats: ['es'],
        fileName: 'page',
      },
    },
  })
  const [output] = Array.isArray(bundled) ? bundled : [bundled]
  if (!output || !('output' in output)) throw new Error('Vite made no page')
  return output.output[0].code
}

const filesOf = (index: readonly { file_main_name: string }[]) => ({
  'index.json': JSON.stringify(index),
  ...Object.fromEntries(
    index.map(({ file_main_name: name }) => [`main/${name}`, Buffer.alloc(99)]),
  ),
})

describe.each(browserNames)('a catalogue on the web in %s, without a permission', (browserName) => {
  let hosts: StaticHosts
  let browser: TestBrowser
  let page: TestTab
  const openPage = async () => {
    const tab = await browser.open('https://page.test/')
    await tab.waitFor(`'catalogue' in globalThis`)
    return tab
  }
  const find = (asked = {}, exclude: string[] = []) =>
    page.evaluate(
      async (wanted, excluded) => (await catalogue.find(wanted, excluded)).map(({ id }) => id),
      { ...filters, ...asked },
      exclude,
    )
  /** Lets a tab open later, and waits until the list that it caused to be fetched is there. */
  const tabLater = (ms: number) =>
    page.evaluate(
      async (added, wanted) => {
        globalThis.later += added
        await catalogue.find(wanted, [])
        await catalogue.idle()
      },
      ms,
      filters,
    )
  const preview = (address: string) =>
    page.evaluate(
      (text) => catalogue.preview(text).catch(({ problem }: { problem: unknown }) => problem),
      address,
    )
  const sentTo = (host: string) => hosts.requests.filter((request) => request.host === host)

  beforeAll(async () => {
    hosts = await startStaticHosts()
    const script = await bundlePage()
    hosts.putSite('page.test', {
      'index.html': '<!doctype html><script type="module" src="/page.js"></script>',
      'page.js': script,
    })
    browser = await launchBrowser(browserName, { hosts })
    page = await openPage()
  })
  afterAll(async () => {
    await browser?.close()
    await hosts?.stop()
  })

  it('is found, stored, and revalidated by the browser without a preflight', async () => {
    hosts.putRepository('ada/walls', filesOf(makeIndexRows(60)))
    expect(await preview('github.com/ada/walls')).toMatchObject({ name: walls, count: 60 })
    expect(await find()).toHaveLength(10)
    await tabLater(2 * hour)
    hosts.putRepository('ada/walls', filesOf(makeIndexRows(61)))
    await tabLater(2 * hour)
    const everything = Array.from({ length: 60 }, (_, at) => `row-${at}`)
    expect(await find({}, everything)).toEqual(['row-60'])
    const requests = sentTo(raw).filter(({ path }) => path.endsWith('/index.json'))
    expect(requests.map(({ method, status }) => [method, status])).toEqual([
      ['GET', 200],
      ['GET', 304],
      ['GET', 200],
    ])
    expect(sentTo(raw).some(({ method }) => method === 'OPTIONS')).toBe(false)
  })

  it('is there in the next page, also without a network', async () => {
    await page.close()
    page = await openPage()
    const { length } = sentTo(raw)
    expect(await find()).toHaveLength(10)
    expect(sentTo(raw)).toHaveLength(length)
    hosts.behave(raw, { drops: true })
    await tabLater(24 * hour)
    expect(await find()).toHaveLength(10)
    hosts.behave(raw)
  })

  it('needs a permission if its host sends no CORS headers', async () => {
    hosts.putSite('walls.test', { 'index.json': '[]' }, { cors: false })
    expect(await preview('walls.test')).toEqual({ kind: 'no-cors' })
    hosts.behave('gone.test', { drops: true })
    expect(await preview('gone.test')).toEqual({ kind: 'unreachable' })
  })

  it('a heart stays with its picture when a tree of files changes, also in the next page', async () => {
    const tree = (files: Record<string, string>) =>
      hosts.putRepository(
        'ada/tree',
        Object.fromEntries(
          Object.entries(files).map(([path, letter]) => [path, Buffer.alloc(60_000, letter)]),
        ),
      )
    const asked = { catalogue: 'https://github.com/ada/tree' }
    tree({ 'a/lake.jpg': 'x' })
    expect(await find(asked)).toEqual(['lake'])
    tree({ 'a/lake.jpg': 'y', 'b/renamed.jpg': 'x' })
    await page.close()
    page = await openPage()
    const url = await page.evaluate(
      async (wanted) => {
        globalThis.later = 1_000 * 3_600_000
        await catalogue.find(wanted, [])
        await catalogue.idle()
        return (await catalogue.describe(wanted.catalogue, 'lake')).url
      },
      { ...filters, ...asked },
    )
    expect(url).toBe(`https://${raw}/ada/tree/HEAD/b/renamed.jpg`)
    // The next list has one picture, under the name that the heart had before.
    tree({ 'a/lake.jpg': 'y' })
    await page.evaluate(() => catalogue.keepOnly([]))
    expect(await find(asked)).toEqual([expect.stringMatching(/^lake-[0-9a-f]{8}$/)])
  })

  inLongRun('has 100,000 wallpapers, with an index of 73 MB', async () => {
    const index = Buffer.concat(await makeLargeIndex(100_000))
    hosts.putRepository('ada/large', { 'index.json': index })
    const large = { catalogue: 'https://github.com/ada/large', category: 'cars' }
    expect(await find(large)).toHaveLength(10)
    const ids = JSON.parse(index.toString()).flatMap(
      ({ file_name, category }: { file_name: string; category: string }) =>
        category === '#cars' ? [file_name] : [],
    )
    expect(ids).toContain((await find(large, ids.slice(0, 100)))[0])
  })
})
