import type { ScreenSize } from '../../platform/browser/screen.ts'
import { toKey } from './deck.ts'
import type { TopUpDeps } from './top-up.ts'

/** Downloads an earlier wallpaper's picture again, or else its preview. Resolves with false if both fail. */
export const createFetchAgain =
  ({ deckStore, images }: Pick<TopUpDeps, 'deckStore' | 'images'>) =>
  async ({ key, screen }: { key: string; screen: ScreenSize }): Promise<boolean> => {
    const { history } = await deckStore.read()
    const wallpaper = history.find((seen) => toKey(seen) === key)
    if (!wallpaper) return false
    try {
      const { preview_url } = wallpaper
      const preview = { ...wallpaper, image_url: preview_url, url: preview_url }
      const { blob } = await images
        .load(wallpaper, screen)
        .catch(() => images.load(preview, screen))
      return (await deckStore.recall(wallpaper, blob)) !== undefined
    } catch {
      return false
    }
  }
