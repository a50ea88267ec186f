import { render } from 'preact'
import { FavoritesWall } from '../../features/control/favorites-wall.tsx'
import { Toast, useTiles } from '../../features/control/picture-tile.tsx'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { useDetails, useFavorites, useSync } from '../../features/favorites/use-favorites.ts'
import { useWaitingFavorites } from '../../features/favorites/waiting-favorites.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { serverIn } from '../../features/sources/chosen.ts'
import { createDeckStore } from '../../features/wallpaper/deck-store.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { open } from '../options/open-source.ts'

applyTexts(document, t('favorites'))
const [settings, storedShelf] = await Promise.all([settingsItem.read(), favoritesStore.read()])
void favoritesStore.recover()
const deckStore = createDeckStore()

const FavoritesPage = () => {
  const hearts = useFavorites(favoritesStore, storedShelf)
  const { favorites, owner } = hearts
  const tiles = useTiles({ hearts, open, deckStore })
  const waiting = useWaitingFavorites(serverIn(settings) === undefined)
  useSync({ details: true })
  useDetails(favorites)
  return (
    <main>
      <header>
        <img src="/icon/128.png" alt="" width="44" height="44" />
        <h1>{t('favorites')}</h1>
      </header>
      <Toast said={tiles.said} />
      {waiting && <p class="hint">{waiting}</p>}
      {favorites.length > 0 && <FavoritesWall {...{ favorites, owner, tiles }} />}
      {favorites.length === 0 && !waiting && <p class="hint">{t('favoritesNone')}</p>}
    </main>
  )
}

render(<FavoritesPage />, document.body)
