import { t } from '../../platform/browser/texts.ts'
import { addBlocked, isBlocked, removeBlocked } from '../blocked/blocking.ts'
import { toCategoryLabel } from '../settings/filter-labels.ts'
import type { Blocked } from '../settings/setting-values.ts'
import { settingsItem } from '../settings/settings.ts'
import { dropWhere } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import type { UseWallpaper } from '../wallpaper/use-wallpaper.ts'
import { readShownImage } from './picture.ts'
import type { Say } from './use-said.ts'

interface BlockDeps extends Pick<UseWallpaper, 'shown' | 'show' | 'next'> {
  deckStore: DeckStore
  say: Say
}

export const block = async (
  { shown, show, next, deckStore, say }: BlockDeps,
  kind?: Pick<Blocked, 'kind' | 'name'>,
): Promise<void> => {
  if (shown?.source !== 'catalogue') return void next()
  const { wallpaper } = shown
  const blocked: Blocked = kind
    ? { ...kind, title: '' }
    : { kind: 'wallpaper', name: wallpaper.id, title: wallpaper.title }
  const image = await readShownImage(shown)
  const { blocked: list } = await changeBlocked((before) => addBlocked(before, blocked))
  // The background removes blocked wallpapers from the deck too late for this tab, which takes its next
  // wallpaper at once. So the tab removes them itself.
  await deckStore.update((deck) => dropWhere(deck, (one) => isBlocked(one, list))).catch(() => {})
  const text = kind ? t('blockedKind', { name: toCategoryLabel(kind.name) }) : t('blockedThis')
  say(text, async () => {
    await changeBlocked((before) => removeBlocked(before, blocked))
    await show(wallpaper, image)
  })
  await next()
}

const changeBlocked = (change: (before: Blocked[]) => Blocked[]) =>
  settingsItem.update((settings) => ({ ...settings, blocked: change(settings.blocked) }))
