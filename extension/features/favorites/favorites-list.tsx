import { IconButton } from '../../ui/icon-button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import type { UseFavorites } from './use-favorites.ts'

/** The hearted wallpapers as previews, the newest first. */
export const FavoritesList = ({ favorites, change }: UseFavorites) => {
  if (favorites.length === 0) {
    return <p class="hint">None yet. Press the heart on a wallpaper that you like.</p>
  }
  return (
    <ul class="favorites">
      {favorites.toReversed().map((favorite) => (
        <li key={favorite.id} style={{ backgroundColor: favorite.color ?? undefined }}>
          <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
          <span class="name">{favorite.title || favorite.id}</span>
          <IconButton
            label={`Remove ${favorite.title || favorite.id} from favorites`}
            onClick={() => change('remove', favorite)}
          >
            <HeartIcon filled />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
