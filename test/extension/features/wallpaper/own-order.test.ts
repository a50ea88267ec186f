import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inOwnOrder, noteShown } from '../../../../extension/features/wallpaper/own-order.ts'
import { bundle, darkBundled } from '../../fakes/make-wallpaper.ts'
import { createMemoryStorage } from '../../fakes/memory-storage.ts'

const install = () => vi.stubGlobal('localStorage', createMemoryStorage())

const openTab = (wallpapers = bundle) => {
  const [next] = inOwnOrder(wallpapers)
  if (next) noteShown(next.id)
  return next?.id ?? ''
}

const openTabs = (count: number) => Array.from({ length: count }, () => openTab())

describe('inOwnOrder', () => {
  beforeEach(install)
  afterEach(() => vi.unstubAllGlobals())

  it('repeats one order in each installation', () => {
    const seen = openTabs(6)
    expect(seen.slice(0, 3).toSorted()).toEqual(['one', 'three', 'two'])
    expect(seen.slice(3)).toEqual(seen.slice(0, 3))
  })

  it('differs between installations', () => {
    const orders = Array.from({ length: 100 }, () => {
      install()
      return openTabs(3).join()
    })
    expect(new Set(orders).size).toBe(6)
  })

  it('shows a wallpaper of an update first, and the others in their order', () => {
    const seen = openTabs(3)
    expect(openTab([...bundle, darkBundled])).toBe('dark')
    expect(openTabs(3)).toEqual(seen)
  })

  it('leaves out the wallpaper that was shown last', () => {
    const last = openTab()
    expect(inOwnOrder(bundle).map(({ id }) => id)).not.toContain(last)
  })
})
