import { onPictureRequest, onTopUpRequest } from '../../platform/browser/messages.ts'
import { settingsItem } from '../settings/settings.ts'
import { alignDeck } from './align-deck.ts'
import { createFetchAgain } from './fetch-again.ts'
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
