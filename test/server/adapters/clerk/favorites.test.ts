import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClerkApi } from '../../../../server/adapters/clerk/api.ts'
import { createClerkFavorites } from '../../../../server/adapters/clerk/favorites.ts'
import { noLock } from '../../../../server/favorites/favorites-store.ts'
import { type ClerkBackend, startClerkBackend } from '../../../emulators/clerk-backend.ts'
import { closeServer, listenLocally } from '../../../tools/servers/sockets.ts'

let clerk: ClerkBackend
beforeAll(async () => {
  clerk = await startClerkBackend()
})
afterEach(() => clerk.behave())
afterAll(() => clerk.stop())

/** Tests with late answers need a longer `holdMs`. */
const createStore = (holdMs = 50, deadlineMs = 10_000) => {
  const { CLERK_PUBLISHABLE_KEY: publishableKey } = clerk.env
  const keys = { secretKey: 'sk_live_x', publishableKey, apiUrl: clerk.url }
  const api = createClerkApi({ ...keys, deadlineMs })
  return createClerkFavorites({ clerk: api, lock: noLock, holdMs })
}
const add = (id: string) => ({ action: 'add', id }) as const

describe('createClerkFavorites', () => {
  it('reads and writes once for all changes that wait', async () => {
    const store = createStore()
    const { id } = clerk.addUser()
    clerk.behave({ latencyMs: 20 })
    const before = { ...clerk.calls }
    const ids = Array.from({ length: 200 }, (_, position) => `id-${position}`)
    await Promise.all(ids.map((wallpaper) => store.change(id, add(wallpaper))))
    expect(clerk.users.get(id)?.public_metadata).toEqual({ favorites: ids })
    expect(clerk.calls).toEqual({ ...before, read: before.read + 1, write: before.write + 1 })
  })

  it('leaves all other metadata alone, and counts it', async () => {
    const plan = { tier: 'gold', tags: ['x'] }
    const { length } = JSON.stringify({ plan, note: '', favorites: ['a'] })
    const note = 'x'.repeat(7 * 1_024 - length)
    const store = createStore()
    const { id } = clerk.addUser({ public_metadata: { plan, note } })
    await store.change(id, add('a'))
    expect(clerk.users.get(id)?.public_metadata).toEqual({ plan, note, favorites: ['a'] })
    const fuller = clerk.addUser({ public_metadata: { plan, note: `${note}x` } })
    const change = store.change(fuller.id, add('a'))
    await expect(change).rejects.toMatchObject({ code: 'FAVORITES_FULL' })
  })

  it.each([
    ['text', []],
    [null, []],
    [undefined, []],
    [
      ['a', '50% off', 7, 'a'],
      ['a', '50% off'],
    ],
  ])('reads %j of another program under favorites as %j', async (favorites, list) => {
    const { id } = clerk.addUser({ public_metadata: { favorites } })
    const store = createStore()
    expect(await store.list(id)).toEqual(list)
    expect(await store.change(id, add('b'))).toEqual([...list, 'b'])
    expect(clerk.users.get(id)?.public_metadata).toEqual({ favorites: [...list, 'b'] })
  })

  it('says that the list is full when Clerk refuses its size', async () => {
    const { id } = clerk.addUser()
    clerk.behave({ maxMetadataBytes: 100 })
    const change = createStore().replace(id, ['i'.repeat(120)])
    await expect(change).rejects.toMatchObject({ code: 'FAVORITES_FULL' })
  })

  it.each([
    ['rate-limit', 7],
    ['unavailable', 5],
    ['refused', 5],
    ['hang', 5],
  ] as const)('asks to try again after %s', async (fail, retryAfterSeconds) => {
    const store = createStore(50, fail === 'hang' ? 300 : undefined)
    const { id } = clerk.addUser()
    const busy = { code: 'BUSY', message: 'Failed to fetch favorites', retryAfterSeconds }
    clerk.behave({ fail })
    await expect(store.list(id)).rejects.toMatchObject(busy)
    clerk.behave({ fail, failOn: ['write'] })
    const changes = [store.change(id, add('a')), store.change(id, add('b'))]
    await Promise.all(changes.map((change) => expect(change).rejects.toMatchObject(busy)))
    clerk.behave()
    expect(await store.change(id, add('c'))).toContain('c')
  })

  it.each(['late', 'lost'] as const)(
    'loses no change to a write of unknown outcome that is done afterwards (%s)',
    async (fail) => {
      const { id } = clerk.addUser({ public_metadata: { favorites: ['old'] } })
      const store = createStore(800, 300)
      clerk.behave({ fail, failOn: ['write'], lateMs: 500 })
      const busy = { code: 'BUSY', retryAfterSeconds: 5 }
      await expect(store.change(id, add('unsure'))).rejects.toMatchObject(busy)
      clerk.behave()
      expect(await store.change(id, add('b'))).toEqual(['old', 'unsure', 'b'])
      expect(clerk.users.get(id)?.public_metadata).toEqual({ favorites: ['old', 'unsure', 'b'] })
    },
  )

  it.each(['rate-limit', 'wrong-type'] as const)(
    'goes on at once after a write that was answered (%s)',
    async (fail) => {
      const { id } = clerk.addUser()
      const store = createStore(600_000)
      clerk.behave({ fail, failOn: ['write'] })
      await expect(store.change(id, add('a'))).rejects.toThrow()
      clerk.behave()
      expect(await store.change(id, add('b'))).toEqual(['b'])
    },
  )

  it('gives its key to no server that it is led to', async () => {
    const given: unknown[] = []
    const elsewhere = createServer(({ headers }, response) => {
      given.push(headers.authorization)
      response.end()
    })
    clerk.behave({ redirectsTo: `http://127.0.0.1:${await listenLocally(elsewhere)}` })
    await expect(createStore().list('user_1')).rejects.toThrow()
    expect(given).toEqual([undefined])
    await closeServer(elsewhere)
  })
})
