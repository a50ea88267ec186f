import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { localOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  createFavoritesStore,
  outboxLog,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { readStorage } from '../../../../extension/platform/storage/stored-item.ts'
import { createWriteAhead } from '../../../../extension/platform/storage/stored-log.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'
import { settle } from '../../fakes/settle.ts'
import { createWorld } from './fake-account-server.ts'

describe('the note of a click in a tab that was closed at once', () => {
  let device: ReturnType<typeof createWorld>
  let notes: Storage
  beforeEach(async () => {
    device = createWorld()
    notes = createMemoryStorage()
    await device.signIn(undefined)
  })

  const openTab = () => createFavoritesStore({ ahead: createWriteAhead({ notes, graceMs: 0 }) })
  /** Closes the tab after the browser has stored the click, or before. In both cases the note stays. */
  const heartAndClose = async (id: string, { isStored }: { isStored: boolean }) => {
    const set = fakeBrowser.storage.local.set.bind(fakeBrowser.storage.local)
    const spy = vi
      .spyOn(fakeBrowser.storage.local, 'set')
      .mockImplementation(async (values: object) => {
        if (isStored) await set(values)
        await new Promise(() => {})
      })
    void device.heart(id, openTab())
    await settle()
    spy.mockRestore()
  }
  const openNextTab = async () => {
    const tab = openTab()
    await tab.read()
    await tab.recover()
  }

  it.each([true, false])(
    'does not undo a later click that was sent after the sign-in (stored: %s)',
    async (isStored) => {
      await heartAndClose('a', { isStored })
      await device.signIn('ada')
      await device.sync()
      await device.unheart('a', openTab())
      await device.sync()
      await openNextTab()
      await device.sync()
      expect(device.listOf('ada')).toEqual([])
    },
  )

  it('is compared with every click that was sent since the last tab was opened, and with no others', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.sync()
    expect(outboxLog.list(await readStorage())).toHaveLength(1)
    const tab = openTab()
    await tab.read()
    await device.heart('b')
    await device.sync()
    await tab.recover()
    expect(outboxLog.list(await readStorage()).map(({ entry }) => entry.favorite.id)).toEqual(['b'])
    await openNextTab()
    expect(outboxLog.list(await readStorage())).toEqual([])
  })

  it('costs no change that waits its place in the outbox', async () => {
    await device.signIn('ada')
    await device.heart('a')
    await device.sync()
    await device.heart('b')
    await openNextTab()
    expect(await device.waiting()).toEqual(['b'])
  })

  it('is dropped if it is not of a click, or if its click is stored', async () => {
    notes.setItem('fresco.ahead/odd', JSON.stringify({ key: 'odd', value: 7 }))
    await heartAndClose('a', { isStored: true })
    await openNextTab()
    expect(notes.length).toBe(0)
    expect(outboxLog.list(await readStorage()).map(({ entry }) => entry.favorite.id)).toEqual(['a'])
  })

  it('is kept for each of two pictures that have the same id in different catalogues', async () => {
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockReturnValue(new Promise(() => {}))
    const closedTab = openTab()
    for (const catalogue of ['built-in', 'https://github.com/u/r']) {
      const favorite = { id: 'a', title: 'A', color: null, preview_url: '/a', catalogue }
      void closedTab.record({ action: 'add', favorite, owner: localOwner })
    }
    set.mockRestore()
    await openNextTab()
    expect(await device.shown()).toEqual(['a', 'a'])
  })

  it('is dropped if its click on a picture of another catalogue has been confirmed', async () => {
    const favorite = { id: 'a', title: 'A', color: null, preview_url: '/a', catalogue: 'built-in' }
    const { local } = fakeBrowser.storage
    const set = local.set.bind(local)
    const spy = vi.spyOn(local, 'set').mockImplementation(async (values: object) => {
      await set(values)
      await new Promise(() => {})
    })
    void openTab().record({ action: 'add', favorite, owner: localOwner })
    spy.mockRestore()
    await device.sync()
    await openNextTab()
    expect(notes.length).toBe(0)
    expect(await outboxLog.list(await readStorage())).toEqual([])
  })
})
