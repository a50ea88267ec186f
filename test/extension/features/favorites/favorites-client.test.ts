import { describe, expect, it, vi } from 'vitest'
import { createFavoritesClient } from '../../../../extension/features/favorites/favorites-client.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const session = { server: 'http://walls.test', token: 't' }
const favorite = { id: 'nature/a', title: 'A', color: null, preview_url: '' }
const change = { wanted: true, favorite, at: 1, owner: 'ada@http://walls.test' } as const

const answering = (response: () => Response) => {
  const requests: Request[] = []
  const client = createFavoritesClient(async (input, init) => {
    requests.push(new Request(input, init))
    return response()
  })
  return { client, requests }
}

describe('createFavoritesClient', () => {
  it('sends the state that a wallpaper shall have, as the person', async () => {
    const { client, requests } = answering(() =>
      Response.json({ success: true, favorites: ['nature/a'] }),
    )
    const answer = await client.send(session, change)
    expect(answer).toMatchObject({ status: 200, body: { favorites: ['nature/a'] } })
    const [request] = requests
    expect(request).toMatchObject({ method: 'PATCH', url: 'http://walls.test/api/favorites' })
    expect(request?.headers.get('authorization')).toBe('Bearer t')
    expect(await request?.json()).toEqual({ wallpaperId: 'nature/a', action: 'add' })
  })

  it('has no answer when there is no network, and never rejects', async () => {
    const { client } = answering(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await client.list(session)).toBeUndefined()
    expect(await client.describe(session.server, 'a')).toBeUndefined()
  })

  it('gives up after some time', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    const client = createFavoritesClient((_, init) =>
      init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => {}),
    )
    expect(await client.list(session)).toBeUndefined()
  })

  it('passes on why the server refuses a change, but no text of a proxy', async () => {
    const full = answering(() =>
      Response.json({ error: 'Favorites list is full' }, { status: 409 }),
    )
    expect(await full.client.send(session, change)).toMatchObject({
      status: 409,
      body: { error: 'Favorites list is full' },
    })
    const proxy = answering(() => new Response('<h1>Forbidden</h1>', { status: 403 }))
    expect(await proxy.client.send(session, change)).toMatchObject({ status: 403, body: undefined })
  })

  it('describes a wallpaper as a favorite', async () => {
    const favorite = { title: 'A', color: '#102030', preview_url: 'http://walls.test/cache/a.jpg' }
    const detail = makeDetail({ id: 'nature/a', ...favorite })
    const { client } = answering(() => Response.json(detail))
    const described = await client.describe(session.server, 'nature/a')
    expect(described).toEqual({ id: 'nature/a', ...favorite })
  })

  it('says how long the server wants to be left alone', async () => {
    const headers = { 'Retry-After': '7' }
    const { client } = answering(() => Response.json({}, { status: 429, headers }))
    expect(await client.list(session)).toMatchObject({ status: 429, retryAfterMs: 7_000 })
  })

  it('believes only the server’s own 404 that a wallpaper is gone', async () => {
    const gone = answering(() => Response.json({ error: 'Wallpaper not found' }, { status: 404 }))
    expect(await gone.client.describe(session.server, 'a')).toMatchObject({ isGone: true })
    const proxy = answering(() => new Response('<h1>Not found</h1>', { status: 404 }))
    expect(await proxy.client.describe(session.server, 'a')).toBeUndefined()
    const similar = answering(() => Response.json(makeDetail({ id: 'nature-a' })))
    expect(await similar.client.describe(session.server, 'a')).toMatchObject({ isGone: true })
  })
})
