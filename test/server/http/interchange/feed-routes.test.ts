import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedSchema } from '../../../../shared/interchange-api.ts'
import { makeIndexRow, makeIndexRows } from '../../../builders.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const evil = '"><script>alert(1)</script>'

let web: WebApp
beforeAll(async () => {
  const sneaky = makeIndexRow({ file_name: 'sneaky', data: { scene_description: evil } })
  web = await createWebApp({ rows: [...makeIndexRows(70), sneaky] })
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

  it('goes on at next_url', async () => {
    const { feed } = await feedOf(Array.from({ length: 70 }, (_, at) => `row-${at}`))
    expect(feed.items).toHaveLength(60)
    const next = await web.open(new URL(feed.next_url ?? '').href.replace(publicUrl, ''))
    const rest = feedSchema.parse(JSON.parse(next.html))
    expect(rest.items).toHaveLength(10)
    expect(rest.next_url).toBeUndefined()
  })

  it('escapes what the index says', async () => {
    const { feed } = await feedOf(['sneaky'])
    expect(feed.items[0]?.content_html).not.toContain('<script>')
  })

  it('is not sent again to whoever has it', async () => {
    const { username, headers } = await feedOf(['row-1'])
    const again = await web.open(`/share/${username}/feed.json`, {
      'If-None-Match': headers.get('ETag') ?? '',
    })
    expect(again.status).toBe(304)
  })

  it('is 404 for nobody', async () => {
    const response = await web.app.request(`${publicUrl}/share/nobody/feed.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'User not found' })
  })

  it('is found by the share page', async () => {
    const { username } = await feedOf([])
    const { html } = await web.open(`/share/${username}`)
    expect(html).toContain(
      `<link rel="alternate" type="application/feed+json" href="${publicUrl}/share/${username}/feed.json"`,
    )
  })
})
