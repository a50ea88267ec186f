import { onPictureRequest, onTopUpRequest } from '../../platform/browser/messages.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { problemOf } from '../../remote/problem.ts'
import { settingsItem } from '../settings/settings.ts'
import { toKey } from '../wallpaper/deck.ts'
import { alignDeck } from './align-deck.ts'
import { screenItem, type TopUpDeps } from './top-up.ts'

/** Fills the deck when a page asks for it, and changes it when a page changes a setting. */
export const followPages = (
  deps: TopUpDeps,
  topUp: (options: { asked: boolean }) => Promise<void>,
): void => {
  settingsItem.onChange(async () => {
    // If the deck of wallpapers cannot be saved, the next step (a top-up) fails too and reports the problem.
    await alignDeck(deps).catch(() => undefined)
    await topUp({ asked: true })
  })
  onTopUpRequest(async ({ screen, ...options }) => {
    await screenItem.update(() => screen)
    await topUp(options)
  })
  onPictureRequest(createFetchAgain(deps))
}

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
    } catch (error) {
      problemOf(error)
      return false
    }
  }
