import { useAttention } from '../../features/favorites/use-attention.ts'
import type { DeckAccess, Shown } from '../../features/wallpaper/first-paint.ts'
import { openOptionsPage } from '../../platform/browser/page.ts'
import { renderControls } from './render-controls.tsx'

export const startControls = (shown: Shown, deck: DeckAccess): Promise<void> =>
  renderControls(shown, deck, { openSettings: openOptionsPage, useAttention })
