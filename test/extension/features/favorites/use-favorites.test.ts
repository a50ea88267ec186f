import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  favoritesStore,
  type Shelf,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createHearts } from '../../../../extension/features/favorites/use-favorites.ts'

const favorite = { id: 'lake', title: 'A lake', color: null, preview_url: '' }
const full = new Error('QUOTA_BYTES')

describe('createHearts', () => {
  let initial: Shelf
  let shown: string[][]
  const open = () =>
    createHearts(
      favoritesStore,
      initial,
      (shelf) => shown.push(shelf.favorites.map(({ id }) => id)),
      1,
    )
  beforeEach(async () => {
    shown = []
    initial = await favoritesStore.read()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('shows a click before anything is stored, and then what is stored', async () => {
    const changed = open().change('add', favorite)
    expect(shown).toEqual([['lake']])
    expect(await changed).toBe(true)
    expect(shown).toEqual([['lake'], ['lake']])
  })

  it('takes a click back that the browser cannot store, and says so', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(full)
    vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(true)
    expect(await open().change('add', favorite)).toBe(false)
    expect(shown).toEqual([['lake'], []])
  })

  it('shows no list that was read before the last click', async () => {
    const hearts = open()
    const refreshed = hearts.refresh()
    await Promise.all([hearts.change('add', favorite), refreshed])
    expect(shown).toEqual([['lake'], ['lake']])
  })

  it('reads the list again when the storage has failed', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValueOnce(new Error('The storage fails'))
    await open().refresh()
    expect(shown).toEqual([])
    await vi.waitFor(() => expect(shown).toEqual([[]]))
  })
})
