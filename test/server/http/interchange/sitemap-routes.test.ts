import { describe, expect, it } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'

const get = async (rows: readonly unknown[], path: string) => {
  const response = await (await createTestApp({ rows })).request(`${publicUrl}${path}`)
  return { type: response.headers.get('Content-Type'), text: await response.text() }
}
const addressesIn = (text: string) =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)

describe('GET /robots.txt', () => {
  it('keeps robots from accounts, and leads them to the map', async () => {
    const { text, type } = await get([], '/robots.txt')
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Disallow: /account\n')
    expect(text).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`)
  })
})

describe('GET /sitemap.xml', () => {
  it('lists every page, with addresses that XML can hold', async () => {
    const rows = ['lake-view', "o'brien"].map((name) => makeIndexRow({ file_name: name }))
    const { text, type } = await get(rows, '/sitemap.xml')
    expect(type).toBe('application/xml; charset=utf-8')
    expect(addressesIn(text)).toEqual([
      `${publicUrl}/`,
      `${publicUrl}/connect`,
      `${publicUrl}/privacy`,
      `${publicUrl}/wallpaper/lake-view`,
      `${publicUrl}/wallpaper/o&apos;brien`,
    ])
  })

  it('is a map of maps for a large catalogue, which together have every wallpaper once', async () => {
    const app = await createTestApp({ rows: makeIndexRows(5_001) })
    const open = async (url: string) => addressesIn(await (await app.request(url)).text())
    const maps = await open(`${publicUrl}/sitemap.xml`)
    expect(maps).toEqual([1, 2].map((number) => `${publicUrl}/sitemap.xml?page=${number}`))
    const pages = (await Promise.all(maps.map((map) => open(map ?? '')))).flat()
    expect(new Set(pages).size).toBe(5_004)
  })
})
