import { useCommands } from '../../features/control/use-commands.ts'
import { useSaid } from '../../features/control/use-said.ts'
import { type Favorite, isFavorite, serverOf } from '../../features/favorites/favorites.ts'
import { favoritesStore, type Shelf } from '../../features/favorites/favorites-store.ts'
import { useAttention } from '../../features/favorites/use-attention.ts'
import { useFavorites, useSync } from '../../features/favorites/use-favorites.ts'
import type { BundledWallpaper, DeckWallpaper } from '../../features/wallpaper/deck.ts'
import type { DeckStore } from '../../features/wallpaper/deck-store.ts'
import type { Shown } from '../../features/wallpaper/first-paint.ts'
import { toStrangerNotice, useSupply } from '../../features/wallpaper/use-supply.ts'
import { useWallpaper } from '../../features/wallpaper/use-wallpaper.ts'
import { openOptionsPage } from '../../platform/browser/tabs.ts'
import { t } from '../../platform/browser/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  HeartIcon,
  InfoIcon,
  NextIcon,
  PinIcon,
  PreviousIcon,
  SettingsIcon,
} from '../../ui/icons.tsx'

interface NewTabPageProps {
  shown: Shown
  shelf: Shelf
  bundle: readonly BundledWallpaper[]
  deckStore: DeckStore
}

export const NewTabPage = ({ bundle, deckStore, ...initial }: NewTabPageProps) => {
  const { shown, next, show, isBusy } = useWallpaper(initial.shown, bundle, deckStore)
  const { notice: supply, isPinned } = useSupply(shown, bundle, deckStore)
  const attention = useAttention()
  const hearts = useFavorites(favoritesStore, initial.shelf)
  const server = serverOf(hearts.owner)
  const stranger = toStrangerNotice(shown, server)
  const notice = stranger ?? supply ?? attention
  const hearted = shown?.source === 'catalogue' && !stranger && toFavorite(shown.wallpaper)
  const isOn = hearted && isFavorite(hearts.favorites, hearted.id)
  const toggle = () => hearted && hearts.change(isOn ? 'remove' : 'add', hearted)
  const heart = () => {
    if (!hearted) return
    toggle()
    say(t(isOn ? 'heartRemoved' : 'heartAdded'))
  }
  const { said, say, hush } = useSaid()
  const control = useCommands({ shown, show, next, deckStore, say, heart })
  const { run, isHidden, panel, Panels } = control
  useSync({ details: false })

  return (
    <div class="controls" data-hidden={isHidden}>
      <p class="notice" role="status">
        {said ? (
          <span class="glass">
            {said.text}{' '}
            {said.undo && (
              <button type="button" class="link" onClick={both(hush, said.undo)}>
                {t('undo')}
              </button>
            )}
          </span>
        ) : (
          notice && (
            <span class="glass">
              {notice}{' '}
              <button type="button" class="link" onClick={openOptionsPage}>
                {t('settings')}
              </button>
            </span>
          )
        )}
      </p>
      <div class="bar glass">
        <h1 class="title" aria-live="polite">
          {shown?.wallpaper.title || t('newTabTitle')}
        </h1>
        {isPinned && (
          <IconButton label={t('unpin')} class="pin" pressed onClick={() => run('pin')}>
            <PinIcon />
          </IconButton>
        )}
        {hearted && (
          <IconButton label={t('favorite')} class="heart" pressed={isOn} onClick={toggle}>
            <HeartIcon filled={isOn} />
          </IconButton>
        )}
        <IconButton label={t('previousWallpaper')} class="previous" onClick={() => run('previous')}>
          <PreviousIcon />
        </IconButton>
        <IconButton label={t('nextWallpaper')} class="next" busy={isBusy} onClick={next}>
          <NextIcon />
        </IconButton>
        <IconButton label={t('about')} class="info" onClick={() => run('info')}>
          <InfoIcon />
        </IconButton>
        <IconButton label={t('settings')} onClick={openOptionsPage}>
          <SettingsIcon />
        </IconButton>
      </div>
      {panel && Panels && <Panels name={panel} {...{ shown, isPinned, deps: control.deps }} />}
    </div>
  )
}

const both = (first: () => void, second: () => void) => () => {
  first()
  second()
}

const toFavorite = ({ id, title, color, preview_url }: DeckWallpaper): Favorite => ({
  id,
  title,
  color,
  preview_url,
})
