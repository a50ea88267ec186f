import { describe, expect, it } from 'vitest'
import { checkList, checkServer } from '../../../../extension/features/sources/server-check.ts'

const check = (respond: () => Response | Promise<Response>) =>
  checkServer('http://server.test', async () => respond())

describe('checkServer', () => {
  it('knows a catalogue server by its name and version', async () => {
    const instance = { name: 'Fresco', version: '1.2.3', identity: 'none' }
    expect(await check(() => Response.json(instance))).toEqual({ kind: 'connected', instance })
  })

  it('says why a server does not answer', async () => {
    const problem = { kind: 'refused', status: 503 }
    const down = () => new Response('', { status: 503 })
    expect(await check(down)).toEqual({ kind: 'problem', problem })
  })
})

const link = { server: 'http://server.test', username: 'ada' }
const checkLink = (respond: (url: string) => Response | Promise<Response>) =>
  checkList(link, async (url) => respond(String(url)))

const list = {
  username: 'ada',
  displayName: 'Ada Lovelace',
  imageUrl: '',
  favorites: ['a', 'b'],
  favoritesCount: 2,
}

describe('checkList', () => {
  it('says whose list it is, and how much is on it', async () => {
    const asked: string[] = []
    const found = await checkLink((url) => {
      asked.push(url)
      return Response.json(list)
    })
    expect(found).toEqual({ kind: 'found', name: 'Ada Lovelace', count: 2 })
    expect(asked).toEqual(['http://server.test/api/favorites/ada'])
  })

  it('says that there is nobody of this name', async () => {
    const nobody = () => Response.json({ error: 'User not found' }, { status: 404 })
    const problem = { kind: 'no-list', list: '@ada' }
    expect(await checkLink(nobody)).toEqual({ kind: 'problem', problem })
  })
})
