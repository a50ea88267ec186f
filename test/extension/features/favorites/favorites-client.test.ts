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
    expect(await client.send(session, change)).toEqual(['nature/a'])
    const [request] = requests
    expect(request).toMatchObject({ method: 'PATCH', url: 'http://walls.test/api/favorites' })
    expect(request?.headers.get('authorization')).toBe('Bearer t')
    expect(await request?.json()).toEqual({ wallpaperId: 'nature/a', action: 'add' })
  })

  it('describes a wallpaper under the id that was asked for, also if the server composes its accents', async () => {
    const { client } = answering(() => Response.json(makeDetail({ id: 'caf\u00e9' })))
    expect(await client.describe(session.server, 'cafe\u0301')).toMatchObject({ id: 'cafe\u0301' })
  })

  it('rejects the request for a list without a network, and finds no details of a wallpaper', async () => {
    const { client } = answering(() => {
      throw new TypeError('Failed to fetch')
    })
    await expect(client.list(session)).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(await client.describe(session.server, 'a')).toBeUndefined()
  })

  it('gives up after some time', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    const client = createFavoritesClient((_, init) =>
      init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => {}),
    )
    await expect(client.list(session)).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  it('believes only the server’s own 404 that a wallpaper is gone', async () => {
    const gone = answering(() => Response.json({ error: 'Wallpaper not found' }, { status: 404 }))
    expect(await gone.client.describe(session.server, 'a')).toBe('gone')
    const proxy = answering(() => new Response('<h1>Not found</h1>', { status: 404 }))
    expect(await proxy.client.describe(session.server, 'a')).toBeUndefined()
    const similar = answering(() => Response.json(makeDetail({ id: 'nature-a' })))
    expect(await similar.client.describe(session.server, 'a')).toBe('gone')
  })
})
