import { describe, expect, it } from 'vitest'
import { checkServer } from '../../../../extension/features/settings/server-check.ts'
import { serverProblems } from '../../fakes/server-problems.ts'

const check = (respond: () => Response | Promise<Response>) =>
  checkServer('http://server.test', async () => respond())

describe('checkServer', () => {
  it('knows a catalogue server by its name and version', async () => {
    const instance = { name: 'Fresco', version: '1.2.3', identity: 'none' }
    expect(await check(() => Response.json(instance))).toEqual({ kind: 'connected', instance })
  })

  it.each([...serverProblems])('says what is wrong when %s', async (_what, respond, problem) => {
    expect(await check(respond)).toEqual({ kind: 'problem', problem })
  })
})
