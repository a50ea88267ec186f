import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type CommonsAnswer,
  dayFeedAddress,
  findDayTitle,
  readCommons,
  toCommonsWidth,
  toListAddress,
  toTitleAddress,
} from '../../../shared/catalogue/commons.ts'
import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import type { CommonsFile } from '../../emulators/commons.ts'
import { type StaticHosts, startStaticHosts } from '../../emulators/static-hosts.ts'
import { expectDefined } from '../../expect-defined.ts'
import { createBrowserFetch } from '../../extension/fakes/browser-fetch.ts'

const wish = { type: 'desktop', width: 1920 } as const

describe('the reader of Wikimedia Commons', () => {
  let hosts: StaticHosts
  beforeEach(async () => {
    hosts = await startStaticHosts()
  })
  afterEach(() => hosts.stop())

  const ask = async (address: string) =>
    (await createBrowserFetch(hosts)(address)).json() as Promise<unknown>
  const askList = async (...asked: Parameters<typeof toListAddress>) =>
    ask(expectDefined(toListAddress(...asked)))
  const list = async (files: CommonsFile[], subject = 'mountains') => {
    hosts.putCommons({ files })
    return readCommons(await askList(subject, wish), { ...wish, subject })
  }
  const titlesOf = async (files: CommonsFile[], subject?: string) =>
    (await list(files, subject)).rows.map(({ title }) => title)

  it('turns an answer into rows with author, license and source', async () => {
    const { rows, next } = await list([
      {
        title: 'Mountain & Lake.jpg',
        width: 6_000,
        height: 4_000,
        artist:
          '<a href="//commons.wikimedia.org/wiki/User:Ada" title="User:Ada">Ada&nbsp;<b>L.</b></a><span style="display: none;">Ada</span> &amp; <i>others</i>',
        description: '<p>A <a href="x">lake</a>.</p><p>At&#32;dawn</p><style>p{}</style>',
      },
    ])
    expect(next).toBeUndefined()
    const page = 'https://commons.wikimedia.org/wiki/File:Mountain_%26_Lake.jpg'
    expect(rows).toMatchObject([
      {
        file_name: 'M1000',
        image_url: expect.stringMatching(
          /^https:\/\/thumb\.wikimedia\.org\/.*\/1920px-Mountain_%26_Lake\.jpg$/,
        ),
        url: expect.stringMatching(
          /^https:\/\/upload\.wikimedia\.org\/.*\/Mountain_%26_Lake\.jpg$/,
        ),
      },
    ])
    expect(parseCreditedRow(rows[0])).toMatchObject({
      id: 'M1000',
      title: 'Mountain & Lake',
      description: 'A lake. At dawn',
      category: 'mountains',
      orientation: 'landscape',
      credit: 'Ada L. & others',
      creditUrl: 'https://commons.wikimedia.org/wiki/User:Ada',
      license: { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0' },
      sourceUrl: page,
    })
  })

  it('shows TIFF files, huge PNG files and files of other hosts through their copies', async () => {
    const huge = 90 * 1024 * 1024
    const { rows } = await list([
      { title: 'Mountain.tif', mime: 'image/tiff' },
      { title: 'Mountain.png', mime: 'image/png', size: huge },
      { title: 'Small mountain.png', mime: 'image/png' },
    ])
    expect(rows.map(({ url }) => `${url}`.replace(/.*\//, ''))).toEqual([
      '1920px-Mountain.tif.jpg',
      '1920px-Mountain.png',
      'Small_mountain.png',
    ])
  })

  it('leaves out videos, maps, portraits and unusual shapes, and pictures without a known license or author', async () => {
    const files: CommonsFile[] = [
      { title: 'Mountain.jpg' },
      { title: 'Mountain flight.webm', mime: 'video/webm' },
      { title: 'Map of a mountain.jpg' },
      { title: 'Mountain guide.jpg', categories: ['Portrait photographs of men'] },
      { title: 'Mountain panorama.jpg', width: 20_000, height: 4_000 },
      { title: 'Mountain square.jpg', width: 4_000, height: 4_000 },
      { title: 'Mountain without license.jpg', license: null },
      { title: 'Mountain of others.jpg', license: 'All rights reserved' },
      { title: 'Mountain without changes.jpg', license: 'CC BY-ND 4.0' },
      { title: 'Mountain of nobody.jpg', artist: '<span></span>' },
      { title: 'Mountain of old.jpg', artist: '', license: 'Public domain' },
      { title: 'Mountain without thumb.jpg', hasNoThumb: true },
      { title: 'Mountain of no vote.jpg', isFeatured: false },
      { title: 'Tall mountain.jpg', width: 4_000, height: 6_000 },
      { title: 'Little mountain.jpg', width: 1_600, height: 1_000 },
    ]
    expect(await titlesOf(files)).toEqual(['Mountain', 'Mountain of old'])
  })

  it('shows landscapes whose place is named like a person or a thing', async () => {
    const files: CommonsFile[] = [
      { title: 'Old Man of Storr.jpg' },
      { title: 'Bay.jpg', categories: ['Isle of Man', 'Coin Bay', 'Skeleton Coast'] },
      {
        title: 'Hill.jpg',
        categories: ['World War II memorials', 'Featured pictures by a person'],
      },
      { title: 'Valley.jpg', categories: ['Files with coordinates', 'Media with locations'] },
    ]
    expect(await titlesOf(files, '')).toEqual(['Old Man of Storr', 'Bay', 'Hill', 'Valley'])
  })

  it('finds words of a person without the signs of the search, and nothing for a strange word', async () => {
    const files = [{ title: 'Old bridge.jpg' }, { title: 'Lake.jpg' }]
    expect(await titlesOf(files, '-"old" bridge"')).toEqual(['Old bridge'])
    expect(await titlesOf(files, 'zebra')).toEqual([])
    expect(await titlesOf(files, '')).toEqual(['Old bridge', 'Lake'])
    expect(await titlesOf([{ title: 'Constructor.jpg' }], 'constructor')).toEqual(['Constructor'])
    expect(toListAddress('?!', wish)).toBeUndefined()
  })

  it.each([
    ['<a title="a > b" href="/wiki/User:Ada">Ada</a>', 'Ada', 'User:Ada'],
    ["<a href='/wiki/User:Ada'>Ada</a>", 'Ada', 'User:Ada'],
    ['<a href="#top">Up</a> <a href="/wiki/User:Ada">Ada</a>', 'Up Ada', 'User:Ada'],
    ['<a href="#top">Ada</a>', 'Ada', undefined],
    ['Ada &constructor; Bea', 'Ada &constructor; Bea', undefined],
    ["<i title=it's>Ada</i>", 'Ada', undefined],
  ])('reads the author of %s', async (artist, credit, path) => {
    const { rows } = await list([{ title: 'Mountain.jpg', artist }])
    const credit_url = path && `https://commons.wikimedia.org/wiki/${path}`
    expect(rows).toMatchObject([{ credit, credit_url }])
  })

  it.each(['<a ', '<a title="'])(
    'reads an author of a million characters, all of them %s',
    async (part) => {
      const artist = `Ada ${part.repeat(1_000_000 / part.length)}`
      const { rows } = await list([{ title: 'Mountain.jpg', artist }])
      expect(rows).toMatchObject([{ credit: expect.stringMatching(/^Ada/) }])
    },
  )

  it('downloads the copy if the API gives no address of the original', async () => {
    hosts.putCommons({ files: [{ title: 'Mountain.jpg', hasNoUrl: true }] })
    const [row] = readCommons(await askList('mountains', wish), wish).rows
    expect(row).toMatchObject({ url: row?.image_url })
  })

  it('goes on with the pages whose facts were missing, and then with the next part', async () => {
    const files = Array.from({ length: 70 }, (_, at) => ({ title: `Mountain ${at}.jpg` }))
    hosts.putCommons({ files, factsPerAnswer: 20 })
    const counts: number[] = []
    let next: CommonsAnswer['next'] = {}
    while (next) {
      const answer = readCommons(await askList('mountains', wish, next), wish)
      counts.push(answer.rows.length)
      next = answer.next
    }
    expect(counts).toEqual([20, 30, 20])
  })

  it('asks for no result beyond those that a search can reach', async () => {
    const files = Array.from({ length: 10_010 }, (_, at) => ({ title: `Mountain ${at}.jpg` }))
    hosts.putCommons({ files })
    const askFrom = async (gsroffset: number) =>
      readCommons(await askList('mountains', wish, { gsroffset }), wish)
    expect((await askFrom(9_900)).next).toMatchObject({ gsroffset: 9_950 })
    expect((await askFrom(9_950)).next).toBeUndefined()
    expect((await askFrom(10_000)).refusal).toBe('cirrussearch-offset-too-large')
  })

  it('finds the picture of a day', async () => {
    const title = "Lake & sky (d'été).jpg"
    const days = { '2026-11-21': 'Other.jpg', '2026-11-22': title }
    hosts.putCommons({ files: [{ title }], days })
    const feed = await (await createBrowserFetch(hosts)(dayFeedAddress)).text()
    expect(findDayTitle(feed, '2026-11-22')).toBe(`File:${title}`)
    expect(findDayTitle(feed, '2026-11-23')).toBeUndefined()
    const malformed = feed.replace('Other.jpg', '100%.jpg')
    expect(findDayTitle(malformed, '2026-11-21')).toBe('File:100%.jpg')
    const answer = await ask(toTitleAddress(`File:${title}`, 1920))
    expect(readCommons(answer).rows).toHaveLength(1)
  })

  it.each([
    ['desktop', 1366, 768, 1280],
    ['desktop', 1920, 1080, 1920],
    ['desktop', 2560, 1440, 3840],
    ['desktop', 7680, 4320, 3840],
    ['mobile', 1080, 1920, 1280],
  ] as const)(
    'asks for a width that Wikimedia makes: %s %i × %i',
    (type, width, height, expected) => {
      expect(toCommonsWidth({ width, height }, type)).toBe(expected)
    },
  )
})
