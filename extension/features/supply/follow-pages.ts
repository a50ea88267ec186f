import { onPictureRequest, onTopUpRequest } from '../../platform/browser/messages.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { problemOf } from '../../remote/problem.ts'
import { settingsItem } from '../settings/settings.ts'
import { toKey } from '../wallpaper/deck.ts'
import { alignDeck } from './align-deck.ts'
import { toDeckWallpaper } from './deck-wallpaper.ts'
import { screenItem, type TopUpDeps } from './top-up.ts'

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

type AgainDeps = Pick<TopUpDeps, 'deckStore' | 'images'> & {
  stored?: Pick<NonNullable<TopUpDeps['stored']>, 'describe'>
}

/** Does what `requestPicture` asks for. If the picture cannot be downloaded, its preview stands in. */
export const createFetchAgain =
  ({ deckStore, images, stored }: AgainDeps) =>
  async ({ key, use, screen }: { key: string; use?: string; screen: ScreenSize }) => {
    try {
      const { history } = await deckStore.read()
      const seen = history.find((one) => toKey(one) === key)
      const [catalogue = '', id = ''] = key.split(/ (.*)/s)
      const detail = seen ? undefined : await stored?.describe(catalogue, id)
      const found = seen ?? (detail && { ...detail, catalogue })
      if (!found) return false
      const { preview_url } = found
      const preview = { ...found, image_url: preview_url, url: preview_url }
      const image = await images.load(found, screen).catch(() => images.load(preview, screen))
      const wallpaper = 'light' in found ? found : await toDeckWallpaper(found, image)
      const current = (await deckStore.recall(wallpaper, image.blob))?.current
      if (!current) return false
      if (!import.meta.env.WXT_WEB && use) {
        await deckStore.update((deck) => ({
          ...deck,
          current,
          pinned: use === 'pin' || deck.pinned ? current : null,
          rotation: use === 'show' && deck.rotation === 'tab' ? 'once' : deck.rotation,
        }))
      }
      return true
    } catch (error) {
      problemOf(error)
      return false
    }
  }
