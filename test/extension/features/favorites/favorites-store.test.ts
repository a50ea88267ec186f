import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  type Favorite,
  ownerOf,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import {
  createFavoritesStore,
  type FavoritesStore,
  favoritesStore,
  outboxLog,
  outboxView,
  refusedLog,
  syncStore,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createClock } from '../../../../extension/platform/storage/local-text.ts'
import { readStorage } from '../../../../extension/platform/storage/stored-item.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

const favorite = (id: string) => ({ id, title: id, color: null, preview_url: '' })
const owner = toOwner('http://127.0.0.1:8787')
const add = (id: string, of = owner) =>
  favoritesStore.record({ action: 'add', favorite: favorite(id), owner: of })
const list = async () => (await favoritesStore.read()).favorites

describe('favoritesStore', () => {
  it('passes a heart to the browser before it awaits anything', async () => {
    const { storage } = fakeBrowser
    const before = vi.spyOn(storage.local, 'get')
    const written = vi.spyOn(storage.local, 'set')
    const recorded = add('a')
    expect(written).toHaveBeenCalledOnce()
    expect(before).not.toHaveBeenCalled()
    await recorded
    vi.restoreAllMocks()
  })

  it('reads everything in one call, so that nothing changes in between', async () => {
    await add('a')
    const get = vi.spyOn(fakeBrowser.storage.local, 'get')
    expect(await list()).toEqual([favorite('a')])
    expect(get).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })

  it('asks the background for room when the disk is full, and then stores the heart', async () => {
    const { storage, runtime } = fakeBrowser
    vi.spyOn(storage.local, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES'))
    const ask = vi.spyOn(runtime, 'sendMessage').mockResolvedValue(true)
    await add('a')
    expect(ask.mock.calls).toEqual([[{ type: 'room' }]])
    vi.restoreAllMocks()
    expect(await list()).toEqual([favorite('a')])
  })

  it('keeps hearts of one id in two catalogues that two tabs clicked in the same moment', async () => {
    const click = (own: Favorite) =>
      createFavoritesStore({ clock: () => 7 }).record({
        action: 'add',
        favorite: own,
        owner: ownerOf(own, owner),
      })
    await click(favorite('a'))
    await click({ ...favorite('a'), catalogue: 'built-in' })
    expect(await list()).toHaveLength(2)
  })

  describe('when the clock of the device is set back between two clicks', () => {
    const openTab = (now: number, texts?: Storage) => {
      const read = (key: string) => texts?.getItem(key) ?? null
      const write = (key: string, text: string) => texts?.setItem(key, text)
      return createFavoritesStore({ clock: createClock({ now: () => now, read, write }) })
    }
    const click = (tab: FavoritesStore, action: 'add' | 'remove') =>
      tab.record({ action, favorite: favorite('a'), owner })

    it('keeps the last click, even in a tab that has not heard of the one before', async () => {
      const texts = createMemoryStorage()
      await click(openTab(7_200_000, texts), 'add')
      await click(openTab(3_600_000, texts), 'remove')
      expect(await list()).toEqual([])
      await click(openTab(0, texts), 'add')
      expect(await list()).toEqual([favorite('a')])
    })

    it.each([
      ['blocked', undefined],
      ['cleared', createMemoryStorage()],
    ])(
      'keeps the last click after the other has been read, with localStorage %s',
      async (_, texts) => {
        await click(openTab(7_200_000), 'add')
        const tab = openTab(3_600_000, texts)
        await tab.read()
        await click(tab, 'remove')
        await click(tab, 'add')
        await click(tab, 'remove')
        expect(await list()).toEqual([])
      },
    )

    it('keeps the last click when localStorage holds something that is not a time', async () => {
      const texts = createMemoryStorage()
      texts.setItem('fresco.clock', 'nonsense')
      await click(openTab(1, texts), 'add')
      expect(await list()).toEqual([favorite('a')])
    })
  })

  it('tells other tabs about changes until they unsubscribe', async () => {
    const listener = vi.fn()
    const stop = favoritesStore.onChange(listener)
    await add('a')
    expect(listener).toHaveBeenCalled()
    listener.mockClear()
    stop()
    await add('b')
    expect(listener).not.toHaveBeenCalled()
  })

  it('makes a heart of this device one at its server, even if the clock was ahead once', async () => {
    const server = 'https://walls.test'
    const nobody = toOwner(server)
    const stored = { ...favorite('a'), catalogue: server }
    await fakeBrowser.storage.local.set({
      'favorites.confirmed/@local': [stored, { ...stored, catalogue: 'https://other.test' }],
      'favorites.outbox/9000000000000/a': {
        action: 'remove',
        favorite: favorite('a'),
        at: 9_000_000_000_000,
        owner: nobody,
      },
    })
    await syncStore.takeToServer(server)
    const waiting = await syncStore.listWaiting(nobody)
    expect(waiting).toMatchObject([{ entry: { action: 'add', favorite: favorite('a') } }])
    expect(await list()).toEqual([{ ...stored, catalogue: 'https://other.test' }])
  })

  it('leaves notes only where a person clicks, not in Firefox’s background', async () => {
    const texts = createMemoryStorage()
    vi.stubGlobal('localStorage', texts)
    // Modules look for localStorage when they are loaded.
    vi.resetModules()
    const { favoritesStore, syncStore } = await import(
      '../../../../extension/features/favorites/favorites-store.ts'
    )
    const { fakeBrowser } = await import('wxt/testing/fake-browser')
    const listNotes = () => Object.keys(texts).filter((key) => key.startsWith('fresco.ahead/'))
    await favoritesStore.record({ action: 'add', favorite: favorite('a'), owner })
    const { promise, resolve } = Promise.withResolvers<void>()
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockReturnValue(promise)
    const adopted = syncStore.show(toOwner('http://127.0.0.1:8787', 'ada'), owner)
    await expect.poll(() => set).toHaveBeenCalledTimes(1)
    const stored = Object.keys(set.mock.lastCall?.[0] ?? {})
    expect(stored).toEqual([
      expect.stringMatching(/outbox/),
      expect.stringMatching(/adopted/),
      'favorites.owner',
    ])
    expect(listNotes()).toEqual([])
    void favoritesStore.record({ action: 'add', favorite: favorite('b'), owner })
    expect(listNotes()).toHaveLength(1)
    resolve()
    await adopted
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
})

describe('outboxView', () => {
  it('counts the changes of the current owner that wait, and lists what the server has refused', async () => {
    const hers = toOwner('http://127.0.0.1:8787', 'ada')
    for (const id of ['a', 'b', 'c']) await add(id)
    for (const id of ['d', 'e', 'f']) await add(id, hers)
    const [first, second, third] = await syncStore.listWaiting(owner)
    const [other] = await syncStore.listWaiting(hers)
    if (!first || !second || !third || !other) throw new Error('Changes are missing')
    await syncStore.finish(first)
    await syncStore.refuse(second, 'Favorites list is full')
    await syncStore.refuse(other, 'Favorites list is full')
    expect(await outboxView.read()).toEqual({
      owner,
      waiting: 1,
      refusals: [{ ...second.entry, reason: 'Favorites list is full' }],
    })
    expect(refusedLog.list(await readStorage())).toHaveLength(2)
  })

  it('calls a listener when a click is stored, until the listener is removed', async () => {
    const listener = vi.fn()
    const stop = outboxView.onChange(listener)
    await add('a')
    expect(listener).toHaveBeenCalled()
    stop()
    listener.mockClear()
    await add('b')
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('syncStore', () => {
  it('keeps at most the latest two hundred marks', async () => {
    for (let at = 1; at <= 201; at++) {
      const mark = { action: 'add', favorite: favorite(`m${at}`), at, owner, isSettled: true }
      await fakeBrowser.storage.local.set({ [`favorites.outbox/${at}`]: mark })
    }
    await add('waits')
    await syncStore.listWaiting(owner)
    const ids = outboxLog.list(await readStorage()).map(({ entry }) => entry.favorite.id)
    expect(ids).toHaveLength(201)
    expect(ids).not.toContain('m1')
  })

  it('forgets a refusal only when a change of the same person is through', async () => {
    const hers = toOwner('http://127.0.0.1:8787', 'ada')
    await add('a', hers)
    const [refused] = await syncStore.listWaiting(hers)
    if (refused) await syncStore.refuse(refused, 'Favorites list is full')
    await add('a')
    for (const change of await syncStore.listWaiting(owner)) await syncStore.finish(change)
    expect(refusedLog.list(await readStorage()).map(({ entry }) => entry.owner)).toEqual([hers])
  })

  it('never gives the removals of nobody to a person, even if the background is stopped meanwhile', async () => {
    const hers = toOwner('http://127.0.0.1:8787', 'ada')
    await add('a')
    await favoritesStore.record({ action: 'remove', favorite: favorite('b'), owner })
    const remove = vi.spyOn(fakeBrowser.storage.local, 'remove')
    remove.mockRejectedValue(new Error('The storage fails'))
    await expect(syncStore.show(hers, owner)).rejects.toThrow()
    remove.mockRestore()
    await syncStore.show(hers, owner)
    const adopted = await syncStore.listWaiting(hers)
    expect(adopted.map(({ entry }) => entry.favorite.id)).toEqual(['a'])
  })

  it('leaves the hearts of nobody to the next person if this one has signed out meanwhile', async () => {
    await add('a')
    await syncStore.show(toOwner('http://127.0.0.1:8787', 'ada'), owner, async () => false)
    expect(await syncStore.listWaiting(owner)).toMatchObject([
      { entry: { favorite: favorite('a') } },
    ])
  })

  it('writes nothing if the same person is shown again', async () => {
    await syncStore.show(owner)
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await syncStore.show(owner)
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
  })

  it('leaves nothing of a person whose sign-in a full disk did not store', async () => {
    await add('a')
    const { local } = fakeBrowser.storage
    const store = local.set
    vi.spyOn(local, 'set').mockImplementation(async (items: object) => {
      if ('favorites.owner' in items) throw new Error('QUOTA_BYTES')
      return store(items)
    })
    await expect(syncStore.show(toOwner('http://127.0.0.1:8787', 'ada'), owner)).rejects.toThrow()
    vi.restoreAllMocks()
    await syncStore.show(owner)
    expect(Object.keys(await readStorage()).filter((key) => key.includes('ada'))).toEqual([])
  })
})
