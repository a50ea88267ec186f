import { render } from 'preact'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { layVeil } from '../../features/settings/veil.ts'
import type { DeckAccess } from '../../features/wallpaper/deck-store.ts'
import type { Shown } from '../../features/wallpaper/first-paint.ts'
import { makeLegible } from '../../features/wallpaper/legible.ts'
import { openOptionsPage } from '../../platform/browser/page.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { NewTabPage, type ProgramControls } from './new-tab-page.tsx'
import './newtab.css'

const ofExtension: ProgramControls = import.meta.env.WXT_WEB
  ? {}
  : {
      openSettings: openOptionsPage,
      watchAttention: async (listener) =>
        (await import('../../features/favorites/attention.ts')).watchAttention(listener),
    }

export const startControls = async (shown: Shown, deck: DeckAccess, others?: ProgramControls) => {
  // Tests use this performance mark to check that the controls start only after the wallpaper is on the screen.
  performance.mark('fresco:controls')
  const root = document.querySelector('#controls')
  if (!root) return
  applyTexts(document, t('newTabTitle'))
  const clock = import('./late-clock.ts')
  // The favorites are read before the first render. Otherwise the heart of a favorite would be empty for a moment.
  const shelf = await favoritesStore.read()
  void favoritesStore.recover()
  render(<NewTabPage {...{ shown, shelf, deck, own: { ...ofExtension, ...others } }} />, root)
  makeLegible(document.body)
  follow(settingsItem, layVeil)
  const { showClockAndLinks } = await clock
  showClockAndLinks()
}
