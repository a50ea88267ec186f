import type { ScreenSize } from '../../platform/browser/screen.ts'
import { type DeckWallpaper, toKey } from './deck.ts'
import type { ImageClient } from './image-client.ts'
import type { TopUpDeps } from './top-up.ts'

/** Downloads a picture of the history again, or its preview. Returns false when neither can be loaded. */
export const createFetchAgain =
  ({ deckStore, images }: Pick<TopUpDeps, 'deckStore' | 'images'>) =>
  async ({ key, screen }: { key: string; screen: ScreenSize }): Promise<boolean> => {
    const { history } = await deckStore.read()
    const wallpaper = history.find((seen) => toKey(seen) === key)
    if (!wallpaper) return false
    try {
      const { blob } = await load(images, wallpaper, screen)
      return (await deckStore.recall(wallpaper, blob)) !== undefined
    } catch {
      return false
    }
  }

const load = (images: ImageClient, wallpaper: DeckWallpaper, screen: ScreenSize) => {
  const { id, preview_url } = wallpaper
  return images
    .load(wallpaper, screen)
    .catch(() => images.load({ id, image_url: preview_url, url: preview_url }, screen))
}
