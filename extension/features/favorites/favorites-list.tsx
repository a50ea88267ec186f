import { IconButton } from '../../ui/icon-button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { type Favorite, isComplete } from './favorites.ts'
import type { UseFavorites } from './use-favorites.ts'

/** The hearted wallpapers as previews, the newest first. */
export const FavoritesList = ({ favorites, change }: UseFavorites) => {
  if (favorites.length === 0) {
    return <p class="hint">None yet. Press the heart on a wallpaper that you like.</p>
  }
  return (
    <ul class="favorites">
      {favorites.toReversed().map((favorite) => (
        <FavoriteTile
          key={favorite.id}
          favorite={favorite}
          remove={() => change('remove', favorite)}
        />
      ))}
    </ul>
  )
}

type FavoriteTileProps = { favorite: Favorite; remove: () => void }

const FavoriteTile = ({ favorite, remove }: FavoriteTileProps) => {
  const name = favorite.title || favorite.id
  return (
    <li style={{ backgroundColor: favorite.color ?? undefined }}>
      {isComplete(favorite) && (
        <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
      )}
      {favorite.isGone && <span class="gone">No longer in the catalogue</span>}
      <span class="name">{name}</span>
      <IconButton label={`Remove ${name} from favorites`} onClick={remove}>
        <HeartIcon filled />
      </IconButton>
    </li>
  )
}
