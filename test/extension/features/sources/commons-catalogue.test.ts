import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Filters } from '../../../../extension/features/settings/settings.ts'
import { commonsName as commons } from '../../../../extension/features/sources/commons.ts'
import { createCommons } from '../../../../extension/features/sources/commons-catalogue.ts'
import { createImageClient } from '../../../../extension/features/sources/image-client.ts'
import {
  createPoliteFetch,
  type HostUses,
} from '../../../../extension/features/sources/web/polite-fetch.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeRandom } from '../../../builders.ts'
import { apiHost, type CommonsFile } from '../../../emulators/commons.ts'
import { type StaticHosts, startStaticHosts } from '../../../emulators/static-hosts.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createBrowserFetch } from '../../fakes/browser-fetch.ts'
import { makeFilters } from '../../fakes/make-wallpaper.ts'
import { createMemoryCatalogueStore } from '../../fakes/memory-catalogue-store.ts'
import { createMemoryItem } from '../../fakes/memory-item.ts'

const minute = 60_000
const hour = 60 * minute
const thumbs = 'thumb.wikimedia.org'
const filters = makeFilters({ catalogue: commons, type: 'desktop' })
const mountains = { ...filters, category: 'mountains' }
const screen = { width: 1920, height: 1080 }

const listFiles = (word: string, count: number, part: Partial<CommonsFile> = {}): CommonsFile[] =>
  Array.from({ length: count }, (_, at) => ({ title: `${word} ${at}.jpg`, ...part }))

