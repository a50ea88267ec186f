import { describe, expect, it, vi } from 'vitest'
import { favoritesStore } from '../../../../extension/features/favorites/favorites-store.ts'

const favorite = (id: string) => ({ id, title: id, color: null, preview_url: '' })
const add = (id: string) =>
  favoritesStore.record({ action: 'add', favorite: favorite(id), at: Date.now() })

describe('favoritesStore', () => {
  it('keeps both hearts of two tabs that are clicked at the same time', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(add))
    const list = await favoritesStore.list()
    expect(list.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('tells the other tabs, until they no longer want to know', async () => {
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
