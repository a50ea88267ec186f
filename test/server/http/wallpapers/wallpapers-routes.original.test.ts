import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../../builders.ts'
import { makeDownloads } from '../../../memory-downloads.ts'
import { publicUrl } from '../../../test-app.ts'
import { createWebApp, makePerson, type WebApp } from '../../web/web-app.ts'

const names = ['Lake-View', 'anime-sky', 'pine-wood', 'mr.robot']
const rows = [
  ...names.map((file_name) => makeIndexRow({ file_name })),
  makeIndexRow({ file_name: 'Green-Hills', file_main_name: 'Green Hills.jpg' }),
]

describe('the site of the catalogue that this API comes from', () => {
  let web: WebApp
  let headers: Record<string, string>
  beforeAll(async () => {
    web = await createWebApp({ rows, deps: { downloads: makeDownloads() } })
    const { token } = await makePerson(web)
    headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  })
  afterAll(() => web.close())

  const ask = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await web.app.request(`${publicUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const search = async (query: string) => {
    const { status, body } = await ask(`/api/wallpapers/search?${query}`)
    return { status, wallpapers: body.wallpapers }
  }
  const change = (wallpaperId: string, action: 'add' | 'remove') =>
    ask('/api/favorites', 'PATCH', { wallpaperId, action })

  it('finds rows of the index as they are, at most as many as it counts', async () => {
    expect(await search('q=anime&count=10')).toEqual({ status: 200, wallpapers: [rows[1]] })
    const all = await search('q=&count=2')
    expect(all).toEqual({ status: 200, wallpapers: rows.slice(0, 2) })
    expect((await search('count=0')).wallpapers).toHaveLength(1)
    expect((await search('count=1000')).wallpapers).toHaveLength(rows.length)
  })

  it('gets our own fields beside the rows, and the rows only if it counts', async () => {
    const counted = await ask('/api/wallpapers/search?q=anime&count=10')
    const limited = await ask('/api/wallpapers/search?q=anime&limit=10')
    expect(limited.body).not.toHaveProperty('wallpapers')
    expect(counted.body).toEqual({ ...limited.body, wallpapers: [rows[1]] })
  })

  it('still gets an error without words and without a count', async () => {
    expect((await ask('/api/wallpapers/search')).status).toBe(400)
    expect((await ask('/api/wallpapers/search?count=many')).status).toBe(400)
  })

  it('adds one favorite for every spelling of an id, and removes it with any', async () => {
    for (const id of ['Lake-View', 'lake-view.jpg', 'LAKE%2DVIEW.WEBP', 'lake-view'])
      expect(await change(id, 'add')).toEqual({
        status: 200,
        body: { success: true, favorites: ['Lake-View'] },
      })
    expect((await change('lake%2Dview.png', 'remove')).body).toEqual({
      success: true,
      favorites: [],
    })
  })

  it('replaces its list by the known ids, without repeats', async () => {
    const sent = ['pine-wood.jpg', 'PINE-WOOD', 'mr.robot', 'lake%2Dview', 'unknown.jpg']
    expect((await ask('/api/favorites', 'POST', { favorites: sent })).body).toEqual({
      success: true,
      favorites: ['pine-wood', 'mr.robot', 'Lake-View', 'unknown.jpg'],
    })
    expect((await ask('/api/favorites', 'POST', { favorites: ['100%'] })).status).toBe(400)
  })

  it('removes a favorite that an older server stored as it was sent', async () => {
    const { userId, token } = await makePerson(web)
    await web.favorites.replace(userId, ['pine-wood.jpg', 'pine-wood'])
    headers.Authorization = `Bearer ${token}`
    expect((await change('pine-wood.jpg', 'remove')).body.favorites).toEqual([])
  })

  it.each([
    ['add', 'pine-wood', ['mr.robot', 'lost', 'Green-Hills', 'pine-wood']],
    ['remove', 'pine-wood', ['mr.robot', 'lost', 'Green-Hills']],
    ['remove', 'Green%20Hills.jpg', ['pine-wood', 'mr.robot', 'lost']],
  ] as const)('%ss %s where it is stored in other spellings', async (action, id, favorites) => {
    const { userId, token } = await makePerson(web)
    const stored = ['Pine-Wood.JPG', 'mr.robot', 'pine-wood.jpg', 'lost', 'Green Hills.jpg']
    await web.favorites.replace(userId, stored)
    headers.Authorization = `Bearer ${token}`
    const { body } = await change(id, action)
    expect(body).toEqual({ success: true, favorites })
    expect((await ask('/api/favorites')).body).toEqual({ favorites })
  })

  // The bodies are those of its `lib/analytics.ts`. It sends a name or `unknown` where it has no hash of the file.
  it('counts the downloads that it sends, and lists them in its shape', async () => {
    const download = (fields: Record<string, string>) =>
      ask('/api/downloads', 'POST', { platform: 'Desktop', category: 'unknown', ...fields })
    for (const fields of [
      { sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3', name: 'anime-sky.jpg' },
      { sha: 'Anime-Sky', name: 'unknown' },
      { sha: 'lake-view.png', name: 'lake-view.png' },
    ])
      expect(await download(fields)).toEqual({ status: 200, body: { success: true } })
    expect(await ask('/api/downloads?limit=200')).toEqual({
      status: 200,
      body: {
        success: true,
        wallpapers: [
          { sha: 'anime-sky', name: 'anime-sky', download_count: 2 },
          { sha: 'Lake-View', name: 'Lake-View', download_count: 1 },
        ].map((record) => ({
          ...record,
          platform: 'desktop',
          category: 'nature',
          updated_at: expect.any(String),
        })),
      },
    })
  })

  it('gets an error for a download of nothing, and of what nobody knows', async () => {
    const download = (body: unknown) => ask('/api/downloads', 'POST', body)
    expect(await download({ platform: 'Desktop' })).toEqual({
      status: 400,
      body: { error: 'Missing wallpaper identifier' },
    })
    expect((await download({ sha: 'unknown', name: 'unknown' })).status).toBe(404)
  })

  it('has pages under /wallpapers too', async () => {
    const { status, location } = await web.open('/wallpapers/lake-view.jpg')
    expect({ status, location }).toEqual({ status: 308, location: '/wallpaper/Lake-View' })
    expect((await web.open('/wallpapers/nowhere')).status).toBe(404)
  })
})
