import { describe, expect, it } from 'vitest'
import { checkServer } from '../../../../extension/features/settings/server-check.ts'

const check = (respond: () => Response | Promise<Response>) =>
  checkServer('http://server.test', async () => respond())

describe('checkServer', () => {
  it('knows a catalogue server by its name and version', async () => {
    const instance = { name: 'Fresco', version: '1.2.3', identity: 'none' }
    expect(await check(() => Response.json(instance))).toEqual({ kind: 'connected', instance })
  })

  it.each([
    ['nothing answers', () => Promise.reject(new TypeError()), { kind: 'unreachable' }],
    ['a page answers', () => new Response('<h1>'), { kind: 'not-a-catalogue' }],
    ['the path is unknown', () => new Response('', { status: 404 }), { kind: 'not-a-catalogue' }],
    [
      'it is out of order',
      () => new Response('', { status: 503 }),
      { kind: 'refused', status: 503 },
    ],
  ])('says what is wrong when %s', async (_what, respond, problem) => {
    expect(await check(respond)).toEqual({ kind: 'problem', problem })
  })
})
