import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { refusedLog } from '../../../../extension/features/favorites/favorites-store.ts'
import { syncStatusItem } from '../../../../extension/features/favorites/sync-status.ts'
import { createWorld } from './fake-account-server.ts'

type World = ReturnType<typeof createWorld>
const error = (status: number, retryAfterMs?: number) => ({
  status,
  body: { error: 'Favorites list is full' },
  retryAfterMs,
})

describe('createSync', () => {
  let device: World
  beforeEach(async () => {
    device = createWorld()
    await device.signIn(undefined)
  })

  it('sends nothing while nobody is signed in, and keeps it', async () => {
    await device.heart('a')
    await device.sync()
    expect(device.world.requests).toEqual([])
    expect(await device.shown()).toEqual(['a'])
  })

  it('sends what was hearted before the sign-in, and shows it next to what the account had', async () => {
    device.put('ada', ['x', 'y'])
    await device.heart('a')
    await device.heart('b')
    await device.unheart('b')
    await device.signIn('ada')
    expect(await device.shown()).toEqual(['a'])
    await device.sync()
    expect(await device.shown()).toEqual(['x', 'y', 'a'])
    expect(device.listOf('ada')).toEqual(['x', 'y', 'a'])
  })

  it('takes nothing from the account that was taken back before the sign-in', async () => {
    device.put('ada', ['a'])
    await device.heart('a')
    await device.unheart('a')
    await device.signIn('ada')
    await device.sync()
    expect(device.listOf('ada')).toEqual(['a'])
  })

  it('sends changes one after the other, in the order of the clicks', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.heart('b')
    await device.unheart('a')
    await device.sync()
    expect(device.world.requests).toEqual(['add b as ada', 'remove a as ada', 'list of ada'])
    expect(await device.waiting()).toEqual([])
  })

  it('does not drop a change that the person makes while an older one is on its way', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.meanwhile = () => device.unheart('a')
    await device.sync()
    expect(device.listOf('ada')).toEqual([])
    expect(await device.shown()).toEqual([])
  })

  it.each([undefined, error(500), error(429, 60_000)])(
    'keeps the change after %j',
    async (answer) => {
      await device.signIn('ada')
      await device.heart('a')
      device.world.answers = [answer]
      await device.sync()
      expect(await device.waiting()).toEqual(['a'])
      expect(await device.shown()).toEqual(['a'])
      const { failures, retryAt } = await syncStatusItem.read()
      expect(failures).toBe(1)
      expect(device.world.wakeUps.at(-1)).toBe(retryAt)
      await device.sync(false)
      expect(device.world.requests).toHaveLength(1)

      device.world.now = retryAt
      await device.sync(false)
      expect(device.listOf('ada')).toEqual(['a'])
      expect(await syncStatusItem.read()).toMatchObject({ failures: 0, problem: null })
    },
  )

  it('asks no sooner than the server wants, also when a person does', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.answers = [error(429, 60_000)]
    await device.sync()
    device.world.now += 59_000
    await device.sync()
    expect(device.world.requests).toHaveLength(1)
  })

  it('tries soon when a person asks too soon', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.answers = [undefined]
    await device.sync()
    await device.sync(true)
    expect(device.world.requests).toHaveLength(1)
    expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 3_000)
    device.world.now += 3_000
    await device.sync(false)
    expect(device.listOf('ada')).toEqual(['a'])
  })

  it('keeps everything when the session has ended, and sends it after the next sign-in', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.answers = [error(401)]
    device.world.meanwhile = () => {
      device.world.isEnded = true
    }
    await device.sync()
    expect(await device.waiting()).toEqual(['a'])
    expect(await device.shown()).toEqual(['a'])
    device.world.isEnded = false
    await device.sync(false)
    expect(device.listOf('ada')).toEqual(['a'])
  })

  it('tries once more with a fresh token', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.answers = [error(401)]
    await device.sync()
    expect(device.listOf('ada')).toEqual(['a'])
  })

  it('takes a refused heart back and keeps the reason; the others go on', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.heart('b')
    device.world.answers = [error(409)]
    await device.sync()
    expect(await device.shown()).toEqual(['b'])
    const refused = (await refusedLog.list()).map(({ entry }) => entry)
    expect(refused).toMatchObject([{ favorite: { id: 'a' }, reason: 'Favorites list is full' }])
  })

  it('forgets a refusal when the same heart succeeds later', async () => {
    await device.signIn('ada')
    await device.heart('a')
    device.world.answers = [error(409)]
    await device.sync()
    await device.heart('a')
    await device.sync()
    expect(await refusedLog.list()).toEqual([])
  })

  it('shows what another device has changed, with its own changes on top', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.sync()
    device.put('ada', ['b'])
    await device.heart('c')
    await device.sync()
    expect(await device.shown()).toEqual(['b', 'c'])
  })

  it('asks for the list once a minute, unless a person waits for it', async () => {
    await device.signIn('ada')
    await device.sync(false)
    await device.sync(false)
    expect(device.world.requests).toHaveLength(1)
    device.world.now += 3_000
    await device.sync(true)
    expect(device.world.requests).toHaveLength(2)
    device.world.now += 61_000
    await device.sync(false)
    expect(device.world.requests).toHaveLength(3)
  })

  it('shows nothing of one person to the next, and keeps what waits for the first', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.sync()
    await device.heart('late')
    await device.signIn(undefined)
    expect(await device.shown()).toEqual([])
    const stored = await fakeBrowser.storage.local.get(null)
    expect(Object.keys(stored).filter((key) => key.includes('confirmed'))).toEqual([])

    await device.signIn('eve')
    await device.sync()
    expect(await device.shown()).toEqual([])
    expect(device.listOf('eve')).toEqual([])

    await device.signIn('ada')
    await device.sync()
    expect(await device.shown()).toEqual(['a', 'late'])
  })

  it('never does one person’s work with the token of another', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.heart('b')
    device.world.meanwhile = () => {
      device.world.user = 'eve'
    }
    await device.sync()
    expect(device.world.requests).toEqual(['add a as ada'])
    expect(device.listOf('eve')).toEqual([])
    expect(await device.waiting('ada')).toEqual(['b'])
  })

  it('keeps the changes of a server for that server', async () => {
    await device.heart('a')
    device.world.server = 'http://other.test'
    await device.signIn('ada')
    await device.sync()
    expect(device.listOf('ada')).toEqual([])
    expect(await device.shown()).toEqual([])
    device.world.server = 'http://walls.test'
    await device.signIn('ada')
    await device.sync()
    expect(await device.shown()).toEqual(['a'])
  })
})
