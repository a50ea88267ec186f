import { describe, expect, it } from 'vitest'
import type { ImageHost } from '../../../../server/http/wallpapers/image-host.ts'
import { hostedResponseSchema } from '../../../../shared/hosted-api.ts'
import { makeIndexRows } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

type App = Awaited<ReturnType<typeof createTestApp>>

const rows = makeIndexRows(3)

const get = async (app: App, query = '') => {
  const response = await app.request(`/api/random-wallpapers${query}`)
  return { status: response.status, body: await response.json() }
}

const app = await createTestApp({ rows })

describe('GET /api/random-wallpapers (spec 4.3)', () => {
  it('rule 4: answers an array of hosted wallpaper records, one by default', async () => {
    const { status, body } = await get(app)
    expect(status).toBe(200)
    expect(body).toHaveLength(1)
    hostedResponseSchema.parse(body)
    expect(Object.keys(body[0])).toEqual([
      ...['public_id', 'name', 'width', 'height', 'format', 'created_at', 'tags', 'colors'],
      ...['preview_url', 'download_url'],
    ])
  })

  it('rule 5: a failing image host is 500, and the text names the host', async () => {
    const imageHost: ImageHost = {
      name: 'Cloudinary',
      select: () => Promise.reject(new Error('secret')),
    }
    expect(await get(await createTestApp({ rows, imageHost }))).toEqual({
      status: 500,
      body: { error: 'Failed to fetch wallpapers from Cloudinary' },
    })
  })

  it.each(['0', '101', 'abc'])('rule 6: count=%s is 400', async (count) => {
    expect(await get(app, `?count=${count}`)).toEqual({
      status: 400,
      body: { error: 'Count must be between 1 and 100' },
    })
  })

  it('an unknown tag or resolution is 400 and names the accepted values', async () => {
    expect((await get(app, '?tag=tablet')).body.error).toContain('desktop or mobile')
    const { status, body } = await get(app, '?resolution=720p')
    expect(status).toBe(400)
    expect(body.error).toContain('1080p, 1440p, 4k or 8k')
  })
})
