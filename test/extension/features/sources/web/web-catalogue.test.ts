import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Filters } from '../../../../../extension/features/settings/settings.ts'
import { createWebCatalogue } from '../../../../../extension/features/sources/web/web-catalogue.ts'
import { createEndableFetch } from '../../../../../extension/remote/http.ts'
import { FetchError } from '../../../../../extension/remote/problem.ts'
import { toTextList } from '../../../../../shared/unknown.ts'
import { makeIndexRow, makeIndexRows, makeRandom } from '../../../../builders.ts'
import sampleRows from '../../../../data/index.rows.json' with { type: 'json' }
import {
  type HostedFiles,
  type StaticHosts,
  startStaticHosts,
} from '../../../../emulators/static-hosts.ts'
import { expectDefined } from '../../../../expect-defined.ts'
import { createBrowserFetch } from '../../../fakes/browser-fetch.ts'
import { makeFilters } from '../../../fakes/make-wallpaper.ts'
import { createMemoryCatalogueStore } from '../../../fakes/memory-catalogue-store.ts'

const raw = 'raw.githubusercontent.com'
const api = 'api.github.com'
const walls = 'https://github.com/ada/walls'
const hour = 3_600_000

const filters = makeFilters({ catalogue: walls })

const picture = (name: string) => Buffer.alloc(60_000, name)
/** The files of the catalogue layout for some rows. */
const filesOf = (index: readonly { file_main_name: string }[]): HostedFiles => ({
  'index.json': JSON.stringify(index),
  ...Object.fromEntries(index.map(({ file_main_name: name }) => [`main/${name}`, picture(name)])),
})
const treeOf = (...paths: string[]): HostedFiles =>
  Object.fromEntries(paths.map((path) => [path, picture(path)]))

const problemOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FetchError)) throw new Error('Expected a FetchError', { cause: error })
  return error
}

