import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { landscape, plain } from '../../adapters/sample-pictures.ts'
import {
  runDashy,
  runFeeder,
  runFeedparserJson,
  runFreshRss,
  runHomarr,
  runMiniflux,
  runNetNewsWire,
  runVariety,
} from './feed-clients.ts'
import { findJsonFeedProblems, findRssProblems } from './feed-rules.ts'

let server: RunningServer
let dir: string
let folder: string

const add = async (path: string, picture: Sharp) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), await picture.toBuffer())
}

const landscapes = 6

beforeAll(async () => {
  dir = await makeTempDir('feeds')
  folder = join(dir, 'pictures')
  await add('lake & sea.jpg', landscape(640, 400).jpeg())
  await add('Größe 海.png', landscape(320, 200).png())
  await add('fog.webp', landscape(300, 200).webp())
  await add('nature/dawn.jpg', landscape(600, 300).jpeg())
  await add('city/dawn.jpg', landscape(601, 300).jpeg())
  await add('city/neon.avif', landscape(160, 90).avif())
  await add('tower.jpg', plain('#333333', 200, 400).jpeg())
  server = await startServer({ env: { WALLPAPERS_DIR: folder, FOLDER_REFRESH_SECONDS: '1' } })
  // A busy machine has measured only a part of the pictures when the server is ready.
  await vi.waitFor(
    async () => expect(await (await fetch(`${server.url}/index.json`)).json()).toHaveLength(7),
    60_000,
  )
})
afterAll(async () => {
  await server?.stop()
  await removeDir(dir)
})

const common = ['jpeg', 'png']

const download = async (url: string) => {
  const response = await fetch(url)
  const { format, width, height } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata()
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    format,
    width,
    height,
  }
}

describe('the feeds of a folder of pictures over HTTP', () => {
  it.each(['', '?tone=dark', '?type=desktop&ratio=16x10,2x1&limit=2', '?color=%23336699&n=1&n=2'])(
    'follow the rules of the validators with the query %j',
    async (query) => {
      for (const [file, findProblems] of [
        ['feed.rss', findRssProblems],
        ['feed.json', findJsonFeedProblems],
      ] as const) {
        const url = `${server.url}/${file}${query}`
        const response = await fetch(url)
        const type = response.headers.get('Content-Type')
        expect(findProblems({ url, type, text: await response.text() })).toEqual([])
      }
    },
  )

  it('give Variety every landscape once, under names of their own, as JPEG or PNG', async () => {
    const queue = await runVariety(`${server.url}/feed.rss?type=desktop`)
    expect(queue).toHaveLength(landscapes)
    expect(new Set(queue.map(({ file }) => file)).size).toBe(landscapes)
    for (const { url, origin, width, height } of queue) {
      const picture = await download(url)
      expect(picture).toMatchObject({ status: 200, width, height })
      expect(common).toContain(picture.format)
      expect((await fetch(origin)).status).toBe(200)
    }
  })

  it('give Variety only the new pictures the next time', async () => {
    const url = `${server.url}/feed.rss?type=desktop`
    const downloaded = new Set((await runVariety(url)).map(({ file }) => file))
    expect(await runVariety(url, downloaded)).toEqual([])
    await add('late.webp', landscape(400, 200).webp())
    await vi.waitFor(
      async () => {
        const files = (await runVariety(url, downloaded)).map(({ file }) => file)
        expect(files).toEqual(['late.jpg'])
      },
      { timeout: 60_000, interval: 250 },
    )
  })

  it('give Homarr exactly one picture for each item', async () => {
    for (const picture of await runHomarr(`${server.url}/feed.rss`))
      expect(await download(picture)).toMatchObject({ status: 200 })
  })

  it('give Dashy everything that it shows, across origins', async () => {
    const items = await runDashy(`${server.url}/feed.rss`)
    expect(items.length).toBeGreaterThan(landscapes)
    for (const { title, link, description, date, thumbnail } of items) {
      expect(title).not.toBe('')
      expect(link?.startsWith(`${server.url}/wallpaper/`)).toBe(true)
      expect(description).toContain('<img src="http://')
      expect(Date.parse(date ?? '')).toBeGreaterThan(Date.UTC(2020))
      expect(await download(thumbnail ?? '')).toMatchObject({ status: 200 })
    }
  })

  it('give NetNewsWire the same items in both formats', async () => {
    const { json, rss } = await runNetNewsWire(`${server.url}/feed`)
    expect(rss.map(({ id }) => id)).toEqual(json.map(({ id }) => id))
    for (const [at, { date, pictures }] of rss.entries()) {
      expect(pictures).toEqual([json[at]?.pictures.at(-1)])
      const seconds = (text = '') => Math.floor(Date.parse(text) / 1000)
      expect(seconds(date)).toBe(seconds(json[at]?.date))
    }
  })

  it('give Miniflux a preview and a picture, and the address of the feed', async () => {
    const { self, json, rss } = await runMiniflux(`${server.url}/feed`)
    expect(self).toBe(`${server.url}/feed.rss`)
    expect(json.every(({ pictures }) => pictures.length === 1)).toBe(true)
    expect(rss.every(({ pictures }) => pictures.length === 2)).toBe(true)
  })

  it('give FreshRSS dates with milliseconds, and pictures with their size', async () => {
    const { json, rss } = await runFreshRss(`${server.url}/feed`)
    expect(json.every(({ url, image, pictures }) => url && image && pictures.length === 1)).toBe(
      true,
    )
    for (const { url = '', width, height } of rss)
      expect(await download(url)).toMatchObject({ width: Number(width), height: Number(height) })
  })

  it('give Feeder the full picture, because its path ends in an extension', async () => {
    const { rss } = await runNetNewsWire(`${server.url}/feed`)
    expect(await runFeeder(`${server.url}/feed`)).toEqual(rss.flatMap(({ pictures }) => pictures))
  })

  it('give feedparser attachments with the type that the picture has', async () => {
    const items = await runFeedparserJson(`${server.url}/feed`)
    const { json } = await runNetNewsWire(`${server.url}/feed`)
    for (const [at, { types }] of items.entries()) {
      const { type } = await download(json[at]?.pictures.at(-1) ?? '')
      expect(types).toEqual([type])
    }
  })
})
