import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Account, AccountState } from '../../../../extension/features/account/account.ts'
import { goneItems } from '../../../../extension/features/favorites/favorite-details.ts'
import { toOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  createFavoritesStore,
  favoritesStore,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { startFavorites } from '../../../../extension/features/favorites/start-favorites.ts'
import { syncStatusItem } from '../../../../extension/features/favorites/sync.ts'
import { requestSync } from '../../../../extension/platform/browser/messages.ts'
import { createNotes } from '../../../../extension/platform/storage/notes.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

const server = 'http://127.0.0.1:8787'
const person = { id: 'ada', username: 'ada', name: 'Ada', image: '' }
const owner = toOwner(server, 'ada')
const favorite = { id: 'a', title: 'A', color: null, preview_url: `${server}/a` }
const alarm = { name: 'favorites', scheduledTime: 0 }

const until = (check: () => unknown) => vi.waitFor(check, { interval: 1, timeout: 60_000 })

/** What makes the background sync, and whether a person waits for it or an earlier problem may be solved. */
const triggers = [
  ['its alarm rings', false],
  ['the account may have changed', false],
  ['a heart is clicked', false],
  ['a page has opened', false],
  ['a page asks for the person', true],
  ['the network comes back', true],
  ['the extension is installed', true],
] as const

describe('startFavorites', () => {
  let state: AccountState
  let requests: string[]
  let answer: (request: Request) => Promise<Response>
  let page: EventTarget
  let tellAccount: () => void

  const start = (favorites = favoritesStore) => {
    const account = {
      current: async () => state,
      getToken: async () => (state.kind === 'signed-in' ? state.person.id : undefined),
      onChange: (listener: () => void) => {
        tellAccount = listener
        return () => {}
      },
    }
    startFavorites(account as Partial<Account> as Account, favorites)
  }

  const trigger: Record<(typeof triggers)[number][0], () => unknown> = {
    'its alarm rings': () => fakeBrowser.alarms.onAlarm.trigger(alarm as never),
    'the account may have changed': () => tellAccount(),
    'a heart is clicked': () => favoritesStore.record({ wanted: true, favorite, owner }),
    'a page has opened': () => requestSync({ asked: false, details: false }),
    'a page asks for the person': () => requestSync({ asked: true, details: false }),
    'the network comes back': () => page.dispatchEvent(new Event('online')),
    'the extension is installed': () =>
      fakeBrowser.runtime.onInstalled.trigger({ reason: 'install', temporary: false }),
  }

  const answerGone =
    (favorites: string[]): typeof answer =>
    async ({ url }) =>
      url.endsWith('/api/favorites')
        ? Response.json({ success: true, favorites })
        : Response.json({ error: 'Wallpaper not found' }, { status: 404 })

  beforeEach(() => {
    state = { provider: 'local', kind: 'signed-in', person }
    requests = []
    answer = async () => Response.json({ success: true, favorites: [] })
    page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('fetch', (input: RequestInfo, init: RequestInit) => {
      const request = new Request(input, init)
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return answer(request)
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it.each(triggers)('when %s, cuts a planned wait short: %s', async (name, isCut) => {
    const now = Date.now()
    const planned = { failures: 1, lastAttempt: now - 10_000, retryAt: now + 60_000 }
    await fakeBrowser.storage.local.set({ 'favorites.sync': { ...planned, owner } })
    start()
    const update = vi.spyOn(fakeBrowser.alarms, 'create')
    await trigger[name]()
    // Each sync sets the alarm when it begins, and again or not at all when it ends.
    await until(() => expect(update.mock.calls.length > 1 || requests.length > 0).toBe(true))
    expect(requests.length > 0).toBe(isCut)
  })

  it('looks up what it does not know about favorites if a page shows them', async () => {
    answer = answerGone(['a', 'b'])
    start()
    await requestSync({ asked: true, details: false })
    await until(async () => expect((await syncStatusItem.read()).syncedAt).not.toBe(0))
    expect(requests).toEqual(['GET /api/favorites'])
    await requestSync({ asked: false, details: true })
    await until(async () => expect(await goneItems.of(server).read()).toEqual(['b', 'a']))
  })

  it('sends the click of a page that was closed before it had stored the click', async () => {
    const texts = createMemoryStorage()
    const notes = createNotes(texts)
    start(createFavoritesStore({ notes }))
    await until(() => expect(requests).toEqual([]))
    notes.leave('a', { wanted: true, favorite, owner, at: 1 })
    const [[key, newValue] = []] = Object.entries(texts)
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    await until(() => expect(requests).toContain('PATCH /api/favorites'))
  })

  it('shows the favorites of the person at once', async () => {
    const { local } = fakeBrowser.storage
    answer = () => new Promise(() => {})
    await local.set({ 'favorites.hearts/1': { wanted: true, favorite, at: 1, owner } })
    start()
    await until(async () =>
      expect(await favoritesStore.read()).toEqual({ owner, favorites: [favorite] }),
    )
  })

  it('lets nobody who signs out wait for the server', async () => {
    start()
    answer = () => new Promise(() => {})
    tellAccount()
    await until(() => expect(requests).toHaveLength(1))
    state = { provider: 'local', kind: 'signed-out' }
    tellAccount()
    await until(async () => expect((await favoritesStore.read()).owner).toBe(toOwner(server)))
  })

  it('goes on when the storage cannot be read just then', async () => {
    const broken = new Error('The storage fails')
    const get = vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(broken)
    start()
    tellAccount()
    await until(() => expect(get.mock.calls.length).toBeGreaterThan(2))
    get.mockRestore()
    tellAccount()
    await until(() => expect(requests).toContain('GET /api/favorites'))
  })
})
