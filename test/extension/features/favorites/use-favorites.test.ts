import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { deviceOwner } from '../../../../extension/features/favorites/favorites.ts'
import {
  favoritesStore,
  listHearts,
  type Shelf,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createHearts, syncOnline } from '../../../../extension/features/favorites/use-favorites.ts'
import { readStorage } from '../../../../extension/platform/storage/stored-item.ts'

const favorite = { id: 'lake', title: 'A lake', color: null, preview_url: '' }
const full = new Error('QUOTA_BYTES')

describe('createHearts', () => {
  let initial: Shelf
  let shown: string[][]
  const open = () =>
    createHearts(favoritesStore, initial, (shelf) =>
      shown.push(shelf.favorites.map(({ id }) => id)),
    )
  beforeEach(async () => {
    shown = []
    initial = await favoritesStore.read()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('shows a click before anything is stored, and then what is stored', async () => {
    const changed = open().change(true, favorite)
    expect(shown).toEqual([['lake']])
    expect(await changed).toBe(true)
    expect(shown).toEqual([['lake'], ['lake']])
  })

  it('takes a click back that the browser cannot store, and says so', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(full)
    vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(true)
    expect(await open().change(true, favorite)).toBe(false)
    expect(shown).toEqual([['lake'], []])
  })

  it('shows no list that was read before the last click', async () => {
    const hearts = open()
    const refreshed = hearts.refresh()
    await Promise.all([hearts.change(true, favorite), refreshed])
    expect(shown).toEqual([['lake'], ['lake']])
  })

  it('shows no list that was read while a click was being stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockReturnValueOnce(promise)
    const hearts = open()
    const changed = hearts.change(true, favorite)
    await hearts.refresh()
    expect(shown).toEqual([['lake']])
    set.mockRestore()
    resolve()
    await changed
  })

  it('reads the list again when the storage has failed', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValueOnce(new Error('The storage fails'))
    await open().refresh()
    expect(shown).toEqual([])
    await expect.poll(() => shown).toEqual([[]])
  })

  it('keeps hearts of other catalogues on this device', async () => {
    const builtIn = { ...favorite, catalogue: 'built-in' }
    await open().change(true, builtIn)
    const [heart] = listHearts(await readStorage())
    expect(heart?.owner).toBe(deviceOwner)
  })
})

describe('syncOnline', () => {
  it.each([
    ['a new tab', false],
    ['the settings page, where a person waits for the favorites', true],
  ])('asks for a sync when %s is idle, and when the network comes back', (_, details) => {
    const page = new EventTarget()
    const idle: (() => void)[] = []
    for (const name of ['addEventListener', 'removeEventListener'] as const)
      vi.stubGlobal(name, page[name].bind(page))
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
    const send = vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(true)
    const stop = syncOnline({ details })
    expect(send).not.toHaveBeenCalled()
    for (const work of idle) work()
    page.dispatchEvent(new Event('online'))
    stop()
    page.dispatchEvent(new Event('online'))
    expect(send.mock.calls).toEqual([
      [{ type: 'sync', asked: details, details }],
      [{ type: 'sync', asked: true, details }],
    ])
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})