describe('createCommons', () => {
  let hosts: StaticHosts
  beforeEach(async () => {
    hosts = await startStaticHosts()
  })
  afterEach(() => hosts.stop())

  const setUp = ({ shown = screen, saves = false, luminance = 0.5, userAgent = '' } = {}) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
    const now = () => clock.now
    const uses = createMemoryItem<HostUses>({})
    const fetch = createPoliteFetch({ fetch: createBrowserFetch(hosts), uses, now })
    const prepare = async (blob: Blob) => ({ blob, color: '#000000', light: null, luminance })
    const catalogue = createCommons({
      name: commons,
      fetch,
      images: createImageClient({ fetch, prepare }),
      readSizing: async () => ({ screen: shown, saves }),
      userAgent,
      store: createMemoryCatalogueStore(),
      seen: createMemoryItem<string[]>([]),
      light: createMemoryItem<string[]>([]),
      now,
      random: makeRandom('commons'),
    })
    const history: string[] = []
    /** Opens tabs, which exclude the latest 50 wallpapers from each request, and returns the ids of what they show. */
    const openTabs = async (count: number, part: Partial<Filters> = {}, pauseMs = minute) => {
      const start = history.length
      while (history.length < start + count) {
        const found = await catalogue.find({ ...filters, ...part }, history.slice(-50))
        await catalogue.idle()
        if (found.length === 0) break
        for (const { id } of found.slice(0, Math.min(6, start + count - history.length))) {
          history.push(id)
          clock.now += pauseMs
        }
      }
      return history.slice(start)
    }
    return { catalogue, clock, openTabs }
  }
  const sentTo = (host: string) => hosts.requests.filter((request) => request.host === host)
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'found',
      (error: unknown) => (error instanceof FetchError ? error.problem : error),
    )

  it('contacts nobody before it is asked, and then the API once for a subject', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 500) })
    const { catalogue } = setUp()
    expect(hosts.requests).toEqual([])
    const found = await catalogue.find(mountains, [])
    expect(found).toHaveLength(10)
    expect(found[0]).toMatchObject({
      category: 'mountains',
      credit: 'Ada',
      credit_url: 'https://commons.wikimedia.org/wiki/User:Ada',
      license: 'CC BY-SA 4.0',
      source_url: expect.stringContaining('https://commons.wikimedia.org/wiki/File:Glacier_'),
      image_url: expect.stringContaining('/1920px-Glacier_'),
    })
    await catalogue.find(mountains, [])
    expect(hosts.requests.map(({ host, method }) => `${method} ${host}`)).toEqual([
      `GET ${apiHost}`,
    ])
  })

  it('shows 200 pictures of three subjects without a repeat, each subject in turn', async () => {
    // A picture of two subjects is in both lists.
    const words = ['Glacier', 'Forest at the ocean', 'Ocean']
    hosts.putCommons({ files: words.flatMap((word) => listFiles(word, 70)) })
    const { openTabs } = setUp()
    const category = 'mountains,forests,sea'
    const seen = await openTabs(200, { category })
    expect(new Set(seen).size).toBe(200)
    const { catalogue } = setUp()
    await catalogue.find({ ...filters, category }, [])
    await catalogue.idle()
    await catalogue.find({ ...filters, category }, [])
    await catalogue.idle()
    const found = await catalogue.find({ ...filters, category }, [])
    expect(new Set(found.map((one) => one.category)).size).toBe(3)
  })

  it('goes on with the next part of a list, and begins again after the last', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 250) })
    const { openTabs } = setUp()
    const seen = await openTabs(250, { category: 'mountains' })
    expect(new Set(seen).size).toBe(250)
    const again = await openTabs(100, { category: 'mountains' })
    expect(again).toHaveLength(100)
    expect(new Set(again).size).toBe(100)
  })

  it('shows what came before a failure, and goes on from there later', async () => {
    const files = listFiles('Glacier', 250)
    hosts.putCommons({ files, failsFrom: 100 })
    const { catalogue, clock, openTabs } = setUp()
    const seen = await openTabs(100, { category: 'mountains' })
    expect(new Set(seen).size).toBe(100)
    expect(await catalogue.find(mountains, seen)).toEqual([])
    expect(await catalogue.find(mountains, [])).toHaveLength(10)
    hosts.putCommons({ files })
    clock.now += hour
    const later = await openTabs(200, { category: 'mountains' })
    expect(new Set([...seen, ...later]).size).toBe(250)
  })

  it.each([150, 12])(
    'shows each picture once if the API resizes only some, with the facts of %i',
    async (factsPerAnswer) => {
      const broken = { title: 'Glacier broken.jpg', hasNoThumb: true }
      const files = [...listFiles('Glacier', 149), broken]
      hosts.putCommons({ files, thumbsPerAnswer: 20, factsPerAnswer })
      const { openTabs } = setUp()
      expect(new Set(await openTabs(149, { category: 'mountains' })).size).toBe(149)
    },
  )

  it('asks once for a subject whose pictures are all left out', async () => {
    hosts.putCommons({ files: listFiles('Map of a glacier', 300) })
    const { catalogue, clock } = setUp()
    for (let call = 0; call < 5; call++) {
      expect(await catalogue.find(mountains, [])).toEqual([])
      await catalogue.idle()
      clock.now += 2 * minute
    }
    expect(hosts.requests).toHaveLength(4)
  })

  it('goes on with the next part also after the clock was set back', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 500) })
    const { clock, openTabs } = setUp()
    const seen = await openTabs(60, { category: 'mountains' })
    clock.now -= 5 * hour
    const later = await openTabs(300, { category: 'mountains' })
    expect(new Set([...seen, ...later]).size).toBe(360)
  })

  it('sends few requests a day, and looks for new pictures once a day', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 1_000) })
    const { clock, openTabs } = setUp()
    await openTabs(60, { category: 'mountains' }, 20 * minute)
    expect(hosts.requests).toHaveLength(1 + 4)
    clock.now += 30 * hour
    await openTabs(12, { category: 'mountains' })
    expect(hosts.requests).toHaveLength(1 + 8)
  })

  it('obeys Retry-After, also of pictures, and keeps showing what it has', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 30) })
    const { catalogue, clock } = setUp()
    hosts.behave(apiHost, {
      status: 429,
      headers: { 'Retry-After': '3600', 'Access-Control-Expose-Headers': 'Retry-After' },
    })
    const ask = () => codeOf(catalogue.find(mountains, []))
    expect(await ask()).toEqual({ kind: 'refused', status: 429 })
    hosts.behave(apiHost)
    clock.now += 59 * minute
    expect(await ask()).toEqual({ kind: 'refused', status: 429 })
    expect(hosts.requests).toHaveLength(1)
    clock.now += 2 * minute
    expect(await ask()).toBe('found')
    clock.now += 48 * hour
    hosts.behave(apiHost, { drops: true })
    expect(await catalogue.find(mountains, [])).toHaveLength(10)
    hosts.behave(thumbs, { status: 429 })
    const [found] = await catalogue.find(mountains, [])
    const wallpaper = { ...expectDefined(found), catalogue: commons }
    for (const _ of [1, 2])
      expect(await codeOf(catalogue.load(wallpaper, screen))).toMatchObject({ status: 429 })
    expect(sentTo(thumbs)).toHaveLength(1)
    expect(sentTo('upload.wikimedia.org')).toEqual([])
  })

  it('waits while the databases lag, although the status is 200', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 30), lags: true })
    const { catalogue } = setUp()
    const error = await catalogue.find(filters, []).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ problem: { kind: 'refused', status: 503 }, retryAfterMs: 5_000 })
  })

  it('finds nothing for a subject without results, asks for it once, and shows the other subjects', async () => {
    hosts.putCommons({ files: listFiles('Old bridge', 30) })
    const { catalogue } = setUp()
    expect(await catalogue.find({ ...filters, category: 'zebra' }, [])).toEqual([])
    expect(await catalogue.find({ ...filters, category: 'zebra' }, [])).toEqual([])
    expect(hosts.requests).toHaveLength(1)
    expect(await catalogue.find({ ...filters, category: 'zebra,old bridge' }, [])).toHaveLength(10)
    expect(await catalogue.find({ ...filters, category: '?!' }, [])).toEqual([])
    expect(await catalogue.find({ ...filters, category: 'zebra,-old bridge' }, [])).toEqual([])
  })

  it('asks for tall pictures on a tall screen, and for smaller files while saving data', async () => {
    const tall = listFiles('Tree', 5, { width: 4_000, height: 6_000 })
    hosts.putCommons({ files: [...tall, ...listFiles('Wide tree', 5)] })
    const phone = setUp({ shown: { width: 1080, height: 2400 } })
    const found = await phone.catalogue.find({ ...filters, type: 'mobile' }, [])
    expect(found).toHaveLength(5)
    expect(found.every(({ type }) => type === 'mobile')).toBe(true)
    expect(found[0]?.image_url).toContain('/1920px-')
    const saving = await setUp({ saves: true }).catalogue.find(filters, [])
    expect(saving[0]?.image_url).toContain('/1280px-')
  })

  it('downloads one picture at a time, in the width that the API named', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 30) })
    hosts.behave(thumbs, { latencyMs: 20 })
    const { catalogue } = setUp()
    const found = await catalogue.find(filters, [])
    const pictures = await Promise.all(
      found.map((one) => catalogue.load({ ...one, catalogue: commons }, screen)),
    )
    expect(pictures).toHaveLength(10)
    expect(sentTo(thumbs).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(hosts.requests.some(({ method }) => method === 'OPTIONS')).toBe(false)
  })

  it('says to the API who publishes the build, and to no host of pictures', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 3) })
    const userAgent = 'Fresco/1.0 (ada@fresco.example)'
    const { catalogue } = setUp({ userAgent })
    const [found] = await catalogue.find(filters, [])
    await catalogue.load({ ...expectDefined(found), catalogue: commons }, screen)
    const sent = hosts.requests.map(({ method, headers }) => [method, headers['api-user-agent']])
    expect(sent).toEqual([
      ['OPTIONS', undefined],
      ['GET', userAgent],
      ['GET', undefined],
    ])
  })

  it('finds no picture for darker tabs again that was too light', async () => {
    hosts.putCommons({ files: listFiles('Glacier', 12) })
    const { catalogue } = setUp()
    const found = await catalogue.find({ ...filters, tone: 'dark' }, [])
    for (const one of found) await catalogue.load({ ...one, catalogue: commons }, screen)
    expect(await catalogue.find({ ...filters, tone: 'dark' }, [])).toHaveLength(2)
    expect(await catalogue.find(filters, [])).toHaveLength(10)
  })

  it('describes a favorite by its id', async () => {
    hosts.putCommons({ files: [{ title: 'Lake.jpg' }] })
    const { catalogue } = setUp()
    expect(await catalogue.describe(commons, 'M1000')).toMatchObject({ title: 'Lake' })
    expect(await catalogue.describe(commons, 'M7')).toBeUndefined()
    expect(await catalogue.describe(commons, 'lake')).toBeUndefined()
  })

  it('finds the picture of the day, unless it is a film or has another shape', async () => {
    const files = [
      { title: 'Lake.jpg' },
      { title: 'Film.webm', mime: 'video/webm' },
      { title: 'Tower.jpg', width: 3_000, height: 6_000 },
    ]
    const dayOf = async (title: string) => {
      hosts.putCommons({ files, days: { '2026-02-28': 'Other.jpg', '2026-03-01': title } })
      return setUp().catalogue.findDay(filters)
    }
    expect(await dayOf('Lake.jpg')).toMatchObject({
      date: '2026-03-01',
      endsAt: null,
      wallpaper: { id: 'M1000', title: 'Lake' },
    })
    expect(await dayOf('Film.webm')).toBeUndefined()
    expect(await dayOf('Tower.jpg')).toBeUndefined()
    expect(await setUp().catalogue.findDay(filters, '2026-03-02')).toBeUndefined()
  })
})
