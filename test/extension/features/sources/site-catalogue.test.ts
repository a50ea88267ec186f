import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings, toFilters } from '../../../../extension/features/settings/settings.ts'
import {
  createPartsCatalogue,
  createSiteCatalogue,
} from '../../../../extension/features/sources/site-catalogue.ts'
import { noSizing } from '../../../../extension/features/sources/web/web-rows.ts'
import type { WrittenFilters } from '../../../../shared/filters.ts'
import { type FakeCatalogue, startFakeCatalogue } from '../../../e2e/support/fake-catalogue.ts'

let server: FakeCatalogue
beforeAll(async () => {
  server = await startFakeCatalogue()
})
afterAll(() => server?.stop())

const find = (url: string, exclude: string[] = []) => {
  const filters = toFilters(defaultSettings, { width: 1920, height: 1080 }, url)
  return createSiteCatalogue().find(filters, exclude)
}

describe('createSiteCatalogue', () => {
  it('finds wallpapers with the details that a page shows, and leaves out what the deck has', async () => {
    const [first, ...others] = await find(server.url)
    expect(others.length).toBeGreaterThan(0)
    expect(first?.title).toMatch(/^Fake/)
    expect(first?.image_url).toContain(server.url)
    const found = await find(server.url, [first?.id ?? ''])
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ id }) => id)).not.toContain(first?.id)
  })

  it('passes on for how long a busy server asks it to wait', async () => {
    server.behave({ status: 503, retryAfter: 7 })
    await expect(find(server.url)).rejects.toMatchObject({
      problem: { kind: 'refused', status: 503 },
      retryAfterMs: 7000,
    })
  })
})

describe('the words of an address', () => {
  const ask = (answer: object, status = 200) => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(decodeURIComponent(String(url)))
      return Response.json(answer, { status })
    }
    return { asked, site: createSiteCatalogue(fetch) }
  }
  const catalogue = 'https://ada.example'
  const filters = {
    catalogue: `from=ada+${catalogue}`,
    list: 'all',
    tag: 'lake,-people',
  } as const

  it('are words of the request, too', async () => {
    const { asked, site } = ask({ items: [{ id: 'lake' }] })
    expect(await site.find(filters, [])).toMatchObject([{ id: 'lake', catalogue }])
    expect(asked[0]).toMatch(
      /^https:\/\/ada.example\/api\/wallpapers\?(?=.*tag=lake,-people)(?=.*from=ada&)/,
    )
  })

  it('find the picture of the day', async () => {
    const wallpaper = { id: 'lake', url: 'https://ada.example/main/lake.jpg' }
    const next_at = '2026-11-30T00:00:00.000Z'
    const { site } = ask({ date: '2026-11-29', next_at, wallpaper })
    const day = await site.findDay(filters)
    const endsAt = Date.parse(next_at)
    expect(day).toMatchObject({
      date: '2026-11-29',
      endsAt,
      wallpaper: { ...wallpaper, catalogue },
    })
  })

  it('may name nobody', async () => {
    const { site } = ask({ error: 'User not found' }, 404)
    const problem = { kind: 'no-list', list: '@ada' }
    await expect(site.find(filters, [])).rejects.toMatchObject({ problem })
    expect(await site.findDay(filters)).toBeUndefined()
  })

  it('may name somebody without favorites, or without others than those of the deck', async () => {
    const { site } = ask({ items: [] })
    const problem = { kind: 'empty-list', list: '@ada' }
    await expect(site.find(filters, [])).rejects.toMatchObject({ problem })
    expect(await site.find(filters, ['lake'])).toEqual([])
  })
})

describe('createPartsCatalogue', () => {
  const index = 'https://ada.example/walls/index.json'
  const item = (id: string, type: string, more = {}) => ({
    ...{ id, type, url: `https://ada.example/walls/main/${id}.png` },
    ...more,
  })
  const renditions = [1280, 1920, 2560].map((width) => ({
    ...{ width, height: (width * 9) / 16 },
    url: `https://ada.example/walls/images/lake/${width}.webp`,
  }))
  const parts = [
    [item('lake', 'desktop', { renditions }), item('tower', 'mobile')],
    [item('dune', 'desktop', { palette: ['#112233'], tags: ['sand'] })],
  ]
  const findParts = async (
    exclude: string[],
    screen = { width: 1600, height: 900 },
    words: WrittenFilters = {},
  ) => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url))
      const [, part] = /\/api\/wallpapers\/(\d+)\.json$/.exec(String(url)) ?? []
      return Response.json(parts[Number(part) - 1])
    }
    const readSizing = async () => ({ screen, saves: false })
    const filters = { ...toFilters(defaultSettings, screen, index), ...words }
    const found = await createPartsCatalogue({
      ...{ parts: parts.length, readSizing, fetch, random: () => 0 },
    }).find(filters, exclude)
    return { found, ids: found.map(({ id }) => id), asked: asked.map((url) => url.slice(-6)) }
  }

  it('reads one part of the index, and finds the smallest copy that covers the screen', async () => {
    const { found, asked } = await findParts([])
    expect(asked).toEqual(['1.json'])
    expect(found.map(({ image_url }) => image_url)).toEqual([renditions[1]?.url])
  })

  it('shows the original if no copy covers the screen', async () => {
    const { found } = await findParts([], { width: 3840, height: 2160 })
    expect(found.map(({ image_url }) => image_url)).toEqual([
      'https://ada.example/walls/main/lake.png',
    ])
  })

  it('goes on to the next part if all of a part are in the deck already', async () => {
    const { ids, asked } = await findParts(['lake'])
    expect([ids, asked]).toEqual([['dune'], ['1.json', '2.json']])
  })

  it('finds wallpapers of another shape if no others are left', async () => {
    expect((await findParts(['lake', 'dune'])).ids).toEqual(['tower'])
    expect((await findParts(['lake', 'dune', 'tower'])).ids).toEqual([])
  })

  it('knows the filters of the address', async () => {
    const { ids } = await findParts([], undefined, { tag: '-lake', color: '112233' })
    expect(ids).toEqual(['dune'])
  })

  it('reports a site that does not answer', async () => {
    const filters = toFilters(defaultSettings, { width: 1, height: 1 }, 'http://127.0.0.1:9/i.json')
    await expect(
      createPartsCatalogue({ parts: 1, readSizing: async () => noSizing }).find(filters, []),
    ).rejects.toMatchObject({
      problem: { kind: 'unreachable' },
    })
  })
})
