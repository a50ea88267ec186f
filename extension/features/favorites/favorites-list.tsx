import { useEffect, useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toPageUrl } from '../settings/catalogues.ts'
import { checkedItems, listGone } from './favorite-details.ts'
import { catalogueOf, type Favorite, isComplete, serverOf } from './favorites.ts'
import { requestSync } from './sync-messages.ts'
import type { UseFavorites } from './use-favorites.ts'

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
          key={`${favorite.catalogue} ${favorite.id}`}
          favorite={favorite}
          page={toPageUrl({ id: favorite.id, catalogue: catalogueOf(favorite, owner) })}
          isGone={favorite.isGone || (!favorite.catalogue && gone.has(favorite.id))}
          remove={() => change('remove', favorite)}
        />
      ))}
    </ul>
  )
}

interface FavoriteTileProps {
  favorite: Favorite
  /** The address of the wallpaper's page. Only servers have such pages. */
  page: string | undefined
  isGone: boolean
  remove: () => void
}

const FavoriteTile = ({ favorite, page, isGone, remove }: FavoriteTileProps) => {
  const name = favorite.title || favorite.id
  return (
    <li style={{ backgroundColor: isGone ? undefined : (favorite.color ?? undefined) }}>
      {isGone ? (
        <>
          <span class="gone">{t('favoriteGone')}</span>
          <span class="name">{name}</span>
        </>
      ) : (
        <a href={page ?? favorite.preview_url} target="_blank" rel="noreferrer">
          {isComplete(favorite) && (
            <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
          )}
          <span class="name">{name}</span>
        </a>
      )}
      <IconButton label={t('favoriteRemove', { name })} icon="heart" filled onClick={remove} />
    </li>
  )
}

const none: ReadonlySet<string> = new Set()

const useGone = (server: string): ReadonlySet<string> => {
  const [gone, setGone] = useState(none)
  useEffect(() => {
    return follow(checkedItems.of(server), (checked) => setGone(listGone(checked)))
  }, [server])
  return gone
}

export const useDetails = (favorites: readonly Favorite[]): void => {
  const unknown = favorites.filter((favorite) => !isComplete(favorite) && !favorite.isGone)
  const ids = unknown.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') void requestSync({ asked: false, details: true })
  }, [ids])
}
