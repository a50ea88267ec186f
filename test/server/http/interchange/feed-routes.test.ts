import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRows } from '../../../builders.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'
import { allOf, attributesOf, parseXml, textOf } from './parse-xml.ts'

let web: WebApp
beforeAll(async () => {
  const tone = (at: number) => ({ data: { luminance: at === 3 ? 0.9 : 0.05 } })
  web = await createWebApp({ rows: makeIndexRows(4, tone) })
})
afterAll(() => web.close())

const toPage = (id: string) => `${publicUrl}/wallpaper/${id}`

const open = async (query: string) => {
  const channel = parseXml((await web.open(`/feed.rss?${query}`)).html)
  const items = allOf(channel, 'item').map((item) => textOf(item, 'link'))
  return { title: textOf(channel, 'title'), home: textOf(channel, 'link'), channel, items }
}

describe('the feed of somebody’s favorites', () => {
  it('has the newest heart first, and names whose they are', async () => {
    const { username } = await makePerson(web, { ids: ['row-1', 'left', 'row-2', 'row-0'] })
    const { title, home, channel, items } = await open(`from=@${username}`)
    expect(title).toBe('Fresco wallpapers: favorites of Ada')
    expect(home).toBe(`${publicUrl}/share/${username}`)
    expect(attributesOf(allOf(channel, 'atom:link')[0]).href).toBe(
      `${publicUrl}/feed.rss?from=@${username}`,
    )
    expect(items).toEqual(['row-0', 'row-2', 'row-1'].map(toPage))
    expect((await open(`from=${username}&limit=2`)).items).toEqual(['row-0', 'row-2'].map(toPage))
  })

  it('can be filtered', async () => {
    const { username } = await makePerson(web, { ids: ['row-3', 'row-1'] })
    expect(await open(`from=@${username}&tone=light`)).toMatchObject({
      title: 'Fresco wallpapers: favorites of Ada, light',
      items: [toPage('row-3')],
    })
  })

  it('is 404 for an unknown username', async () => {
    const response = await web.app.request(`${publicUrl}/feed.rss?from=@nobody`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'User not found' })
  })

  it('has no date of change, because removing a favorite changes it too', async () => {
    const { username } = await makePerson(web, { ids: ['row-1'] })
    const { headers } = await web.open(`/feed.rss?from=@${username}`)
    expect(headers.get('Last-Modified')).toBeNull()
    expect(headers.get('Cache-Control')).toBe('no-cache')
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await web.open(`/feed.rss?from=@${username}`, known)).status).toBe(304)
  })

  it('is found by the share page', async () => {
    const { username } = await makePerson(web)
    const { html } = await web.open(`/share/${username}`)
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" href="${publicUrl}/feed.rss?from=@${username}"`,
    )
  })
})
