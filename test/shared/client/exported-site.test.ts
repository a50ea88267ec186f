import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrescoClient, type FrescoClient } from '../../../shared/client/fresco-client.ts'
import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { landscape, plain } from '../../server/adapters/sample-pictures.ts'
import { openExport, putPicture } from '../../server/cli/export/export-harness.ts'
import { createTestApp } from '../../test-app.ts'
import { startPlainFileServer } from '../../tools/servers/plain-file-server.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'

const sampleIndex = new URL('../../../server/sample/index.json', import.meta.url)

const noon = Date.parse('2026-11-22T12:00:00Z')

/** Exports the sample catalogue with small pictures, and starts a server with the same rows. */
const startBoth = async () => {
  const made = await openExport()
  const sample: { file_main_name: string }[] = JSON.parse(await readFile(sampleIndex, 'utf8'))
  const rows = sample.map((row, at) => ({ ...row, file_main_name: `${at}.jpg` }))
  await writeFile(join(made.folder, 'index.json'), JSON.stringify(rows))
  for (const [at, { file_main_name: file }] of rows.entries())
    await putPicture(
      made.folder,
      `main/${file}`,
      at === 0 ? landscape(1920, 1080) : plain('#336699'),
    )
  const files = await startPlainFileServer(made.out, '/walls')
  await made.run({ publicUrl: files.url })

  const exported: unknown[] = JSON.parse(await readFile(join(made.out, 'index.json'), 'utf8'))
  const app = await createTestApp({ rows: exported, publicUrl: files.url, clock: () => noon })
  const server = createServer(getRequestListener(app.fetch))
  return {
    files,
    server: `http://127.0.0.1:${await listenLocally(server)}`,
    close: async () => {
      await files.close()
      await closeServer(server)
      await made.close()
    },
  }
}

let both: Awaited<ReturnType<typeof startBoth>>
let server: FrescoClient
let site: FrescoClient
beforeAll(async () => {
  both = await startBoth()
  server = createFrescoClient({ baseUrl: both.server })
  site = createFrescoClient({ baseUrl: both.files.url, now: () => noon })
})
afterAll(() => both?.close())

const errorOf = async (call: () => unknown) => {
  const error = await Promise.resolve()
    .then(call)
    .catch((thrown: unknown) => thrown)
  if (error instanceof FrescoError) return error
  throw new Error(`${error} is no FrescoError`)
}

type Query = NonNullable<Parameters<FrescoClient['getWallpapers']>[0]>

const filters: Query[] = [
  {},
  { type: 'mobile' },
  { category: 'nature' },
  { category: ['nature', 'art'], tone: 'dark' },
  { color: 'blue' },
  { color: ['#123844', 'gold'] },
  { tone: 'light', ratio: '16x9' },
  { ratio: 'portrait' },
  { atleast: '3840x2160' },
]

