import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { AccountError } from '../../../../extension/features/account/account.ts'
import { heartsView } from '../../../../extension/features/favorites/attention.ts'
import {
  deviceOwner,
  thisDevice,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import {
  favoritesStore,
  type SyncStore,
} from '../../../../extension/features/favorites/favorites-store.ts'
import {
  decideAfter,
  readWho,
  showFavorites,
  syncStatusItem,
} from '../../../../extension/features/favorites/sync.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { FrescoError, type FrescoErrorCode } from '../../../../shared/client/fresco-error.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'
import { settle } from '../../fakes/settle.ts'
import { createWorld, syncStore } from './fake-account-server.ts'

type World = ReturnType<typeof createWorld>
const error = (status: number, retryAfterMs?: number) =>
  new FrescoError('REFUSED', 'Favorites list is full', { status, retryAfterMs })
const noAnswer = new FrescoError('UNREACHABLE', 'No answer')

const storedLists = async () =>
  Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => key.includes('confirmed'))

describe('createSync', () => {
  let device: World
  beforeEach(async () => {
    device = createWorld()
    await device.signIn(undefined)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('sends nothing while nobody is signed in, and keeps the changes', async () => {
    await device.heart('a')
    await device.unheart('b')
    await device.sync()
    expect(device.world.requests).toEqual([])
    expect(await device.shown()).toEqual(['a'])
    expect(await device.waiting()).toEqual(['a', 'b'])
  })

  it('confirms hearts of catalogues without accounts at once, beside those of the account', async () => {
    const change = (wanted: boolean, catalogue: string) =>
      favoritesStore.record({
        wanted,
        favorite: makeFavorite('a', { catalogue }),
        owner: deviceOwner,
      })
    device.put('ada', ['a'])
    await device.signIn('ada')
    for (const name of ['built-in', 'https://github.com/u/r']) await change(true, name)
    await device.sync()
    await change(false, 'https://github.com/u/r')
    await device.sync(false)
    const { favorites } = await favoritesStore.read()
    expect(favorites.map(({ id, catalogue }) => [id, catalogue])).toEqual([
      ['a', undefined],
      ['a', 'built-in'],
    ])
    expect(await syncStore.listWaiting(deviceOwner)).toEqual([])
    expect(device.world.requests.every((request) => request.startsWith('list'))).toBe(true)
  })

  it('keeps hearts without any server, and takes those of a server to the server once it is chosen', async () => {
    device.world.server = thisDevice
    await device.signIn(undefined)
    for (const catalogue of ['http://walls.test', 'built-in']) {
      const favorite = makeFavorite('a', { catalogue })
      await favoritesStore.record({ wanted: true, favorite, owner: deviceOwner })
    }
    await device.sync()
    expect(await device.shown()).toEqual(['a', 'a'])
    device.world.server = 'http://walls.test'
    await device.signIn('ada')
    await device.sync()
    expect(device.listOf('ada')).toEqual(['a'])
    const { favorites } = await favoritesStore.read()
    expect(favorites.map(({ catalogue }) => catalogue)).toEqual([undefined, 'built-in'])
  })

  it('sends hearts from before the sign-in, and shows them beside the favorites of the account', async () => {
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

  it('does not remove a favorite of the account whose heart was removed before the sign-in', async () => {
    device.put('ada', ['a'])
    await device.heart('a')
    await device.unheart('a')
    await device.signIn('ada')
    await device.sync()
    expect(device.listOf('ada')).toEqual(['a'])
  })

  describe('a heart that is taken back in a tab that has not heard of the sign-in', () => {
    const nobody = toOwner('http://walls.test')
    const unheartAsNobody = () =>
      favoritesStore.record({ wanted: false, favorite: makeFavorite('a'), owner: nobody })

    it.each(['before', 'after'])('is taken back in the account, %s it was sent', async (when) => {
      await device.heart('a')
      await device.signIn('ada')
      if (when === 'after') await device.sync()
      await unheartAsNobody()
      await device.sync()
      expect(device.listOf('ada')).toEqual([])
    })

    it('is not taken back in the account after a sign-out', async () => {
      await device.heart('a')
      await device.signIn('ada')
      await device.sync()
      await device.signIn(undefined)
      await device.heart('a')
      await device.unheart('a')
      await device.signIn('ada')
      await device.sync()
      expect(device.listOf('ada')).toEqual(['a'])
    })
  })

  it('stores no list of a person who signs out while the list is being stored', async () => {
    device.put('ada', ['a'])
    await device.signIn('ada')
    const { local } = fakeBrowser.storage
    const get = local.get.bind(local) as (keys: unknown) => Promise<Record<string, unknown>>
    let signedOut: Promise<void> | undefined
    vi.spyOn(local, 'get').mockImplementation(async (keys: unknown) => {
      if (!signedOut && keys === 'favorites.confirmed/ada@http://walls.test') {
        signedOut = device.signIn(undefined)
        await settle()
      }
      return get(keys)
    })
    await device.sync()
    await signedOut
    expect(await storedLists()).toEqual([])
  })

  it('shows a heart at each moment while the answer of the server is being stored', async () => {
    await device.signIn('ada')
    await device.heart('a')
    const set = fakeBrowser.storage.local.set.bind(fakeBrowser.storage.local)
    const seen: string[][] = []
    vi.spyOn(fakeBrowser.storage.local, 'set').mockImplementation(
      async (items: Record<string, unknown>) => {
        await set(items)
        seen.push(await device.shown())
      },
    )
    await device.sync()
    expect(seen.length).toBeGreaterThan(1)
    expect(seen).toEqual(seen.map(() => ['a']))
  })

  it('shows the favorites of nobody after a sign-out during the sign-in', async () => {
    const takeToServer: SyncStore['takeToServer'] = async () => {
      device.world.user = undefined
    }
    device.world.user = 'ada'
    await showFavorites({ ...device.deps, store: { ...device.deps.store, takeToServer } })
    expect((await favoritesStore.read()).owner).toBe('@http://walls.test')
  })

  it('keeps the changes of a server until that server is used again', async () => {
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

  describe('of a signed-in person', () => {
    beforeEach(() => device.signIn('ada'))

    it('sends changes one after another in the order of the clicks', async () => {
      await device.heart('a')
      await device.heart('b')
      await device.unheart('a')
      await device.sync()
      expect(device.world.requests).toEqual(['add b as ada', 'remove a as ada', 'list of ada'])
      expect(await device.waiting()).toEqual([])
    })

    it.each([noAnswer, error(500), error(429, 60_000)])(
      'keeps the change after %j',
      async (failure) => {
        await device.heart('a')
        device.world.failures = [failure]
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

    it('plans another attempt soon when a person asks too early', async () => {
      await device.heart('a')
      device.world.failures = [noAnswer]
      await device.sync()
      await device.sync(true)
      expect(device.world.requests).toHaveLength(1)
      expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 3_000)
      device.world.now += 3_000
      await device.sync(false)
      expect(device.listOf('ada')).toEqual(['a'])
    })

    it('sets an alarm before the first request, so that a stopped sync starts again', async () => {
      let first: number | undefined
      device.world.meanwhile = () => {
        first = device.world.wakeUps.at(-1)
      }
      await device.sync()
      expect(first).toBe(device.world.now + 60_000)
    })

    it('shows a sent heart even if the list cannot be fetched after it', async () => {
      await device.heart('a')
      vi.spyOn(device.deps.client, 'list').mockRejectedValueOnce(noAnswer)
      await device.sync()
      expect(await device.waiting()).toEqual([])
      expect(await device.shown()).toEqual(['a'])
    })

    it.each([
      ['a heart is clicked while the list of favorites is fetched', () => device.heart('a')],
      ['the person signs out meanwhile', () => Object.assign(device.world, { user: undefined })],
    ])('keeps its alarm if %s', async (_, meanwhile) => {
      device.world.meanwhile = meanwhile
      await device.sync()
      expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 60_000)
      await device.sync()
      expect(device.world.wakeUps.at(-1)).toBeUndefined()
    })

    it('keeps all changes when the session has ended, and sends them after the next sign-in', async () => {
      await device.heart('a')
      device.world.failures = [error(401)]
      device.world.meanwhile = () => Object.assign(device.world, { isEnded: true })
      await device.sync()
      expect(await device.waiting()).toEqual(['a'])
      expect(await device.shown()).toEqual(['a'])
      expect(device.world.wakeUps.at(-1)).toBeUndefined()
      device.world.isEnded = false
      await device.sync(false)
      expect(device.listOf('ada')).toEqual(['a'])
    })

    it('keeps its alarm if the person signs in again while a sync finds that the session has ended', async () => {
      await device.heart('a')
      vi.spyOn(device.deps.account, 'getToken').mockResolvedValueOnce(undefined)
      await device.sync()
      expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 60_000)
      await device.sync(false)
      expect(device.listOf('ada')).toEqual(['a'])
      expect(device.world.wakeUps.at(-1)).toBeUndefined()
    })

    it('repeats a refused request once with a fresh token', async () => {
      await device.heart('a')
      device.world.failures = [error(401)]
      const getToken = vi.spyOn(device.deps.account, 'getToken')
      await device.sync()
      expect(device.listOf('ada')).toEqual(['a'])
      const asked = getToken.mock.calls.map(([options]) => options)
      const of = { server: 'http://walls.test', id: 'ada' }
      expect(asked).toEqual([{ of }, { of, fresh: true }, { of }])
    })

    it.each([
      ['refuses the fresh token too', [401, 401], { kind: 'refused', status: 401 }],
      ['refuses to list the favorites, so it is none', [403], { kind: 'not-a-catalogue' }],
    ])('tries again later when the server %s', async (_, statuses, problem) => {
      if (statuses.length > 1) await device.heart('a')
      device.world.failures = statuses.map((status) => error(status))
      await device.sync()
      expect(await syncStatusItem.read()).toMatchObject({ failures: 1, problem, syncedAt: 0 })
      expect(await device.waiting()).toHaveLength(statuses.length - 1)
    })

    it('has no problem but the sign-in when the session ends before the list is fetched', async () => {
      device.world.failures = [error(401)]
      device.world.meanwhile = () => Object.assign(device.world, { isEnded: true })
      await device.sync()
      expect(await syncStatusItem.read()).toMatchObject({ problem: null, syncedAt: 0 })
    })

    it.each([
      [new StorageError(new DOMException('', 'QuotaExceededError')), 'storage-full', undefined],
      [new AccountError({ code: 'too-many', text: '', retryAfterMs: 9e4 }), 'unreachable', 9e4],
    ])('tries again later when the account gives no token: %s', async (failure, kind, waitMs) => {
      await device.heart('a')
      vi.spyOn(device.deps.account, 'getToken').mockRejectedValue(failure)
      await device.sync()
      const { problem, retryAt } = await syncStatusItem.read()
      expect(problem).toEqual({ kind })
      expect(device.world.wakeUps.at(-1)).toBe(retryAt)
      if (waitMs) expect(retryAt).toBe(device.world.now + waitMs)
    })

    it.each(['getToken', 'current'] as const)(
      'reports a bug in %s, and does not repeat it',
      async (name) => {
        const bug = new TypeError('x is not a function')
        const log = vi.spyOn(console, 'error').mockReturnValue()
        await device.heart('a')
        vi.spyOn(device.deps.account, name).mockRejectedValue(bug)
        await device.sync()
        expect(log.mock.calls).toEqual([[bug]])
        expect(device.world.wakeUps.at(-1)).toBeUndefined()
        expect(await device.waiting()).toHaveLength(1)
      },
    )

    it('tries again in a minute when the storage cannot be read', async () => {
      await device.heart('a')
      vi.spyOn(device.deps.account, 'getToken').mockRejectedValue(new StorageError(undefined))
      await device.sync()
      expect(device.world.wakeUps.at(-1)).toBe(device.world.now + 60_000)
    })

    it('undoes a refused heart, stores the reason, and sends the other changes', async () => {
      await device.heart('a')
      await device.heart('b')
      device.world.failures = [error(409)]
      await device.sync()
      expect(await device.shown()).toEqual(['b'])
      expect((await heartsView.read()).refusals).toMatchObject([
        { favorite: { id: 'a' }, refused: 'Favorites list is full' },
      ])
    })

    it('sends a change once on a full disk, and does not undo what another device does', async () => {
      await device.heart('a')
      device.world.meanwhile = () => {
        vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('QUOTA_BYTES'))
      }
      await device.sync()
      device.put('ada', ['b'])
      for (let minute = 1; minute < 5; minute++) {
        device.world.now += 60_000
        await device.sync(false)
      }
      const sent = device.world.requests.filter((request) => request.startsWith('add'))
      expect(sent).toHaveLength(1)
      expect(device.listOf('ada')).toEqual(['b'])
      vi.restoreAllMocks()
      device.world.now += 60_000
      await device.sync(false)
      expect(await device.shown()).toEqual(['b'])
    })

    it('fetches the list of favorites once a minute, or at once for a waiting person', async () => {
      await device.sync(false)
      await device.sync(false)
      expect(device.world.requests).toHaveLength(1)
      device.world.now += 3_000
      await device.sync(true)
      expect(device.world.requests).toHaveLength(2)
      device.world.now += 60_000
      await device.sync(false)
      expect(device.world.requests).toHaveLength(3)
    })

    it('sends a change at once, even if the list of favorites is fresh', async () => {
      await device.sync(false)
      await device.heart('a')
      await device.sync(false)
      expect(device.listOf('ada')).toEqual(['a'])
    })

    it('fetches the list of favorites when the clock was ahead at the last time', async () => {
      await device.sync(false)
      device.put('ada', ['b'])
      device.world.now -= 3_600_000
      await device.sync(false)
      expect(await device.shown()).toEqual(['b'])
    })

    it('shows the favorites of one person to nobody else, and keeps that person’s unsent changes', async () => {
      await device.heart('a')
      await device.sync()
      await device.heart('late')
      await device.signIn(undefined)
      expect(await device.shown()).toEqual([])
      expect(await storedLists()).toEqual([])

      await device.signIn('eve')
      await device.sync()
      expect(await device.shown()).toEqual([])
      expect(device.listOf('eve')).toEqual([])

      await device.signIn('ada')
      await device.sync()
      expect(await device.shown()).toEqual(['a', 'late'])
    })

    it.each([
      ['a heart is sent', () => device.heart('a')],
      ['it is fetched', () => device.put('ada', ['a'])],
    ])(
      'stores no list of a person who signs out while %s, and fetches it again',
      async (_, begin) => {
        await begin()
        device.world.meanwhile = () => device.signIn(undefined)
        await device.sync()
        expect(device.listOf('ada')).toEqual(['a'])
        expect(await storedLists()).toEqual([])
        await device.signIn('ada')
        await device.sync(false)
        expect(await device.shown()).toEqual(['a'])
      },
    )

    it('asks again who is signed in if the person chooses another server meanwhile', async () => {
      const servers = ['http://walls.test']
      const readServer = async () => servers.shift() ?? 'http://other.test'
      expect((await readWho({ ...device.deps, readServer })).owner).toBe('ada@http://other.test')
    })

    it('never sends the changes of one person with the token of another', async () => {
      await device.heart('a')
      await device.heart('b')
      device.world.meanwhile = () => Object.assign(device.world, { user: 'eve' })
      await device.sync()
      expect(device.world.requests).toEqual(['add a as ada'])
      expect(device.listOf('eve')).toEqual([])
      expect(await device.waiting('ada')).toEqual(['b'])
    })
  })
})

const failure = (status: number, code: FrescoErrorCode = 'REFUSED', retryAfterMs?: number) =>
  new FrescoError(code, 'No', { status, retryAfterMs })
const retryAfter = (problem: object) => ({ kind: 'retry', problem })

describe('decideAfter', () => {
  it.each<[FrescoError, object]>([
    // A login page of the network.
    [failure(200, 'UNEXPECTED_ANSWER'), retryAfter({ kind: 'not-a-catalogue' })],
    [new FrescoError('UNREACHABLE', 'No answer'), retryAfter({ kind: 'unreachable' })],
    [failure(401), { kind: 'unauthorized' }],
    [failure(403, 'UNEXPECTED_ANSWER'), { kind: 'retry' }],
    [failure(429, 'REFUSED', 7_000), { kind: 'retry', retryAfterMs: 7_000 }],
    ...[300, 302, 404, 405, 408, 425, 429, 500, 502, 503, 504].map(
      (status): [FrescoError, object] => [failure(status), retryAfter({ kind: 'refused', status })],
    ),
  ])('keeps the change after %j', (error, decision) => {
    expect(decideAfter(error)).toMatchObject(decision)
  })

  it.each([400, 403, 409, 413, 422])(
    'drops the change after a %d in the format of the API, with the reason',
    (status) => {
      expect(decideAfter(failure(status))).toEqual({ kind: 'refused', reason: 'No' })
    },
  )
})
