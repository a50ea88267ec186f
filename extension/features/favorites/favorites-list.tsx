import { useEffect, useState } from 'preact/hooks'
import { requestSync } from '../../platform/browser/messages.ts'
import { t } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OwnThumbnail } from '../own-pictures/use-own-pictures.tsx'
import { own } from '../settings/catalogues.ts'
import { toPageUrl } from '../settings/filter-labels.ts'
import { checkedItems, listGone } from './favorite-details.ts'
import { catalogueOf, type Favorite, isComplete, type Owner, serverOf } from './favorites.ts'
import { groupByPicture } from './merge-offer.tsx'
import type { UseFavorites } from './use-favorites.ts'

export const FavoritesList = ({ favorites, owner, change }: UseFavorites) => {
  const server = serverOf(owner)
  const gone = useGone(server)
  if (favorites.length === 0) {
    return <p class="hint">{t('favoritesNone')}</p>
  }
  const remove = async (hearts: readonly Favorite[]) => {
    for (const favorite of hearts) await change('remove', favorite)
  }
  return (
    <ul class="favorites tiles">
      {[...groupByPicture(favorites)].toReversed().map(([favorite, hearts]) => (
        <FavoriteTile
          key={`${favorite.catalogue} ${favorite.id}`}
          favorite={favorite}
          pageUrl={toFavoritePageUrl(favorite, owner)}
          isGone={favorite.isGone || (!favorite.catalogue && gone.has(favorite.id))}
          remove={() => remove(hearts)}
        />
      ))}
    </ul>
  )
}

interface FavoriteTileProps {
  favorite: Favorite
  pageUrl: string | undefined
  isGone: boolean
  remove: () => void
}

const FavoriteTile = ({ favorite, pageUrl, isGone, remove }: FavoriteTileProps) => {
  const name = favorite.title || favorite.id
  return (
    <li style={{ backgroundColor: isGone ? undefined : (favorite.color ?? undefined) }}>
      {isGone ? (
        <>
          <span class="gone">{t('favoriteGone')}</span>
          <span class="name">{name}</span>
        </>
      ) : (
        <a href={pageUrl ?? favorite.preview_url} target="_blank" rel="noreferrer">
          <Preview favorite={favorite} />
          <span class="name">{name}</span>
        </a>
      )}
      <IconButton label={t('favoriteRemove', { name })} icon="heart" filled onClick={remove} />
    </li>
  )
}

const Preview = ({ favorite }: { favorite: Favorite }) => {
  if (favorite.catalogue === own) return <OwnThumbnail id={favorite.id} />
  if (!isComplete(favorite)) return null
  return <img src={favorite.preview_url} alt="" loading="lazy" decoding="async" />
}

const toFavoritePageUrl = (favorite: Favorite, owner: Owner) => {
  const catalogue = catalogueOf(favorite, owner)
  return catalogue === own ? '/pictures.html' : toPageUrl({ id: favorite.id, catalogue })
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
