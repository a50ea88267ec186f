import { t } from '../../platform/browser/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { type Favorite, isFavorite } from './favorites.ts'
import type { UseFavorites } from './use-favorites.ts'

type HeartButtonProps = UseFavorites & { wallpaper: Favorite }

export const HeartButton = ({ wallpaper, favorites, change }: HeartButtonProps) => {
  const isOn = isFavorite(favorites, wallpaper.id)
  return (
    <IconButton
      label={t('favorite')}
      class="heart"
      pressed={isOn}
      onClick={() => change(isOn ? 'remove' : 'add', wallpaper)}
    >
      <HeartIcon filled={isOn} />
    </IconButton>
  )
}