describe('createFrescoClient at an exported site', () => {
  it.each(filters)('lists the wallpapers of a server for %j', async (query) => {
    const asked = { ...query, limit: 100, include: 'details' } as const
    const sorted = async (client: FrescoClient) => {
      const { items = [], wallpapers, ...rest } = await client.getWallpapers(asked)
      const byId = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return { ...rest, wallpapers: wallpapers.toSorted(), items: byId.map(withoutImage) }
    }
    const found = await sorted(site)
    expect(found).toEqual(await sorted(server))
    expect(found.count).toBeGreaterThan(0)
  })

  // A server makes any size of a picture. A site has the original and its copies.
  const withoutImage = ({ image_url: _, ...item }: Record<string, unknown>) => item

  it('chooses at random, without the excluded ones, and in the order of a date or a seed', async () => {
    const all = await site.getWallpapers({ sort: 'latest', limit: 100, include: 'details' })
    expect(all).toEqual({
      ...(await server.getWallpapers({ sort: 'latest', limit: 100, include: 'details' })),
      items: all.items,
    })
    const exclude = all.items?.slice(3).map(({ id }) => id) ?? []
    const { items = [] } = await site.getWallpapers({ count: 10, exclude, include: 'details' })
    const left = all.items?.slice(0, 3).map(({ id }) => id)
    expect(items.map(({ id }) => id).toSorted()).toEqual(left?.toSorted())
    const seeded = { seed: 'a', limit: 5, include: 'details' } as const
    expect(await site.getWallpapers(seeded)).toEqual(await site.getWallpapers(seeded))
  })

  it('lists the wallpapers with some ids, and those that are similar to one', async () => {
    const { items = [] } = await site.getWallpapers({
      sort: 'latest',
      limit: 3,
      include: 'details',
    })
    const ids = items.map(({ id }) => id).toReversed()
    const named = async (client: FrescoClient) =>
      (await client.getWallpapers({ ids: ['unknown', ...ids] })).items?.map(withoutImage)
    expect(await named(site)).toEqual(await named(server))
    expect((await named(site))?.map(({ id }) => id)).toEqual(ids)
    const { wallpapers, ...similar } = await site.getSimilarWallpapers(ids[0] ?? '', { limit: 5 })
    expect(similar).toEqual({ count: 5 })
    const dark = { tone: 'dark', limit: 100, include: 'details' } as const
    for (const client of [site, server]) {
      const { items = [] } = await client.getSimilarWallpapers(ids[0] ?? '', dark)
      expect(items.length).toBeGreaterThan(0)
      expect(items.filter(({ luminance }) => (luminance ?? 1) >= 0.18)).toEqual([])
      expect((await client.getWallpapers({ ids: [] })).wallpapers).toEqual([])
    }
    expect(new Set(wallpapers).size).toBe(5)
  })

  it('takes the words of a file name for categories, where a server does', async () => {
    const asked = { category: 'road', limit: 100 } as const
    const byName = async (client: FrescoClient) =>
      (await client.getRandomWallpaper(asked)).wallpapers.toSorted()
    expect(await byName(site)).toEqual(await byName(server))
  })

  it.each([
    { q: 'mountain' },
    { q: 'montain', type: 'desktop' },
    { q: 'road', sort: 'latest', limit: 2 },
    { q: 'night', category: ['nature', 'minimal'] },
    { q: 'nothing-like-that' },
  ] as const)('finds what a server finds for %j', async (query) => {
    const found = async (client: FrescoClient) => {
      const { results, ...rest } = await client.searchWallpapers(query)
      const ids = results.map(({ public_id: id }) => id)
      return { ...rest, ids: 'sort' in query ? ids : ids.toSorted() }
    }
    expect(await found(site)).toEqual(await found(server))
  })

  it('has the same wallpapers, categories, colors and index', async () => {
    const [{ file_name: id } = {}] = await site.getIndex()
    expect(await site.getIndex()).toEqual(await server.getIndex())
    expect(await site.getCategories()).toEqual(await server.getCategories())
    expect(await site.getTags()).toEqual(await server.getTags())
    expect(await site.getColors()).toEqual(await server.getColors())
    const wallpaper = await site.getWallpaper(String(id))
    expect({ ...wallpaper, image_url: '' }).toEqual({
      ...(await server.getWallpaper(String(id))),
      image_url: '',
    })
    expect((await site.getInstance()).name).toBe('Fresco')
    expect((await site.getCatalogueFeed()).items.length).toBeGreaterThan(0)
  })

  it('has a picture of the day, which matches and is the same for everybody', async () => {
    const query = { category: 'nature', tz: 'Pacific/Auckland' } as const
    const { wallpaper, ...today } = await site.getToday(query)
    const { wallpaper: _, ...todayOfServer } = await server.getToday(query)
    expect(today).toEqual(todayOfServer)
    expect(wallpaper.category).toBe('nature')
    const other = createFrescoClient({ baseUrl: both.files.url, now: () => noon })
    expect((await other.getToday(query)).wallpaper).toEqual(wallpaper)
    const { next_at: next, wallpaper: later } = await site.getToday({
      date: '2026-11-25',
      ...query,
    })
    expect(next).toBeNull()
    expect(later.id).not.toBe(wallpaper.id)
  })

  it('gives the address and the bytes of the smallest copy that is large enough', async () => {
    const [{ id } = { id: '' }] =
      (await site.getWallpapers({ include: 'details', count: 1 })).items ?? []
    const [{ file_name: first } = {}] = await site.getIndex()
    expect(site.imageUrl(String(first), { w: 1280 })).toMatch(/\/walls\/images\/.+-1280\.webp$/)
    expect(site.imageUrl(String(first), { w: 4000 })).toBe(`${both.files.url}/main/0.jpg`)
    expect(site.imageUrl(id)).toMatch(/\/walls\/main\/\d+\.jpg$/)
    expect((await site.getImage(String(first), { w: 1280 })).type).toBe('image/webp')
  })

  it('says that it cannot give an address before the index is loaded', async () => {
    const fresh = createFrescoClient({ baseUrl: `${both.files.url}/index.json` })
    await fresh.getCategories()
    const { code, message } = await errorOf(() => fresh.imageUrl('any'))
    expect(code).toBe('NOT_LOADED')
    expect(message).toMatch(/^The index is not loaded yet: call getWallpapers or getIndex first/)
    const [{ file_name: id } = {}] = await fresh.getIndex()
    expect(fresh.imageUrl(String(id))).toContain(both.files.url)
  })

  it('refuses what a server refuses, with the same words', async () => {
    const calls: ((client: FrescoClient) => Promise<unknown>)[] = [
      (client) => client.getWallpapers({ limit: 1000 }),
      (client) => client.getWallpapers({ category: 'submarines' }),
      (client) => client.getWallpapers({ seed: 'a', page: 0 }),
      (client) => client.getWallpaper('nobody'),
      (client) => client.getSimilarWallpapers('nobody'),
      (client) => client.getSimilarWallpapers('nobody', { limit: 0 }),
      (client) => client.getWallpapers({ ids: ['a'], seed: 's' }),
      (client) => client.getToday({ date: '2026-02-30' }),
    ]
    for (const call of calls) {
      const [here, there] = [await errorOf(() => call(site)), await errorOf(() => call(server))]
      expect([here.code, here.status, here.message]).toEqual([
        there.code,
        there.status,
        there.message,
      ])
    }
  })

  it('says what needs a server', async () => {
    const calls: (() => unknown)[] = [
      () => site.getFavorites(),
      () => site.changeFavorite({ wallpaperId: 'a', action: 'add' }),
      () => site.signIn({ username: 'ada', password: 'correct horse' }),
      () => site.getHostedWallpapers(),
      () => site.getWallpapers({ from: 'ada' }),
      () => site.randomUrl(),
    ]
    for (const call of calls) {
      const { code, message } = await errorOf(call)
      expect(code).toBe('NEEDS_SERVER')
      expect(message).toMatch(/needs a Fresco server, but http.+ is a site of plain files$/)
    }
  })
})

describe('createFrescoClient', () => {
  it('finds out with its first request whether there is a server', async () => {
    const asked: string[] = []
    const recording: typeof fetch = (input, init) => {
      asked.push(new URL(String(input)).pathname)
      return fetch(input, init)
    }
    const started = (baseUrl: string) => createFrescoClient({ baseUrl, fetch: recording })
    const ask = async (client: FrescoClient) => {
      asked.length = 0
      await client.getWallpapers()
      await client.searchWallpapers({ q: 'road' })
      return [...asked]
    }
    expect(await ask(started(both.server))).toEqual(['/api/wallpapers', '/api/wallpapers/search'])
    expect(await ask(started(`${both.files.url}/`))).toEqual([
      '/walls/api/wallpapers',
      '/walls/index.json',
    ])
    expect(await ask(started(`${both.files.url}/index.json`))).toEqual(['/walls/index.json'])
  })

  it('asks a site without an index only once more, and reports the first failure', async () => {
    const client = createFrescoClient({ baseUrl: `${both.files.origin}/elsewhere` })
    const { code, status } = await errorOf(() => client.getWallpapers())
    expect([code, status]).toEqual(['UNEXPECTED_ANSWER', 404])
  })
})
