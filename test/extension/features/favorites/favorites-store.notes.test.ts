import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { deviceOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  createFavoritesStore,
  listHearts,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createNotes } from '../../../../extension/platform/storage/notes.ts'
import { readStorage } from '../../../../extension/platform/storage/stored-item.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'
import { createWorld } from './fake-account-server.ts'

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
  /** Closes the tab before the browser has stored the click. */
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

  it('is kept for each of two pictures that have the same id in different catalogues', async () => {
    const notes = createNotes(texts)
    for (const catalogue of ['built-in', 'https://github.com/u/r']) {
      const favorite = { id: 'a', title: 'A', color: null, preview_url: '/a', catalogue }
      notes.leave(catalogue, { wanted: true, favorite, owner: deviceOwner, at: 1 })
    }
    await openNextTab()
    expect(await device.shown()).toEqual(['a', 'a'])
  })
})
