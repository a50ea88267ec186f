import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { heartsView } from '../../../../extension/features/favorites/attention.ts'
import {
  deviceOwner,
  type Favorite,
  ownerOf,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import {
  acknowledge,
  createFavoritesStore,
  type FavoritesStore,
  favoritesStore,
  listHearts,
  toHeartKey,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createClock } from '../../../../extension/platform/storage/local-text.ts'
import { createNotes } from '../../../../extension/platform/storage/notes.ts'
import { readStorage, withLock } from '../../../../extension/platform/storage/stored-item.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'
import { settle } from '../../fakes/settle.ts'
import { createWorld, syncStore } from './fake-account-server.ts'

const favorite = (id: string) => makeFavorite(id)
const owner = toOwner('http://127.0.0.1:8787')
const hers = toOwner('http://127.0.0.1:8787', 'ada')
const add = (id: string, of = owner) =>
  favoritesStore.record({ wanted: true, favorite: favorite(id), owner: of })
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

  it('shows a click that an earlier one of another tab has just replaced in the storage', async () => {
    const { local } = fakeBrowser.storage
    const click = { wanted: false, favorite: favorite('a'), owner }
    const key = toHeartKey(click)
    await withLock('favorites.hearts/', async () => {
      await favoritesStore.record(click)
      const { [key]: stored } = await local.get(key)
      await local.set({ [key]: { ...click, wanted: true, at: Object(stored).at - 1 } })
      expect(await list()).toEqual([])
    })
    await settle()
    expect(await list()).toEqual([])
  })

  it('keeps hearts of one id in two catalogues that two tabs clicked in the same moment', async () => {
    const click = (own: Favorite) =>
      createFavoritesStore({ clock: () => 7 }).record({
        wanted: true,
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
    const click = (tab: FavoritesStore, wanted: boolean) =>
      tab.record({ wanted, favorite: favorite('a'), owner })

    it('keeps the last click, even in a tab that has not heard of the one before', async () => {
      const texts = createMemoryStorage()
      await click(openTab(7_200_000, texts), true)
      await click(openTab(3_600_000, texts), false)
      expect(await list()).toEqual([])
      await click(openTab(0, texts), true)
      expect(await list()).toEqual([favorite('a')])
    })

    it.each([
      ['blocked', undefined],
      ['cleared', createMemoryStorage()],
    ])(
      'keeps the last click after the other has been read, with localStorage %s',
      async (_, texts) => {
        await click(openTab(7_200_000), true)
        const tab = openTab(3_600_000, texts)
        await tab.read()
        await click(tab, false)
        await click(tab, true)
        await click(tab, false)
        expect(await list()).toEqual([])
      },
    )
  })

  it('makes a heart of this device one at its server, even if the clock was ahead once', async () => {
    const server = 'https://walls.test'
    const nobody = toOwner(server)
    const stored = { ...favorite('a'), catalogue: server }
    await fakeBrowser.storage.local.set({
      'favorites.confirmed/@local': [stored, { ...stored, catalogue: 'https://other.test' }],
    })
    const late = createFavoritesStore({ clock: () => 9_000_000_000_000 })
    await late.record({ wanted: false, favorite: favorite('a'), owner: nobody })
    await syncStore.takeToServer(server)
    const waiting = await syncStore.listWaiting(nobody)
    expect(waiting).toMatchObject([{ wanted: true, favorite: favorite('a') }])
    expect(await list()).toEqual([{ ...stored, catalogue: 'https://other.test' }])
  })
})

describe('a heart of this device', () => {
  it('stays until it is stored for its server', async () => {
    const { local } = fakeBrowser.storage
    const confirmed = {
      'favorites.confirmed/@local': [{ ...favorite('a'), catalogue: 'https://walls.test' }],
    }
    await local.set(confirmed)
    const store = local.set
    vi.spyOn(local, 'set').mockImplementation(async (items: object) => {
      if (Object.keys(items).join().includes('hearts/')) throw new Error('The storage fails')
      return store(items)
    })
    await expect(syncStore.takeToServer('https://walls.test')).rejects.toThrow()
    vi.restoreAllMocks()
    expect(await local.get('favorites.confirmed/@local')).toEqual(confirmed)
  })
})

it.each([favoritesStore, heartsView])(
  'a change is announced until its listener leaves',
  async (of) => {
    const listener = vi.fn()
    const stop = of.onChange(listener)
    await add('a')
    expect(listener).toHaveBeenCalled()
    listener.mockClear()
    stop()
    await add('b')
    expect(listener).not.toHaveBeenCalled()
  },
)

describe('heartsView', () => {
  it('counts the clicks of the current owner that wait, and lists what the server has refused', async () => {
    for (const id of ['a', 'b', 'c']) await add(id)
    for (const id of ['d', 'e', 'f']) await add(id, hers)
    const [first, second] = await syncStore.listWaiting(owner)
    const [other] = await syncStore.listWaiting(hers)
    if (!first || !second || !other) throw new Error('Clicks are missing')
    await syncStore.acknowledge(first)
    await syncStore.acknowledge(second, 'Favorites list is full')
    await syncStore.acknowledge(other, 'Favorites list is full')
    const refusal = { ...second, isAcknowledged: true, refused: 'Favorites list is full' }
    expect(await heartsView.read()).toEqual({ owner, waiting: 1, refusals: [refusal] })
    await acknowledge(refusal)
    expect((await heartsView.read()).refusals).toEqual([])
    expect(await syncStore.listWaiting(owner)).toMatchObject([{ favorite: favorite('c') }])
  })
})

describe('syncStore', () => {
  const answerMany = async () => {
    for (let at = 1; at <= 101; at++) {
      const heart = { wanted: true, favorite: favorite(`m${at}`), at, owner }
      await fakeBrowser.storage.local.set({ [toHeartKey(heart)]: heart })
      await acknowledge(heart)
    }
  }

  it('keeps at most the latest hundred clicks that the server has answered', async () => {
    await answerMany()
    await add('waits')
    await syncStore.listWaiting(owner)
    const ids = listHearts(await readStorage()).map(({ favorite }) => favorite.id)
    expect(ids).toHaveLength(101)
    expect(ids).not.toContain('m1')
  })

  it('keeps a click that a page stores while an earlier, answered one is removed', async () => {
    await answerMany()
    const { local } = fakeBrowser.storage
    const { remove } = local
    const removed = vi
      .spyOn(local, 'remove')
      .mockImplementation(async (keys: string | string[]) => {
        await favoritesStore.record({ wanted: false, favorite: favorite('m1'), owner })
        await settle()
        return remove(keys)
      })
    await syncStore.listWaiting(owner)
    expect(removed).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
    await settle()
    expect(await syncStore.listWaiting(owner)).toMatchObject([{ favorite: favorite('m1') }])
  })

  it('forgets the accepted hearts of a person who has signed out', async () => {
    for (const id of ['a', 'b']) await add(id, hers)
    const [accepted] = await syncStore.listWaiting(hers)
    if (accepted) await acknowledge(accepted)
    await syncStore.show(owner)
    await syncStore.forgetOthers()
    expect(Object.keys(await readStorage()).filter((key) => key.includes('ada'))).toHaveLength(1)
    expect(await syncStore.listWaiting(hers)).toMatchObject([{ favorite: favorite('b') }])
  })

  it('never gives the removals of nobody to a person, even if the background is stopped meanwhile', async () => {
    await add('a')
    await favoritesStore.record({ wanted: false, favorite: favorite('b'), owner })
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    set.mockRejectedValue(new Error('The storage fails'))
    await expect(syncStore.show(hers, owner)).rejects.toThrow()
    set.mockRestore()
    await syncStore.show(hers, owner)
    const adopted = await syncStore.listWaiting(hers)
    expect(adopted.map(({ favorite }) => favorite.id)).toEqual(['a'])
    expect(await syncStore.listWaiting(owner)).toEqual([])
  })

  it('leaves the hearts of nobody to the next person if this one has signed out meanwhile', async () => {
    await add('a')
    await syncStore.show(hers, owner, async () => false)
    expect(await syncStore.listWaiting(owner)).toMatchObject([{ favorite: favorite('a') }])
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
    await expect(syncStore.show(hers, owner)).rejects.toThrow()
    vi.restoreAllMocks()
    await syncStore.show(owner)
    expect(Object.keys(await readStorage()).filter((key) => key.includes('ada'))).toEqual([])
  })
})

describe('the note of a click in a tab that was closed at once', () => {
  let device: ReturnType<typeof createWorld>
  let texts: Storage
  beforeEach(async () => {
    device = createWorld()
    texts = createMemoryStorage()
    await device.signIn(undefined)
  })

  const openTab = () => createFavoritesStore({ notes: createNotes(texts) })
  /** Closes the tab when the browser has stored the click, but the tab has not heard of it. */
  const heartAndClose = (id: string) => {
    const { leave, recover } = createNotes(texts)
    const notes = {
      leave: (name: string, value: unknown) => ({ ...leave(name, value), forget: () => {} }),
      recover,
    }
    return device.heart(id, createFavoritesStore({ notes }))
  }
  const heartAndCloseAtOnce = async (id: string) => {
    await heartAndClose(id)
    const keys = Object.keys(await readStorage()).filter((name) => name.endsWith(`/${id}`))
    await fakeBrowser.storage.local.remove(keys)
  }
  const openNextTab = async () => {
    const tab = openTab()
    await tab.read()
    await tab.recover()
  }

  it.each([
    ['stored', heartAndClose],
    ['not stored', heartAndCloseAtOnce],
  ])(
    'does not undo a later click that was sent after the sign-in, when the first one was %s',
    async (_, close) => {
      await close('a')
      await device.signIn('ada')
      await device.sync()
      await openNextTab()
      await device.sync()
      await device.unheart('a', openTab())
      await device.sync()
      await openNextTab()
      await device.sync()
      expect(device.listOf('ada')).toEqual([])
    },
  )

  it('is stored by the next tab', async () => {
    await heartAndCloseAtOnce('a')
    expect(await device.shown()).toEqual([])
    await openNextTab()
    expect(await device.shown()).toEqual(['a'])
    expect(texts.length).toBe(0)
  })

  it('is not sent again after the server has answered its click', async () => {
    await device.signIn('ada')
    await heartAndClose('a')
    await device.sync()
    await openNextTab()
    expect(await device.waiting()).toEqual([])
    expect(texts.length).toBe(0)
  })

  it('is dropped if it is not of a click', async () => {
    texts.setItem('fresco.ahead/odd', JSON.stringify({ key: 'odd', value: 7 }))
    await openNextTab()
    expect(texts.length).toBe(0)
    expect(listHearts(await readStorage())).toEqual([])
  })

  it('is kept for two pictures with the same id in different catalogues', async () => {
    const notes = createNotes(texts)
    for (const catalogue of ['built-in', 'https://github.com/u/r']) {
      const favorite = { id: 'a', title: 'A', color: null, preview_url: '/a', catalogue }
      notes.leave(catalogue, { wanted: true, favorite, owner: deviceOwner, at: 1 })
    }
    await openNextTab()
    expect(await device.shown()).toEqual(['a', 'a'])
  })
})
