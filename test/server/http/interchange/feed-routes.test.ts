import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedSchema } from '../../../../shared/interchange-api.ts'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'
import { allOf, attributesOf, parseXml, textOf } from './parse-xml.ts'

const evil = '"><script>alert(1)</script>'

let web: WebApp
beforeAll(async () => {
  const sneaky = makeIndexRow({ file_name: 'sneaky', data: { scene_description: evil } })
  web = await createWebApp({ rows: [...makeIndexRows(4), sneaky] })
})
afterAll(() => web.close())

const feedOf = async (ids: readonly string[]) => {
  const { username } = await makePerson(web, { ids })
  const { html, headers } = await web.open(`/share/${username}/feed.json`)
  return { username, headers, text: html, feed: feedSchema.parse(JSON.parse(html)) }
}

describe('GET /share/{username}/feed.json', () => {
  it('is a JSON Feed of the favorites, newest heart first', async () => {
    const { feed, headers, username } = await feedOf(['row-1', 'left', 'row-2'])
    const home = `${publicUrl}/share/${username}`
    expect(headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(feed).toMatchObject({
      title: 'Wallpapers that Ada loves',
      home_page_url: home,
      feed_url: `${home}/feed.json`,
      authors: [{ name: 'Ada', url: home }],
    })
    expect(feed.items.map(({ url }) => url)).toEqual(
      ['row-2', 'row-1'].map((id) => `${publicUrl}/wallpaper/${id}`),
    )
    expect(feed.items[0]).toMatchObject({
      image: `${publicUrl}/cache/row-2.webp`,
      date_published: '2026-01-04T16:25:58.520Z',
      tags: ['lake'],
      attachments: [{ url: `${publicUrl}/main/row-2.png`, mime_type: 'image/png' }],
    })
  })

  it('escapes what the index says', async () => {
    const { feed } = await feedOf(['sneaky'])
    expect(feed.items[0]?.content_html).not.toContain('<script>')
  })

  it('is 404 for an unknown username', async () => {
    const response = await web.app.request(`${publicUrl}/share/nobody/feed.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'User not found' })
  })

  it('is found by the share page', async () => {
    const { username } = await feedOf([])
    const { html } = await web.open(`/share/${username}`)
    for (const [type, file] of [
      ['application/feed+json', 'feed.json'],
      ['application/rss+xml', 'feed.rss'],
    ])
      expect(html).toContain(
        `<link rel="alternate" type="${type}" href="${publicUrl}/share/${username}/${file}"`,
      )
  })
})

describe('GET /share/{username}/feed.rss', () => {
  it('has the same wallpapers as the JSON Feed', async () => {
    const { username } = await makePerson(web, { ids: ['row-1', 'left', 'row-2', 'row-3'] })
    const { html, headers } = await web.open(`/share/${username}/feed.rss?limit=2`)
    expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    const rss = parseXml(html)
    expect(allOf(rss, 'item').map((item) => textOf(item, 'link'))).toEqual(
      ['row-3', 'row-2'].map((id) => `${publicUrl}/wallpaper/${id}`),
    )
    expect(attributesOf(allOf(rss, 'atom:link')[0]).href).toBe(
      `${publicUrl}/share/${username}/feed.rss?limit=2`,
    )
  })

  it('has no date of change, because removing a favorite changes it too', async () => {
    const { username } = await makePerson(web, { ids: ['row-1'] })
    const { headers } = await web.open(`/share/${username}/feed.rss`)
    expect(headers.get('Last-Modified')).toBeNull()
    expect(headers.get('Cache-Control')).toBe('no-cache')
    const later = { 'If-Modified-Since': new Date().toUTCString() }
    expect((await web.open(`/share/${username}/feed.rss`, later)).status).toBe(200)
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await web.open(`/share/${username}/feed.rss`, known)).status).toBe(304)
  })
})
