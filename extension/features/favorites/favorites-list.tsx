import { t } from '../../platform/browser/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { type Favorite, isComplete } from './favorites.ts'
import { serverOf } from './owner.ts'
import type { UseFavorites } from './use-favorites.ts'
import { useGone } from './use-gone.ts'

/** The hearted wallpapers as previews, the newest first. */
export const FavoritesList = ({ favorites, owner, change }: UseFavorites) => {
  const server = serverOf(owner)
  const gone = useGone(server)
  if (favorites.length === 0) {
    return <p class="hint">{t('favoritesNone')}</p>
  }
  return (
    <ul class="favorites">
      {favorites.toReversed().map((favorite) => (
        <FavoriteTile
          key={favorite.id}
          favorite={favorite}
          page={`${server}/wallpaper/${encodeURIComponent(favorite.id)}`}
          isGone={favorite.isGone || gone.has(favorite.id)}
          remove={() => change('remove', favorite)}
        />
      ))}
    </ul>
  )
}

interface FavoriteTileProps {
  favorite: Favorite
  /** Address of the wallpaper's own page. */
  page: string
  isGone: boolean
  remove: () => void
}

const FavoriteTile = ({ favorite, page, isGone, remove }: FavoriteTileProps) => {
  const name = favorite.title || favorite.id
  return (
    <li style={{ backgroundColor: isGone ? undefined : (favorite.color ?? undefined) }}>
      {isGone ? <GonePart name={name} /> : <LinkPart favorite={favorite} page={page} name={name} />}
      <IconButton label={t('favoriteRemove', { name })} onClick={remove}>
        <HeartIcon filled />
      </IconButton>
    </li>
  )
}

const GonePart = ({ name }: { name: string }) => (
  <>
    <span class="gone">{t('favoriteGone')}</span>
    <span class="name">{name}</span>
  </>
)

type LinkPartProps = Pick<FavoriteTileProps, 'favorite' | 'page'> & { name: string }

const LinkPart = ({ favorite, page, name }: LinkPartProps) => (
  <a href={page} target="_blank" rel="noreferrer">
    {isComplete(favorite) && (
      <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
    )}
    <span class="name">{name}</span>
  </a>
)
