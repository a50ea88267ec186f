import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oembedResponseSchema } from '../../../../shared/interchange-api.ts'
import { makeDocument, makeIndexRow } from '../../../builders.ts'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

let web: WebApp
beforeAll(async () => {
  const bare = makeIndexRow({ file_name: 'bare', width: null, height: null })
  web = await createWebApp({ rows: [makeIndexRow({ credit: 'Ada' }), bare] })
})
afterAll(() => web.close())

const ask = (url: string, others: Record<string, string> = {}) =>
  web.app.request(`${publicUrl}/oembed?${new URLSearchParams({ url, ...others })}`)
const embed = async (url: string, others?: Record<string, string>) =>
  oembedResponseSchema.parse(await (await ask(url, others)).json())

describe('GET /oembed', () => {
  it('shows a wallpaper as a photo that fits', async () => {
    expect(await embed(`${publicUrl}/wallpaper/lake-view`)).toEqual({
      type: 'photo',
      version: '1.0',
      title: 'Lake view',
      author_name: 'Ada',
      provider_name: 'Fresco',
      provider_url: `${publicUrl}/`,
      cache_age: 3600,
      url: `${publicUrl}/images/lake-view?w=1600&h=900&format=jpeg`,
      width: 1600,
      height: 900,
    })
    expect(
      await embed(`${publicUrl}/wallpaper/lake-view?x#y`, { maxwidth: '640', maxheight: '180' }),
    ).toMatchObject({ width: 320, height: 180 })
  })

  it('shows a wallpaper of unknown size as a link', async () => {
    expect(await embed(`${publicUrl}/wallpaper/bare`)).toMatchObject({
      type: 'link',
      title: 'Bare',
    })
  })

  it('shows pictures that are elsewhere as they are, or not at all', async () => {
    const filesUrl = 'https://files.example'
    const source = { name: 'test', read: async () => makeDocument({ filesUrl }) }
    const app = await createTestApp({ source })
    const open = async (others: string) =>
      (await app.request(`/oembed?url=${publicUrl}/wallpaper/lake-view${others}`)).json()
    expect(await open('')).toMatchObject({ url: `${filesUrl}/main/lake-view.png`, width: 3840 })
    expect(await open('&maxwidth=800')).toMatchObject({ type: 'link' })
  })

  it('shows the favorites of a person as a link with a picture, where there is room', async () => {
    const { username } = await makePerson(web)
    const url = `${publicUrl}/share/${username}`
    expect(await embed(`${url}/`)).toMatchObject({
      type: 'link',
      title: 'Wallpapers that Ada loves',
      author_name: 'Ada',
      author_url: url,
      thumbnail_url: `${url}/preview.jpg`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
    expect(await embed(url, { maxwidth: '300' })).not.toHaveProperty('thumbnail_url')
  })

  it('does not let caches show a person who has changed the name or deleted the account', async () => {
    const { username } = await makePerson(web)
    const url = `${publicUrl}/share/${username}`
    expect((await ask(url)).headers.get('Cache-Control')).toBe('public, max-age=0')
    expect(await embed(url)).toMatchObject({ cache_age: 0 })
  })

  it.each([
    ['an unknown wallpaper', `${publicUrl}/wallpaper/nothing`],
    ['an unknown person', `${publicUrl}/share/nobody`],
    ['another page', `${publicUrl}/privacy`],
    ['another site', 'http://elsewhere.test/wallpaper/lake-view'],
    ['no address', 'lake-view'],
    ['no encoding', `${publicUrl}/wallpaper/%zz`],
  ])('is 404 for %s', async (_, url) => {
    const response = await ask(url)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: expect.stringContaining('Nothing can be embedded from'),
    })
  })

  it('is 400 without an address, and says what is missing', async () => {
    const response = await web.app.request(`${publicUrl}/oembed`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringContaining('Missing url') })
  })

  it('is 501 for xml, as the standard has it', async () => {
    const { status, headers } = await ask(`${publicUrl}/wallpaper/lake-view`, { format: 'xml' })
    expect([status, headers.get('Cache-Control')]).toEqual([501, 'no-store'])
  })

  it('is found by the pages that it is for', async () => {
    const { username } = await makePerson(web)
    for (const path of ['/wallpaper/lake-view', `/share/${username}`]) {
      const address = encodeURIComponent(`${publicUrl}${path}`)
      expect((await web.open(path)).html).toContain(
        `type="application/json+oembed" href="${publicUrl}/oembed?url=${address}"`,
      )
    }
  })
})