describe('createWebCatalogue', () => {
  let hosts: StaticHosts
  beforeEach(async () => {
    hosts = await startStaticHosts()
  })
  afterEach(() => hosts.stop())

  const setUp = ({ saves = false, screen = { width: 1920, height: 1080 } } = {}) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
    const deps = {
      fetch: createBrowserFetch(hosts),
      readSizing: async () => ({ screen, saves }),
      store: createMemoryCatalogueStore(),
      now: () => clock.now,
      random: makeRandom('web-catalogue'),
    }
    const catalogue = createWebCatalogue(deps)
    const find = (part: Partial<Filters>, exclude: string[] = []) =>
      catalogue.find({ ...filters, ...part }, exclude)
    const ids = async (part: Partial<Filters> = {}, exclude: string[] = []) =>
      (await find(part, exclude)).map(({ id }) => id).sort()
    const titles = async (part: Partial<Filters> = {}) =>
      (await find(part)).map(({ title }) => title).sort()
    /** Opens a tab later, and waits until the list that it caused to be fetched is there. */
    const later = async (ms: number) => {
      clock.now += ms
      await catalogue.find(filters, []).catch(() => undefined)
      await catalogue.idle()
    }
    const preview = async (typed: string) => expectDefined(await catalogue.preview(typed))
    return { catalogue, clock, deps, ids, titles, later, preview }
  }
  const sentTo = (host: string) =>
    hosts.requests
      .filter((request) => request.host === host)
      .map(({ method, path }) => `${method} ${path}`)

  describe('with an index at GitHub', () => {
    it('reads the rows of a real index', async () => {
      hosts.putRepository('ada/walls', { 'index.json': JSON.stringify(sampleRows) })
      const { catalogue } = setUp()
      const found = await catalogue.find({ ...filters, type: 'mobile', category: 'anime' }, [])
      const snake = expectDefined(found.find(({ id }) => id === 'snake-girl-duality'))
      const url = `https://${raw}/ada/walls/HEAD/main/snake-girl-duality.png`
      const preview_url = `https://${raw}/ada/walls/HEAD/cache/snake-girl-duality.webp`
      expect(snake).toMatchObject({ type: 'mobile', url, preview_url, image_url: url })
      expect(found.every(({ category }) => category === 'anime')).toBe(true)
    })

    it('needs one request, of which no preflight', async () => {
      hosts.putRepository('ada/walls', filesOf(makeIndexRows(30)))
      const { ids } = setUp()
      expect(await ids()).toHaveLength(10)
      await ids()
      expect(hosts.requests.map(({ host, method, path }) => [host, method, path])).toEqual([
        [raw, 'GET', '/ada/walls/HEAD/index.json'],
      ])
    })

    it('downloads the smallest copy that covers the screen, and the preview while saving data', async () => {
      const renditions = [1280, 1920, 2560].map((width) => ({
        width,
        height: (width * 9) / 16,
        file: `images/a b-${width}.webp`,
      }))
      hosts.putRepository('ada/walls', filesOf([makeIndexRow({ renditions })]))
      const imageOf = async (options: Parameters<typeof setUp>[0]) =>
        (await setUp(options).catalogue.find(filters, []))[0]?.image_url
      const base = `https://${raw}/ada/walls/HEAD`
      expect(await imageOf({})).toBe(`${base}/images/a%20b-1920.webp`)
      expect(await imageOf({ screen: { width: 2000, height: 1000 } })).toBe(
        `${base}/images/a%20b-2560.webp`,
      )
      expect(await imageOf({ screen: { width: 3840, height: 2160 } })).toBe(
        `${base}/main/lake-view.png`,
      )
      expect(await imageOf({ saves: true })).toBe(`${base}/cache/lake-view.webp`)
    })
  })

  describe('with a tree of pictures at GitHub', () => {
    it('reads all pictures with one request to the API', async () => {
      hosts.putRepository('ada/walls', {
        'README.md': '#',
        ...treeOf('sea/lake.jpg', 'sea/dune.png', 'art/moon.webp'),
      })
      const { catalogue, titles } = setUp()
      expect(await titles({ type: 'desktop' })).toEqual(['Dune', 'Lake', 'Moon'])
      expect(await titles({ category: 'sea' })).toEqual(['Dune', 'Lake'])
      const [moon] = await catalogue.find({ ...filters, category: 'art' }, [])
      expect(moon).toMatchObject({
        category: 'art',
        title: 'Moon',
        width: null,
        type: null,
        url: `https://${raw}/ada/walls/HEAD/art/moon.webp`,
      })
      expect(sentTo(api)).toEqual(['GET /repos/ada/walls/git/trees/HEAD?recursive=1'])
    })

    it('asks only for the tree from then on', async () => {
      hosts.putRepository('ada/walls', treeOf('a.jpg'))
      const { titles, later } = setUp()
      await titles()
      hosts.putRepository('ada/walls', treeOf('a.jpg', 'b.jpg'))
      await later(2 * hour)
      expect(await titles()).toEqual(['A', 'B'])
      expect([sentTo(raw).length, sentTo(api).length]).toEqual([1, 2])
    })

    it('a favorite follows its picture to another name, and never becomes another picture', async () => {
      hosts.putRepository('ada/walls', { 'a/lake.jpg': picture('one') })
      const { catalogue, ids, later } = setUp()
      const [id = ''] = await ids()
      hosts.putRepository('ada/walls', {
        'a/lake.jpg': picture('two'),
        'b/renamed.jpg': picture('one'),
      })
      await later(2 * hour)
      const favorite = await catalogue.describe(walls, id)
      expect(favorite?.url).toBe(`https://${raw}/ada/walls/HEAD/b/renamed.jpg`)
      hosts.putRepository('ada/walls', { 'a/lake.jpg': picture('two') })
      await later(2 * hour)
      expect(await catalogue.describe(walls, id)).toBeUndefined()
    })
  })

  it.each(['{"wallpapers":[{"url":"a.jpg"}]}', '[{"url":"a.jpg"}]'])(
    'says that an index in another layout has no wallpapers, and fetches nothing that it names: %s',
    async (text) => {
      hosts.putRepository('ada/walls', { 'json/all.json': text, ...treeOf('json/a.jpg') })
      const opening = setUp().ids({ catalogue: `${walls}/json/all.json` })
      expect((await problemOf(opening)).problem).toEqual({ kind: 'no-rows' })
      expect(hosts.requests).toHaveLength(1)
    },
  )

  describe('refreshing', () => {
    const grow = (count: number) => hosts.putRepository('ada/walls', filesOf(makeIndexRows(count)))

    it('looks once an hour at most, only when a tab opens, and lets the browser revalidate', async () => {
      grow(3)
      const { catalogue, deps, later } = setUp()
      await catalogue.find(filters, [])
      for (let minutes = 0; minutes < 55; minutes++) await later(60_000)
      expect(hosts.requests).toHaveLength(1)
      const { state } = expectDefined(await deps.store.read(walls))
      await later(20 * 60_000)
      expect(hosts.requests.map(({ status }) => status)).toEqual([200, 304])
      expect(hosts.requests[1]?.headers['if-none-match']).toMatch(/^W\//)
      const after = expectDefined(await deps.store.read(walls)).state
      expect({ ...after, dueAt: 0 }).toEqual({ ...state, dueAt: 0 })
      expect(after.dueAt).toBeGreaterThan(state.dueAt + 0.9 * hour)
    })

    it('answers with the stored list while it looks, and with the new one afterwards', async () => {
      grow(2)
      const { catalogue, clock, ids } = setUp()
      await ids()
      grow(3)
      clock.now += 2 * hour
      hosts.behave(raw, { latencyMs: 50 })
      expect(await ids()).toHaveLength(2)
      await catalogue.idle()
      expect(await ids()).toHaveLength(3)
    })

    it.each([
      ['a 500', { status: 500 }],
      ['a 404', { status: 404 }],
      ['no answer', { drops: true }],
      ['half an answer', { cuts: true }],
      ['a page', { sendsPages: true }],
    ])('keeps the last good list after %s, and tries again an hour later', async (_what, fault) => {
      grow(2)
      const { ids, later } = setUp()
      await ids()
      grow(3)
      hosts.behave(raw, fault)
      await later(2 * hour)
      expect(await ids()).toHaveLength(2)
      const { length } = hosts.requests
      await later(0.9 * hour)
      expect(hosts.requests).toHaveLength(length)
      hosts.behave(raw)
      await later(0.4 * hour)
      expect(await ids()).toHaveLength(3)
    })

    it('keeps the last good list when the new one cannot be read', async () => {
      grow(2)
      const { ids, later } = setUp()
      await ids()
      for (const text of ['[{', '{"rows": 1}', '[]', '[{"file_name": "x"}]']) {
        hosts.putRepository('ada/walls', { 'index.json': text })
        await later(24 * hour)
        expect(await ids()).toHaveLength(2)
      }
    })

    it('works offline', async () => {
      grow(12)
      const { deps, ids } = setUp()
      await ids()
      await hosts.stop()
      const next = createWebCatalogue({ ...deps, now: () => deps.now() + 1_000 * hour })
      expect(await next.find(filters, [])).toHaveLength(10)
      await next.idle()
      hosts = await startStaticHosts()
    })
  })

  describe('preview', () => {
    it('shows three wallpapers and counts all, and nothing is fetched again after saving', async () => {
      hosts.putRepository(
        'ada/walls',
        filesOf([...makeIndexRows(20), makeIndexRow({ file_main_name: '' })]),
      )
      const { preview, ids } = setUp()
      const { wallpapers, ...others } = await preview('https://github.com/ada/walls/')
      expect(others).toEqual({ name: walls, count: 20, skipped: 1 })
      expect(wallpapers.map(({ type }) => type)).toEqual(['desktop', 'desktop', 'desktop'])
      const { length } = hosts.requests
      await ids({ catalogue: others.name })
      expect(hosts.requests).toHaveLength(length)
    })

    it('accepts pictures of a host that refuses HEAD requests', async () => {
      hosts.putSite('walls.test', filesOf([makeIndexRow()]))
      hosts.behave('walls.test', { refusesHead: true })
      expect((await setUp().preview('walls.test')).count).toBe(1)
    })

    it('says that the host of the pictures gets too many requests', async () => {
      hosts.putRepository('ada/walls', treeOf('a.jpg'))
      const { deps } = setUp()
      const busy: typeof fetch = async (input, init) =>
        String(input).endsWith('.jpg')
          ? new Response(null, { status: 429 })
          : deps.fetch(input, init)
      const { preview } = createWebCatalogue({ ...deps, fetch: busy })
      const { problem } = await problemOf(preview(walls))
      expect(problem).toEqual({ kind: 'refused', status: 429 })
    })

    const rows = JSON.stringify([makeIndexRow()])
    it.each<[string, HostedFiles, { cors?: boolean }, string]>([
      ['a site with another page', { 'index.html': '<p>' }, {}, 'no-index'],
      ['a file that is no JSON', { 'index.json': '[oops' }, {}, 'no-rows'],
      [
        'an index without wallpapers',
        { 'index.json': '{"total": 3, "blob": "v1"}' },
        {},
        'no-rows',
      ],
      ['a host without CORS', { 'index.json': rows }, { cors: false }, 'no-cors'],
      ['pictures that are missing', { 'index.json': rows }, {}, 'no-pictures'],
    ])('refuses %s', async (_what, files, options, kind) => {
      hosts.putSite('walls.test', files, options)
      expect((await problemOf(setUp().catalogue.preview('walls.test'))).problem).toEqual({ kind })
    })

    it.each([
      ['an unknown repository', 'github.com/ada/gone', {}, { kind: 'no-index' }],
      ['a limit of requests', walls, { status: 429 }, { kind: 'refused', status: 429 }],
      ['no network', walls, { drops: true }, { kind: 'unreachable' }],
      ['half an answer', walls, { cuts: true }, { kind: 'unreachable' }],
    ])('reports %s', async (_what, address, fault, problem) => {
      hosts.putRepository('ada/walls', filesOf([makeIndexRow()]))
      hosts.behave(raw, fault)
      expect((await problemOf(setUp().catalogue.preview(address))).problem).toEqual(problem)
    })

    it('does not take an ended request for a host without CORS headers', async () => {
      hosts.putRepository('ada/walls', filesOf([makeIndexRow()]))
      const { deps } = setUp()
      const { fetch, endAll } = createEndableFetch(deps.fetch)
      hosts.behave(raw, { latencyMs: 200 })
      const opening = createWebCatalogue({ ...deps, fetch }).find(filters, [])
      await vi.waitUntil(() => hosts.requests.length > 0, { timeout: 60_000 })
      endAll()
      expect((await problemOf(opening)).code).toBe('unreachable')
    })
  })

  it('reads a list in another layout, also after it has changed', async () => {
    const [name, index] = ['list+https://ada.github.io/all.json', 'https://ada.github.io/all.json']
    const toRow = (file: string) => ({ file_name: file, file_main_name: file, url: index + file })
    const convert = (list: unknown) => toTextList(list).map(toRow)
    const { deps, clock } = setUp()
    const catalogue = createWebCatalogue({ ...deps, toPlace: () => ({ name, index, convert }) })
    const find = () => catalogue.find(makeFilters({ catalogue: name }), [])
    const put = (text: string) => hosts.putSite('ada.github.io', { 'all.json': text })

    put('["lake.jpg"]')
    expect(await find()).toMatchObject([{ id: 'lake.jpg', image_url: `${index}lake.jpg` }])
    put('["sea.jpg"]')
    clock.now += 2 * hour
    await find()
    await catalogue.idle()
    expect(await find()).toMatchObject([{ id: 'sea.jpg' }])
    put('<html>')
    expect((await problemOf(catalogue.preview(index))).code).toBe('no-rows')
  })

  it('searches the stored list, and says when there is none', async () => {
    hosts.putRepository('ada/walls', filesOf(makeIndexRows(30)))
    const { catalogue, ids } = setUp()
    const search = () => catalogue.search({ name: walls, q: 'row', limit: 2 })
    expect(await search()).toBeUndefined()
    await ids()
    const found = expectDefined(await search())
    expect([found.total, found.wallpapers.length]).toEqual([30, 2])
    expect(found.wallpapers[0]?.preview_url).toContain('ada/walls/HEAD/cache/')
  })

  it('lists the categories and colors that it has', async () => {
    const rows = makeIndexRows(3, (at) => ({
      category: at ? '#art' : null,
      data: { primary_colors: ['teal', 'wheat'] },
    }))
    hosts.putRepository('ada/walls', filesOf([...rows, makeIndexRow()]))
    expect(await setUp().catalogue.listChoices(walls)).toEqual({
      categories: [
        { name: 'art', count: 2 },
        { name: 'nature', count: 1 },
      ],
      colors: ['blue', 'teal'],
    })
  })
})
