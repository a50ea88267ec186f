import { readLocal, writeLocal } from '../../platform/storage/local-text.ts'
import type { BundledWallpaper } from './deck.ts'

const orderKey = 'fresco.built-in'

let order: string[] = []

/**
 * Sorts the built-in wallpapers into an order of this installation's own. The one that was shown last is left out, so that
 * no two tabs in a row show the same, even if only one of them has a database.
 */
export const inOwnOrder = (bundle: readonly BundledWallpaper[]): BundledWallpaper[] => {
  const stored = readLocal(orderKey)?.split(' ') ?? []
  const sorted = bundle
    // Wallpapers that this installation has never shown come first, in random order.
    .map((wallpaper) => ({ wallpaper, place: stored.indexOf(wallpaper.id) + Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ wallpaper }) => wallpaper)
  order = sorted.map(({ id }) => id)
  return sorted.slice(0, -1)
}

export const noteShown = (id: string): void => {
  order = [...order.filter((one) => one !== id), id]
  writeLocal(orderKey, order.join(' '))
}
