import { describe, expect, it } from 'vitest'
import { checkServer } from '../../../../extension/features/sources/server-check.ts'

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
