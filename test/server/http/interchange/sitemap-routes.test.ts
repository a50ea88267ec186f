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

  it('lists the newest 5,000 wallpapers of a large catalogue', async () => {
    const { text } = await get(makeIndexRows(5_001), '/sitemap.xml')
    expect(new Set(addressesIn(text)).size).toBe(5_003)
  })
})
