import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { toOwner } from '../../../../extension/features/favorites/favorites.ts'
import { favoritesStore } from '../../../../extension/features/favorites/favorites-store.ts'

const favorite = (id: string) => ({ id, title: id, color: null, preview_url: '' })
const owner = toOwner('http://127.0.0.1:8787')
const add = (id: string, of = owner) =>
  favoritesStore.record({ action: 'add', favorite: favorite(id), at: Date.now(), owner: of })
const list = async () => (await favoritesStore.read()).favorites

describe('favoritesStore', () => {
  it('keeps the hearts that several tabs click at the same time', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id)))
    expect((await list()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd'])
  })

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

  it('asks the background for room when the disk is full, and then stores the heart', async () => {
    const { storage, runtime } = fakeBrowser
    vi.spyOn(storage.local, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES'))
    const ask = vi.spyOn(runtime, 'sendMessage').mockResolvedValue(true)
    await add('a')
    expect(ask.mock.calls).toEqual([[{ type: 'room' }]])
    vi.restoreAllMocks()
    expect(await list()).toEqual([favorite('a')])
  })

  it('keeps only the latest change of each wallpaper', async () => {
    const change = (action: 'add' | 'remove', at: number) =>
      favoritesStore.record({ action, favorite: favorite('a'), at, owner })
    await change('add', 1)
    await change('remove', 2)
    await change('add', 3)
    expect(Object.keys(await fakeBrowser.storage.local.get(null))).toEqual(['favorites.outbox/3/a'])
    expect(await list()).toEqual([favorite('a')])
  })

  it('shows only the favorites of the current owner', async () => {
    await add('mine')
    await add('hers', toOwner('http://127.0.0.1:8787', 'ada'))
    expect(await favoritesStore.read()).toEqual({ owner, favorites: [favorite('mine')] })
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
})
