import { describe, expect, it } from 'vitest'
import { checkList } from '../../../../extension/features/settings/server-check.ts'
import { serverProblems } from '../../fakes/server-problems.ts'

const link = { server: 'http://server.test', username: 'ada' }
const check = (respond: (url: string) => Response | Promise<Response>) =>
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
    const found = await check((url) => {
      asked.push(url)
      return Response.json(list)
    })
    expect(found).toEqual({ kind: 'found', name: 'Ada Lovelace', count: 2 })
    expect(asked).toEqual(['http://server.test/api/favorites/ada'])
  })

  it.each([
    [
      'there is nobody of this name',
      () => Response.json({ error: 'User not found' }, { status: 404 }),
      { kind: 'no-list', list: '@ada' },
    ],
    ...serverProblems,
  ])('says what is wrong when %s', async (_what, respond, problem) => {
    expect(await check(respond)).toEqual({ kind: 'problem', problem })
  })
})
