import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  answerAccountRequest,
  askAccount,
} from '../../../../extension/features/account/account-messages.ts'
import { createLocalAccount } from '../../../../extension/features/account/local-account.ts'
import {
  createPairing,
  pairingItem,
  toPairingPage,
} from '../../../../extension/features/account/pairing.ts'
import type { Fetch } from '../../../../extension/remote/http.ts'
import { publicUrl } from '../../../accounts-app.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { createWebApp, makePerson, type WebApp } from '../../../server/web/web-app.ts'

let web: WebApp
beforeAll(async () => {
  web = await createWebApp()
})
afterAll(() => web.close())
beforeEach(() => pairingItem.update(() => null))

const start = () => {
  let [now, isAway] = [Date.now(), false]
  const fetch: Fetch = async (input, init) => {
    if (isAway) throw new TypeError('Failed to fetch')
    return web.app.request(input as string, init)
  }
  const server = { read: async () => publicUrl, onChange: () => () => {} }
  const account = createLocalAccount({ server, fetch })
  const pairing = createPairing({ server, fetch, now: () => now })
  const services = { account: { choose: async () => account }, pairing }
  // Copies the message and the answer, as the browser's message channel does.
  const send = async (message: unknown) =>
    structuredClone(await answerAccountRequest(services, structuredClone(message)))
  return {
    page: {
      begin: () => askAccount({ call: 'beginPairing' }, send),
      check: () => askAccount({ call: 'checkPairing' }, send),
      cancel: () => askAccount({ call: 'cancelPairing' }, send),
    },
    account,
    setAway: (away: boolean) => {
      isAway = away
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

const confirm = async () => {
  const pending = expectDefined(await pairingItem.read())
  const { username, headers } = await makePerson(web)
  const shown = await web.open(toPairingPage(pending).replace(publicUrl, ''), headers)
  expect(shown.html).not.toContain(pending.userCode)
  await web.send('/account/connect/answer', { code: pending.userCode }, headers)
  return username
}

describe('createPairing', () => {
  it('signs in after the person has confirmed on the page of the server', async () => {
    const { page, account } = start()
    await page.begin()
    await page.check()
    expect((await account.current()).kind).toBe('signed-out')
    const username = await confirm()
    await page.check()
    expect(await account.current()).toMatchObject({ kind: 'signed-in', person: { username } })
    expect(await account.getToken({ fresh: true })).toBeTypeOf('string')
    expect(await pairingItem.read()).toBeNull()
    expect((await account.signOut()).kind).toBe('signed-out')
  })

  it('waits while the server is away, until the codes have expired', async () => {
    const { page, setAway, pass } = start()
    await page.begin()
    setAway(true)
    await page.check()
    expect(await pairingItem.read()).not.toBeNull()
    pass(11 * 60_000)
    await expect(page.check()).rejects.toThrow('This code no longer works')
    expect(await pairingItem.read()).toBeNull()
    await expect(page.begin()).rejects.toMatchObject({ problem: { code: 'unreachable' } })
  })

  it('signs nobody in after the person has canceled', async () => {
    const { page, account } = start()
    await page.begin()
    await confirm()
    await page.cancel()
    await page.check()
    expect((await account.current()).kind).toBe('signed-out')
  })
})
